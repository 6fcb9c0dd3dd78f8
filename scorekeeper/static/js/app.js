// What every page does with scripts: the form token for requests, toasts, dialogs, the first error, the reader's look.
// Every page works without it.

const TOAST_STAYS = 8000; // milliseconds
const NOTICED = 300; // milliseconds: a button that takes longer shows that it is busy
const waits = new WeakMap(); // {button: its timer}

/** The form token of this page, for requests that scripts send. */
export function csrf() {
  return document.querySelector('meta[name="csrf"]')?.content ?? "";
}

/** Fetch from our own server, with the form token where something is written. */
export function send(url, options = {}) {
  const headers = new Headers(options.headers);
  headers.set("X-CSRFToken", csrf());
  headers.set("Accept-Language", document.documentElement.lang);
  return fetch(url, { credentials: "same-origin", ...options, headers });
}

/** Do something that has time until the page stands and the browser has nothing better to do; what it makes. */
export const later = (task) =>
  new Promise((resolve, reject) => {
    const idle = window.requestIdleCallback ?? ((begin) => setTimeout(begin, 1));
    const begin = () => idle(() => task().then(resolve, reject), { timeout: 2000 });
    if (document.readyState === "complete") begin();
    else window.addEventListener("load", begin, { once: true });
  });

export const isTick = (input) => input.type === "radio" || input.type === "checkbox";

/** The field of another form that stands for this one: of its name, and of its value where it is ticked. */
export function twin(input, form) {
  return [...form.elements].find(({ name, value }) => name === input.name && (!isTick(input) || value === input.value));
}

/** What was typed or ticked in a form after it was sent is put into the fresh one that answers; what was filled in. */
export function keepLater(form, sent, fresh) {
  const later = [];
  for (const input of form.elements) {
    if (!input.name || input.type === "hidden" || input.matches("button")) continue;
    const wasSent = sent.getAll(input.name).includes(input.value);
    const isGiven = !isTick(input) || input.checked;
    const same = wasSent !== isGiven && twin(input, fresh);
    if (!same) continue;
    if (isTick(input)) same.checked = input.checked;
    else same.value = input.value;
    later.push(same);
  }
  return later;
}

/** What somebody has opened to read stays open where it comes anew: call what is returned when it has come. */
export function reading() {
  const opened = [...document.querySelectorAll("details[data-reading][open]")].map(({ id }) => id);
  return () => {
    for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
  };
}

// What is read out: `data-news` is on whatever should be, with the words where they are not its own. It is read out once
// its words are new on this page. An answer to what this phone has sent says it in words of its own (`data-news-of-own`).

const NEWS = "[data-news]";
const newsKey = (place) => place.dataset.news || place.textContent.trim().replace(/\s+/g, " ");
const newsHere = (places = document.querySelectorAll(NEWS)) => [...places].map((place) => [newsKey(place), place.dataset.newsOfOwn]);
let heard = newsHere(document.querySelectorAll(`${NEWS}:not(.toast *)`)).map(([key]) => key); // a toast is news on a fresh page

/** Read this out: it goes into a region that stood on the page, empty, from the start. */
export function announce(text) {
  const region = document.getElementById("announced");
  if (region) region.textContent = text;
}

/** Read out what is new. */
export function tellNews() {
  const here = newsHere();
  const fresh = here.filter(([key]) => key && !heard.includes(key)).map(([key, own]) => own ?? key);
  heard = here.map(([key]) => key);
  if (fresh.length) announce(fresh.join(" "));
}

/** Show one sentence for a while; `undo` adds a button that calls it. */
export function toast(text, undo) {
  const box = document.createElement("div");
  box.className = "toast";
  const words = box.appendChild(document.createElement("span"));
  words.textContent = text;
  if (undo) {
    const button = box.appendChild(document.createElement("button"));
    button.type = "button";
    button.textContent = undo.word;
    button.addEventListener("click", () => {
      box.remove();
      undo.action();
    });
  }
  document.getElementById("toasts")?.append(box);
  makeWay();
  announce(text);
  dismissLater(box);
  return box;
}

/** Toasts stand at the foot of the window, but over its head where the next action would lie under them. */
function makeWay() {
  const place = document.getElementById("toasts");
  if (!place?.querySelector(".toast")) return;
  place.classList.remove("high");
  const { left, right, top, bottom } = place.getBoundingClientRect();
  const isUnder = (control) => {
    const box = control.getBoundingClientRect();
    return box.width && box.left < right && box.right > left && box.top < bottom && box.bottom > top;
  };
  place.classList.toggle("high", [...document.querySelectorAll("main :is(button, label, .btn)")].some(isUnder));
}

/** A toast goes after eight seconds, but not while somebody reads it: mouse or finger on it, or focus in it. Where a
finger was the browser goes on matching `:hover`, so that does not count. */
function dismissLater(box) {
  let timer = 0;
  let isPointed = false;
  const busy = () => isPointed || box.contains(document.activeElement);
  const start = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (busy() ? start() : box.remove()), TOAST_STAYS);
  };
  const hold = () => clearTimeout(timer);
  box.addEventListener("pointerenter", () => (isPointed = true));
  for (const name of ["pointerleave", "pointercancel"]) box.addEventListener(name, () => (isPointed = false));
  for (const name of ["pointerenter", "focusin"]) box.addEventListener(name, hold);
  for (const name of ["pointerleave", "pointercancel", "focusout"]) box.addEventListener(name, start);
  start();
}

function wireToasts(root) {
  makeWay();
  for (const box of root.querySelectorAll("[data-toast]")) {
    delete box.dataset.toast;
    const close = box.querySelector("[data-close]");
    if (close) {
      close.hidden = false;
      close.addEventListener("click", () => box.remove());
    }
    dismissLater(box);
  }
}

function wireDialogs(root) {
  for (const opener of root.querySelectorAll("[data-dialog]")) {
    const dialog = document.getElementById(opener.dataset.dialog);
    if (!dialog) continue;
    opener.addEventListener("click", (event) => {
      event.preventDefault();
      dialog.showModal();
    });
  }
  for (const closer of root.querySelectorAll("dialog [data-close]")) {
    closer.hidden = false;
    closer.addEventListener("click", () => closer.closest("dialog").close());
  }
}

function focusFirstError(root) {
  const wrong = root.querySelector("[data-problems], [aria-invalid='true']");
  (wrong?.matches("fieldset") ? wrong.querySelector("input") : wrong)?.focus();
}

/** Copy the value of the field that a button names. */
function wireCopies(root) {
  for (const button of root.querySelectorAll("[data-copy]")) {
    if (!navigator.clipboard) continue; // needs https
    button.hidden = false;
    button.addEventListener("click", async () => {
      const field = document.getElementById(button.dataset.copy);
      try {
        await navigator.clipboard.writeText(field.value);
      } catch {
        return field.select?.(); // the browser refuses: it is copied by hand
      }
      toast(button.dataset.done);
    });
  }
}

/** The reader's look changes at once; the form itself keeps it. */
function wireLook(root) {
  const form = root.querySelector("form[data-look]");
  form?.addEventListener("change", () => {
    const chosen = new FormData(form);
    const page = document.documentElement.dataset;
    for (const name of ["theme", "suits"]) {
      const value = chosen.get(name);
      if (value && !["system", "two"].includes(value)) page[name] = value;
      else delete page[name];
    }
  });
}

/** A new club is most likely where its founder is. */
function suggestZone(root) {
  const select = root.querySelector('select[data-zone="own"]');
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const input of root.querySelectorAll(".quick [data-zone]")) input.value = zone ?? "";
  const now = select && (JSON.parse(select.dataset.renamed)[zone] ?? zone); // Asia/Calcutta is Asia/Kolkata
  if (select && [...select.options].some((option) => option.value === now)) select.value = now;
}

/** Show that a button works once it takes longer than people notice; what ends that. */
export function working(button) {
  if (!button) return () => {};
  clearTimeout(waits.get(button));
  waits.set(button, setTimeout(() => button.setAttribute("aria-busy", "true"), NOTICED));
  return () => {
    clearTimeout(waits.get(button));
    button.removeAttribute("aria-busy");
  };
}

/**
 * A button whose form is on its way shows that once it takes longer than people notice. One with words of its own shows
 * them at once, and another tap on it sends nothing, until there is an answer.
 */
function sendOnce(event) {
  const button = event.submitter;
  if (!button) return;
  if (!button.dataset.sending) {
    const show = () => {
      const isOnItsWay = !event.defaultPrevented || event.target.matches(".htmx-request");
      if (isOnItsWay) button.setAttribute("aria-busy", "true");
    };
    clearTimeout(waits.get(button));
    waits.set(button, setTimeout(show, NOTICED));
    return;
  }
  if (button.matches("[aria-disabled]")) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  const words = button.appendChild(document.createElement("span"));
  words.dataset.underWay = "";
  words.textContent = ` ${button.dataset.sending}`;
  button.setAttribute("aria-disabled", "true");
}

/** The buttons of a part of the page, or the one it is, wait no longer. */
function answered(root) {
  for (const words of root.querySelectorAll("[data-sending] > [data-under-way]")) {
    words.parentElement.removeAttribute("aria-disabled");
    words.remove();
  }
  for (const button of [...root.querySelectorAll("button"), ...(root.matches?.("button") ? [root] : [])]) {
    clearTimeout(waits.get(button));
    button.removeAttribute("aria-busy");
  }
}

function wire(root) {
  suggestZone(root);
  wireToasts(root);
  wireDialogs(root);
  wireCopies(root);
  wireLook(root);
}

document.addEventListener("htmx:configRequest", (event) => {
  event.detail.headers["X-CSRFToken"] = csrf();
});
document.addEventListener("submit", sendOnce, true);
document.addEventListener("htmx:beforeRequest", ({ detail }) => detail.elt.matches("button") && working(detail.elt)); // sends without its form
document.addEventListener("htmx:afterRequest", ({ detail }) => answered(detail.elt));
window.addEventListener("pageshow", () => answered(document));
let readOn = () => {};
document.addEventListener("htmx:beforeSwap", () => (readOn = reading()));
document.addEventListener("htmx:afterSwap", () => readOn());
for (const name of ["htmx:afterSwap", "scorekeeper:table"]) document.addEventListener(name, tellNews);
document.addEventListener("htmx:load", (event) => {
  if (event.detail.elt === document.body) return; // the page itself, wired below
  wire(event.detail.elt.parentElement ?? event.detail.elt);
  focusFirstError(event.detail.elt);
});
wire(document);
focusFirstError(document);
later(async () => tellNews());
if (document.querySelector("[data-people]")) import("./narrowing.js").catch(() => {}); // without it lists are long
if (document.querySelector("[data-scan]")) import("./scan.js").catch(() => {}); // without it codes are typed
if (document.querySelector("[data-find]")) import("./choosing.js").catch(() => {}); // without it names are typed
later(() => import("./kept.js")).catch(() => {}); // without it the page is one that needs its connection
