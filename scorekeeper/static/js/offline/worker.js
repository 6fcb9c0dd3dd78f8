// The service worker: it keeps the offline page and its files, shows that page where an address can't be reached, and
// sends what waits when the browser wakes it. It keeps no page of anybody and no answer of the API. What stands before
// it in the worker's script: PAGE, FILES, VERSION, and the outbox.

const CACHE = `scorekeeper-${VERSION}`;
const SOON = 5000; // milliseconds: a table that can't be reached by then is shown as this phone knows it
const TABLE = /^\/tables\/[0-9a-f-]{36}\/$/;
const DOWN = [502, 503, 504];

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request, url));
  else if (FILES.includes(url.pathname)) event.respondWith(file(request));
});
self.addEventListener("message", (event) => event.data === "watch" && event.waitUntil(self.clients.claim()));
self.addEventListener("sync", (event) => event.waitUntil(sendAll()));

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload", credentials: "omit" })));
  await self.skipWaiting();
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith("scorekeeper-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** Send what waits; the browser tries once more when something still does. */
async function sendAll() {
  await flush();
  if ((await allRows()).some((row) => row.state === WAITING)) throw new Error("not all is sent yet");
}

const kept = async (address) => (await caches.open(CACHE)).match(address, { ignoreSearch: true });

async function file(request) {
  return (await kept(request.url)) ?? fetch(request);
}

async function page(request, url) {
  if (url.pathname === PAGE) return (await kept(PAGE)) ?? fetch(request);
  try {
    const answer = await (TABLE.test(url.pathname) ? soon(fetch(request)) : fetch(request));
    if (!TABLE.test(url.pathname) || !DOWN.includes(answer.status)) return answer;
  } catch {
    // no connection: the page below
  }
  return (await kept(PAGE)) ?? Response.error();
}

/** The answer, if it comes soon. */
function soon(answer) {
  const late = new Promise((_resolve, reject) => setTimeout(() => reject(new Error("late")), SOON));
  return Promise.race([answer, late]);
}
