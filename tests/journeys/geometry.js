// What is wrong with where things stand on the page as it is drawn now, a line for each thing. The window is scrolled
// for it, and stands at the top again afterwards.
() => {
  const EDGE = 1.5; // pixels that rounding may cost
  const TARGET = 43.5; // 44 px, less what rounding may cost
  const GROUPS = ".boxes, .halves, .ladder, .wins, .stepper, .seg, nav.tabs";
  const CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  const HOLDERS = ".box, .btn, .numbox, .toast, .note, .bar, .half, button, th, td, summary, nav.tabs a, .told-saved";
  const PAPER = ".a4, .paper.picture, article.paper, .table-cards"; // as large as paper is: what is printed has tests of its own
  const faults = [];
  const pen = document.createElement("canvas").getContext("2d");

  const words = (text) => text.replace(/\s+/g, " ").trim().slice(0, 40);
  const called = (element) =>
    element.tagName.toLowerCase() + [...element.classList].slice(0, 4).map((name) => `.${name}`).join("");
  const say = (kind, element, text, detail = "") => {
    const within = element.closest("[id]");
    const where = within && within !== element ? ` in #${within.id}` : "";
    faults.push(`${kind}: ${called(element)}${where} "${words(text)}"${detail && ` (${detail})`}`);
  };
  const isSeen = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest(".vh, .skip, svg, [inert]");
  const round = (number) => Math.round(number * 10) / 10;

  // Children of a group fill its row.
  for (const group of document.querySelectorAll(GROUPS)) {
    if (!isSeen(group)) continue;
    const style = getComputedStyle(group);
    const outer = group.getBoundingClientRect();
    const [start, end, top] = ["Left", "Right", "Top"].map(
      (side) => parseFloat(style[`border${side}Width`]) + parseFloat(style[`padding${side}`]),
    );
    const gap = parseFloat(style.columnGap) || 0;
    const rows = [];
    for (const child of group.children) {
      if (!isSeen(child) || ["absolute", "fixed"].includes(getComputedStyle(child).position)) continue;
      const box = child.getBoundingClientRect();
      if (box.width < 2) continue;
      const row = rows.find((other) => box.top < other.bottom - EDGE && box.bottom > other.top + EDGE);
      if (!row) rows.push({ top: box.top, bottom: box.bottom, boxes: [box] });
      else {
        row.top = Math.min(row.top, box.top);
        row.bottom = Math.max(row.bottom, box.bottom);
        row.boxes.push(box);
      }
    }
    for (const { boxes, top: highest, bottom } of rows) {
      boxes.sort((one, other) => one.left - other.left);
      const bare = [boxes[0].left - (outer.left + start), outer.right - end - boxes.at(-1).right];
      for (let place = 1; place < boxes.length; place += 1) {
        bare.push(boxes[place].left - boxes[place - 1].right - gap);
      }
      if (Math.max(...bare.map(Math.abs)) > EDGE + 1) {
        say("row not filled", group, group.innerText, `${boxes.length} boxes leave ${bare.map(round)} px`);
      }
      if (group.matches(".boxes") && boxes.some((box) => box.bottom < bottom - EDGE || box.top > highest + EDGE)) {
        say("row not filled", group, group.innerText, "boxes of a row differ in height");
      }
    }
    if (group.matches(".boxes") && rows.length && rows[0].top - outer.top - top > EDGE) {
      say("row not filled", group, group.innerText, "bare above the first row");
    }
  }

  // No text is cut by its box or one around it, and none stands out of its box.
  const told = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement;
    if (!text.data.trim() || parent.closest("script, style, template, option, textarea") || !isSeen(parent)) continue;
    if (parent.closest(PAPER)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const lines = [...range.getClientRects()].filter(({ width }) => width > 0.5);
    if (!lines.length) continue;
    const font = getComputedStyle(parent);
    pen.font = `${font.fontStyle} ${font.fontWeight} ${font.fontSize} ${font.fontFamily}`;
    const ink = pen.measureText(text.data);
    const below = ink.fontBoundingBoxDescent - ink.actualBoundingBoxDescent; // blank under the letters
    const above = ink.fontBoundingBoxAscent - ink.actualBoundingBoxAscent;
    const seen = {
      left: Math.min(...lines.map(({ left }) => left)),
      right: Math.max(...lines.map(({ right }) => right)),
      top: Math.min(...lines.map(({ top }) => top)) + above,
      bottom: Math.max(...lines.map(({ bottom }) => bottom)) - below,
    };
    const holder = parent.closest(HOLDERS);
    if (holder && isSeen(holder) && !told.has(holder)) {
      const box = holder.getBoundingClientRect();
      const out = { left: box.left - seen.left, right: seen.right - box.right, bottom: seen.bottom - box.bottom };
      const [side, most] = Object.entries(out).reduce((one, other) => (other[1] > one[1] ? other : one));
      if (most > EDGE && !scrolls(parent, holder)) {
        told.add(holder);
        say("text stands out", holder, text.data, `${round(most)} px at the ${side}`);
        continue;
      }
    }
    const free = { x: false, y: false };
    for (let around = parent; around && around !== document.documentElement; around = around.parentElement) {
      const style = getComputedStyle(around);
      free.x ||= /auto|scroll/.test(style.overflowX);
      free.y ||= /auto|scroll/.test(style.overflowY);
      const cuts = (way) => /hidden|clip/.test(way === "x" ? style.overflowX : style.overflowY) && !free[way];
      if (!cuts("x") && !cuts("y")) continue;
      const box = around.getBoundingClientRect();
      const wide = cuts("x") ? Math.max(box.left - seen.left, seen.right - box.right) : 0;
      const high = cuts("y") ? Math.max(box.top - seen.top, seen.bottom - box.bottom) : 0;
      if (Math.max(wide, high) <= EDGE || told.has(around)) continue;
      told.add(around);
      say("text is cut", around, text.data, wide > high ? `${round(wide)} px wide` : `${round(high)} px high`);
      break;
    }
  }

  // In the head of a column, a word of up to eight letters (a first name) is whole on every phone but the narrowest.
  for (const head of innerWidth < 390 ? [] : document.querySelectorAll("thead th")) {
    if (!isSeen(head) || head.closest(PAPER)) continue;
    const inside = document.createTreeWalker(head, NodeFilter.SHOW_TEXT);
    for (let text = inside.nextNode(); text; text = inside.nextNode()) {
      if (!isSeen(text.parentElement)) continue;
      for (const { 0: word, index } of text.data.matchAll(/(?<!\p{L})\p{L}{2,8}(?!\p{L})/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) say("word broken", head, word);
      }
    }
  }

  function scrolls(element, holder) {
    for (let around = element; around !== holder; around = around.parentElement) {
      if (/auto|scroll|hidden|clip/.test(getComputedStyle(around).overflowX)) return true;
    }
    return false;
  }

  // Save is at the thumb: in sight without scrolling, and on a phone in the lower half.
  for (const save of document.querySelectorAll(".entry [data-save], .entry [data-results] .win")) {
    if (!isSeen(save)) continue;
    const { top, bottom } = save.getBoundingClientRect();
    const isLow = innerWidth >= 760 || bottom > innerHeight / 2;
    if (top < 0 || bottom > innerHeight + EDGE || !isLow) {
      say("not at the thumb", save, save.innerText, `${round(top)} to ${round(bottom)} of ${innerHeight} px`);
    }
  }

  // Each control can be reached, and is 44 px high and wide; a link inside a sentence is as high as its line.
  const owner = (hit) => {
    const part = hit?.closest("a[href], button, input, select, textarea, summary, label");
    return part?.control ?? part;
  };
  const isTheirs = (hit, control) => Boolean(hit) && (owner(hit) === control || control.contains(hit));
  const reach = (control, x, y, [right, down]) => {
    let steps = 0;
    while (steps < 60 && isTheirs(document.elementFromPoint(x + right * steps, y + down * steps), control)) steps += 1;
    return steps;
  };
  const isInSentence = (link) => {
    if (!link.matches("a[href], button") || getComputedStyle(link).display !== "inline") return false;
    let block = link.parentElement;
    while (getComputedStyle(block).display.startsWith("inline")) block = block.parentElement;
    const copy = block.cloneNode(true);
    for (const part of copy.querySelectorAll("a, button, .vh, table, ul, ol, form")) part.remove();
    return (copy.textContent.match(/[\p{L}\p{M}]{2,}/gu) ?? []).length > 1;
  };
  const isFree = (control) => {
    const box = [...control.getClientRects()].find(({ width }) => width > 1);
    if (!box) return null;
    const x = (box.left + box.right) / 2;
    const y = (box.top + box.bottom) / 2;
    return { x, y, box, hit: document.elementFromPoint(x, y) };
  };
  const controls = [...document.querySelectorAll(CONTROLS)].filter(isSeen);
  for (const control of controls) {
    const label = control.matches("input") && control.closest("label");
    const target = label || control;
    let at = isFree(target);
    if (!at) continue;
    const { x, y } = at;
    const inside = x > 0 && y > 60 && x < innerWidth && y < innerHeight - 120;
    if (!inside || !isTheirs(at.hit, control)) {
      target.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
      at = isFree(target);
    }
    const name = control.innerText || label?.innerText || control.getAttribute("aria-label") || control.name || "";
    if (!isTheirs(at.hit, control)) {
      say("covered", target, name, at.hit ? `by ${called(at.hit)}` : "outside of the window");
      continue;
    }
    const fragments = [...target.getClientRects()].filter((part) => part.width > 1);
    const { width, height } = fragments.length > 1 ? target.getBoundingClientRect() : at.box; // a link over two lines
    if (Math.min(width, height) >= TARGET || isInSentence(control)) continue;
    const across = width >= TARGET ? width : reach(control, at.x, at.y, [1, 0]) + reach(control, at.x, at.y, [-1, 0]) - 1;
    const down = height >= TARGET ? height : reach(control, at.x, at.y, [0, 1]) + reach(control, at.x, at.y, [0, -1]) - 1;
    if (Math.min(across, down) < TARGET - 1) say("target too small", target, name, `${round(across)} x ${round(down)} px`);
  }

  // Columns are as wide as they are meant to be: a caption out of its table would be the first row of a fixed one.
  for (const table of document.querySelectorAll("table")) {
    const caption = table.caption && getComputedStyle(table.caption).position;
    if (caption === "absolute" && getComputedStyle(table).tableLayout === "fixed") {
      say("columns without their widths", table, table.caption.textContent);
    }
  }

  // Fields beside each other stand level: by their labels, or by their boxes where a label is longer.
  for (const field of document.querySelectorAll(".field")) {
    const next = field.nextElementSibling;
    if (!next?.matches(".field") || !isSeen(field) || !isSeen(next)) continue;
    const [label, box, otherLabel, otherBox] = [field, next].flatMap((each) =>
      ["label, legend", "input, select, textarea"].map((part) => each.querySelector(part)?.getBoundingClientRect()),
    );
    if (!label || !box || !otherLabel || !otherBox || box.right > otherBox.left + EDGE) continue;
    const apart = [otherLabel.top - label.top, otherBox.bottom - box.bottom];
    if (apart.every((step) => Math.abs(step) > EDGE)) {
      say("not level with the field beside it", next, next.innerText, `${apart.map(round)} px`);
    }
  }

  // What stands under a field keeps away from it: the label of the next one, and a button.
  const below = [...document.querySelectorAll(".btn, .field > label, .field > legend")].filter(isSeen);
  for (const field of document.querySelectorAll(".field")) {
    if (!isSeen(field) || field.closest("table")) continue;
    const box = field.getBoundingClientRect();
    for (const other of below) {
      const { left, right, top } = other.getBoundingClientRect();
      if (field.contains(other) || left > box.right - EDGE || right < box.left + EDGE) continue;
      const gap = top - box.bottom;
      if (gap > -EDGE && gap < 6) say("touches the field above it", other, other.innerText, `${round(gap)} px`);
    }
  }
  scrollTo({ top: 0, behavior: "instant" });
  return faults;
};
