// A page that asks again by itself says as of when it is, and that it may be old once no answer comes.

// A page that has heard nothing for so long says that it may be old: `data-stale-after` seconds.
let heard = performance.now();
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) heard = performance.now();
});

// What was looked at and found unchanged is as of then: the answer says when, in the words of the page.
document.addEventListener("htmx:afterRequest", (event) => {
  const told = event.detail.xhr?.getResponseHeader("X-As-Of");
  if (!told) return;
  const now = decodeURIComponent(told);
  for (const said of event.detail.elt.querySelectorAll("[data-asof]")) {
    said.firstChild.data = said.firstChild.data.replace(said.dataset.asof, now);
    said.dataset.asof = now;
  }
});

function fade() {
  const silent = (performance.now() - heard) / 1000;
  for (const page of document.querySelectorAll("[data-stale-after]")) {
    page.classList.toggle("stale", silent > Number(page.dataset.staleAfter));
  }
}

setInterval(fade, 1000);
