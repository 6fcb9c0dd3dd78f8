// Counts on what the server has said of a clock: `data-left` are the seconds it had when the page was made, `data-runs`
// says that it runs. Once time is up it counts what is over, with a plus and the mark of it.

import "./stale.js";

const HOUR = 3600;
const MINUTE = 60;
const two = (number) => String(number).padStart(2, "0");

/** 23:40, with hours from the first on; over time a plus before what it is over. */
export function told(seconds) {
  const whole = Math.abs(seconds);
  const [hours, minutes, single] = [Math.floor(whole / HOUR), Math.floor((whole % HOUR) / MINUTE), whole % MINUTE];
  const shown = hours ? `${hours}:${two(minutes)}:${two(single)}` : `${minutes}:${two(single)}`;
  return seconds < 0 ? `+${shown}` : shown;
}

const seen = new WeakMap(); // when each clock came onto the page

function tick() {
  for (const clock of document.querySelectorAll("[data-left][data-runs]")) {
    if (!seen.has(clock)) seen.set(clock, performance.now());
    const left = Number(clock.dataset.left) - Math.floor((performance.now() - seen.get(clock)) / 1000);
    const text = told(left);
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("over", left < 0);
    clock.classList.toggle("hours", Math.abs(left) >= HOUR);
    for (const said of document.querySelectorAll("[data-over-time]")) {
      const words = left < 0 ? said.dataset.overTime : said.dataset.inTime;
      if (said.textContent !== words) said.textContent = words;
    }
  }
}

// A page that renews itself keeps how far somebody has scrolled sideways, what they have opened and what they have ticked.
const RENEWED = "#part, #public";
const WIDE = ".bracket, .sheet-scroll";
let was = null;
const each = (page, what) => [...page.querySelectorAll(what)];
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const page = detail.target.closest(RENEWED);
  was = page && {
    left: each(page, WIDE).map((one) => one.scrollLeft),
    open: each(page, "details").map((one) => one.open),
    ticked: each(page, "input:checked").map((one) => `[name="${one.name}"][value="${one.value}"]`),
  };
});
document.addEventListener("htmx:afterSwap", () => {
  const page = was && document.querySelector(RENEWED);
  if (!page) return;
  each(page, WIDE).forEach((one, at) => (one.scrollLeft = was.left[at] ?? 0));
  each(page, "details").forEach((one, at) => (one.open = was.open[at] ?? one.open));
  for (const ticked of was.ticked.map((one) => page.querySelector(one))) if (ticked) ticked.checked = true;
  was = null;
});

tick();
setInterval(tick, 250);
