// Another phone may record too: the sheet is kept in step with it.

import { reading, send } from "../app.js";
import { isUntouched, replace, wire } from "./entry.js";

export async function look() {
  const table = document.querySelector("[data-live]");
  if (!table || document.visibilityState !== "visible" || document.querySelector(".htmx-request")) return;
  const response = await send(`${table.dataset.table}?since=${table.dataset.revision}`, {
    headers: { "HX-Request": "true" },
    cache: "no-store",
  }).catch(() => null);
  if (response?.status === 410) location.reload(); // withdrawn: the page says so
  if (response?.status !== 200 || !table.isConnected) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  const { revision, news } = fresh.getElementById("table").dataset;
  const readOn = reading();
  if (isUntouched()) replace(table, fresh.getElementById("table"));
  else for (const part of ["[data-others]", "[data-paper]"]) replace(table.querySelector(part), fresh.querySelector(part));
  Object.assign(document.getElementById("table").dataset, { revision, ...(news && { news }) });
  for (const id of ["where", "bar-end"]) replace(document.getElementById(id), fresh.getElementById(id));
  readOn();
  wire();
  document.dispatchEvent(new Event("scorekeeper:table"));
}
