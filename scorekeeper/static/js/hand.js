// The page of a hand: "Take it back" goes to the server where that can be reached, and waits on this phone where not;
// where hands of this table wait here already, the last hand there is is one of them, and is taken back there.
import { later, send, working } from "./app.js";

const DOWN = [502, 503, 504];
const form = document.querySelector("[data-takes-back]");
const loaded = () => Promise.all([import("./offline/choices.js"), import("./offline/keeping.js"), import("./offline/outbox.js")]);

/** Whether the server has taken it back; null where it can't be reached. */
async function taken() {
  try {
    const answer = await send(form.action, { method: "POST", body: new FormData(form), redirect: "manual" });
    return DOWN.includes(answer.status) ? null : answer.type === "opaqueredirect";
  } catch {
    return null;
  }
}

async function takeBack() {
  const { table: id, takesBack } = form.dataset;
  const [{ newestHere }, { keepUndo }, { tableOf }] = await loaded();
  if (!(await newestHere(id)).waits) {
    const isTaken = await taken();
    if (isTaken) return `/tables/${id}/`;
    const table = isTaken === null ? await tableOf(id) : null;
    if (table?.last?.id !== takesBack) return null; // the server says why it can't be
    await keepUndo(table);
  }
  return `/offline/#${id}`;
}

form?.addEventListener("submit", (event) => {
  if (!navigator.serviceWorker?.controller) return;
  event.preventDefault();
  working(event.submitter); // until the page is left
  takeBack()
    .catch(() => null) // a browser that keeps nothing
    .then((there) => (there ? location.assign(there) : form.submit()));
});
if (form) later(loaded).catch(() => {}); // a lost connection can't bring them
