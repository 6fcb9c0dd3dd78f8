// The button that prints; the browser's own menu does the same.
const button = document.querySelector("[data-print]");
button.hidden = false;
button.addEventListener("click", () => window.print());

// A sheet of one page is made as narrow as the screen, so that nothing of it is cut off; or shown as large as on paper.
const sheets = [...document.querySelectorAll(".a4:not(.flows)")];
const other = document.querySelector("[data-fit]");
let isLarge = false;

function fit() {
  for (const sheet of sheets) sheet.style.removeProperty("--fit"); // else older browsers measure what is smaller already
  const widest = Math.max(0, ...sheets.map((sheet) => sheet.offsetWidth));
  const ratio = Math.min(1, document.documentElement.clientWidth / widest);
  for (const sheet of sheets) sheet.style.setProperty("--fit", isLarge ? 1 : ratio);
  if (other) other.hidden = !widest || ratio === 1;
}

other?.addEventListener("click", () => {
  isLarge = !isLarge;
  [other.dataset.fit, other.textContent] = [other.textContent.trim(), other.dataset.fit];
  fit();
});
window.addEventListener("resize", fit);
fit();
