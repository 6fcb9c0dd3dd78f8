// A season's race: the bars of all players after each evening, played from the first to the last or moved by hand.
// Who wants no motion sees one evening after the other.

const EVENING = 900; // ms from one evening to the next
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const figure = document.querySelector("[data-race]");

if (figure) {
  const { frames, bars } = JSON.parse(figure.dataset.race);
  const drawn = [...figure.querySelectorAll("[data-bar]")];
  const caption = figure.querySelector("[data-frame]");
  const controls = figure.querySelector("[data-race-controls]");
  const button = controls.querySelector("button");
  const range = controls.querySelector("input");
  const last = frames.length - 1;
  let at = last; // a whole number is an evening; between two of them bars are on their way
  let before = null; // when the last picture was drawn; null while nothing plays

  const between = (from, to, part) => from + (to - from) * part;

  function draw() {
    const from = Math.floor(at);
    const to = Math.min(from + 1, last);
    const part = at - from;
    const evening = Math.round(at);
    bars.forEach(({ x, width, y, figures }, place) => {
      const [name, points, bar] = drawn[place].children;
      const begins = y[from] ?? (part ? y[to] : null); // who is not ranked yet comes in with the next evening
      const ends = y[to] ?? begins;
      drawn[place].setAttribute("display", begins === null ? "none" : "inline");
      if (begins === null) return;
      drawn[place].setAttribute("transform", `translate(0 ${between(begins, ends, part)})`);
      bar.setAttribute("x", between(x[from], x[to], part));
      bar.setAttribute("width", between(width[from], width[to], part));
      points.textContent = figures[evening] || figures[to];
    });
    caption.textContent = frames[evening];
    range.value = evening;
    range.setAttribute("aria-valuetext", frames[evening]);
  }

  function turn(plays) {
    if (plays === (before !== null)) return;
    [button.dataset.other, button.textContent] = [button.textContent.trim(), button.dataset.other];
    before = plays ? performance.now() : null;
    if (plays) requestAnimationFrame(step);
  }

  function step(now) {
    if (before === null) return;
    const gone = (now - before) / EVENING;
    if (!calm.matches || gone >= 1) {
      at = Math.min(calm.matches ? at + 1 : at + Math.max(gone, 0), last);
      before = now;
      draw();
    }
    if (at === last) turn(false);
    else requestAnimationFrame(step);
  }

  button.addEventListener("click", () => {
    if (before === null && at === last) at = 0;
    if (calm.matches) at = Math.floor(at);
    draw();
    turn(before === null);
  });
  range.addEventListener("input", () => {
    turn(false);
    at = Number(range.value);
    draw();
  });
  controls.hidden = false;
}
