// Who is dragged onto somebody else with a mouse or a pen changes places with them, or gets their place: the form of the
// page is filled in and sent; `data-swap` names its two fields. A finger scrolls; there, and by keys, the page's own
// buttons and lists do the same.
const FAR = 6; // pixels: below it is a click
const form = document.querySelector("form[data-swap]");
let dragged = null;
let begun = null;
let onto = null;
let ends = null;

function under(event) {
  const place = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-place]");
  return place === dragged.place ? null : place;
}

function mark(place) {
  onto?.classList.remove("onto");
  onto = place ?? null;
  onto?.classList.add("onto");
}

function move(event) {
  if (!begun && Math.hypot(event.clientX - dragged.x, event.clientY - dragged.y) < FAR) return;
  begun = true;
  dragged.place.classList.add("dragged");
  mark(under(event));
}

/** By name alone: where a long list is narrowed by typing, its id is that of the text field. */
function fill(name, value) {
  const field = form.querySelector(`[name="${name}"]`);
  field.value = value;
  field.dispatchEvent(new Event("change"));
}

function end(event) {
  ends.abort();
  document.removeEventListener("pointermove", move);
  dragged.place.classList.remove("dragged");
  const [from, to, was] = [dragged.place, onto, begun];
  mark(null);
  dragged = begun = null;
  if (event.type !== "pointerup" || !was || !to) return;
  const [one, other] = form.dataset.swap.split(" ");
  fill(one, from.dataset.place);
  fill(other, to.dataset.onto ?? to.dataset.place);
  const seenAt = from.id || to.closest("section").getAttribute("aria-labelledby"); // seen again there
  form.action = `${form.action.split("#")[0]}#${seenAt}`;
  form.requestSubmit();
}

function start(event) {
  if (event.pointerType === "touch" || event.button !== 0 || event.target.closest("a, button")) return;
  event.preventDefault(); // no text is marked meanwhile
  dragged = { place: event.currentTarget, x: event.clientX, y: event.clientY };
  document.addEventListener("pointermove", move);
  ends = new AbortController();
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, end, { signal: ends.signal });
}

for (const place of form ? document.querySelectorAll("[data-place]") : []) {
  place.classList.add("can-drag");
  place.addEventListener("pointerdown", start);
}
