// The screen of a room on a machine that nobody looks after: it stays awake, tells the time of day, fills the screen
// after a tap or the key F, and loads itself anew when it has heard nothing for long. That it filled the screen is
// remembered: a browser lets no page do so by itself, so after a reload one tap brings it back.

const KEPT = "kiosk";
const SILENT = 180_000; // ms without an answer until the whole page is loaded anew
const AGAIN = 30_000;
const page = document.documentElement;

let lock = null;
async function stayAwake() {
  if (document.visibilityState !== "visible" || (lock && !lock.released)) return;
  lock = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
}

const remembered = () => {
  try {
    return localStorage.getItem(KEPT) === "1";
  } catch {
    return false;
  }
};

function remember(isFull) {
  try {
    if (isFull) localStorage.setItem(KEPT, "1");
    else localStorage.removeItem(KEPT);
  } catch {
    // without storage nothing is remembered
  }
}

function hint() {
  for (const words of document.querySelectorAll("[data-hint]")) {
    words.hidden = Boolean(document.fullscreenElement) || !(remembered() || moved);
  }
}

let moved = false;
let still = 0;
document.addEventListener("pointermove", () => {
  moved = true;
  hint();
  clearTimeout(still);
  still = setTimeout(() => {
    moved = false;
    hint();
  }, 4000);
});

async function fill() {
  if (document.fullscreenElement || !page.requestFullscreen) return;
  const filled = await page.requestFullscreen().then(
    () => true,
    () => false,
  );
  if (filled) remember(true);
  hint();
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("a, button, input")) fill();
});
document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() === "f" && !event.ctrlKey && !event.metaKey && !event.altKey) fill();
});
document.addEventListener("keyup", (event) => {
  if (event.key === "Escape") remember(false);
});
document.addEventListener("fullscreenchange", hint);
document.addEventListener("htmx:afterSwap", hint);

// The time of day where the room is: the server has told it, this counts on.
const seen = new WeakMap();
const two = (number) => String(number).padStart(2, "0");
function tellTime() {
  for (const day of document.querySelectorAll("[data-day]")) {
    if (!/^\d{1,2}:\d\d$/.test(day.textContent.trim())) continue;
    if (!seen.has(day)) seen.set(day, Date.now());
    const [hours, minutes, seconds] = day.dataset.day.split(":").map(Number);
    const now = hours * 3600 + minutes * 60 + seconds + Math.floor((Date.now() - seen.get(day)) / 1000);
    const text = `${two(Math.floor(now / 3600) % 24)}:${two(Math.floor(now / 60) % 60)}`;
    if (day.textContent !== text) day.textContent = text;
  }
}

// After sleep, or when the connection was gone for long: only once the server answers, so that no error page stays.
let heard = Date.now();
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.successful) heard = Date.now();
});
async function anew() {
  if (Date.now() - heard < SILENT) return;
  const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}

document.addEventListener("visibilitychange", () => {
  stayAwake();
  if (document.visibilityState === "visible") anew();
});
window.addEventListener("online", anew);
setInterval(anew, AGAIN);
setInterval(tellTime, 1000);
setInterval(stayAwake, AGAIN);
stayAwake();
tellTime();
hint();
