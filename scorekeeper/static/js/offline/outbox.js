// What was recorded on this phone and is not yet known to be on the server. The same file in the pages and in the
// worker, where there are no modules: it imports nothing, and each export stands at the head of its line.
//
// A row of the outbox is {key, order, table, owner, kind: hand | undo | dealer | open, state, tries, answer, made_at, ...}. The key
// is the one the server knows it by, so sending it again is harmless; nothing leaves the outbox but what the server
// has, or what somebody at this phone lets go of.

const DATABASE = "scorekeeper";
const LOCK = "scorekeeper-outbox";
const PATIENCE = 12_000; // milliseconds until an answer is given up
const KEPT = [401, 403, 408, 425, 429]; // not this time: sent again later, as after any fault of the server
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(LOCK) : null;
const listeners = [];
let opened = null;
let notBefore = 0; // the server asked for patience until then, by a clock that nobody can set

export const WAITING = "waiting";
export const SENDING = "sending";
export const NEEDS_YOU = "needs_you";
export const SENT = "sent"; // the server has it, this phone's picture of the table does not show it yet
export const DEVICE = "device"; // of whoever holds this phone, by a table pass

// The database

const asked = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function database() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("outbox", { keyPath: "key" }).createIndex("order", "order", { unique: true });
      request.result.createObjectStore("tables", { keyPath: "id" });
      request.result.createObjectStore("notes");
    };
    request.onsuccess = () => {
      request.result.onversionchange = () => {
        request.result.close();
        opened = null; // a closed one keeps nothing: the next hand opens it anew
      };
      request.result.onclose = () => (opened = null);
      resolve(request.result);
    };
    request.onerror = () => {
      opened = null;
      reject(request.error);
    };
  });
  return opened;
}

/** Do `work(store)` in one transaction that is on the disk when this resolves; `store(name)` is an object store. */
export async function change(names, work) {
  const transaction = (await database()).transaction(names, "readwrite", { durability: "strict" });
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
  done.catch(() => {}); // told below
  const result = await work((name) => transaction.objectStore(name), asked);
  await done;
  return result;
}

async function read(name, work) {
  const transaction = (await database()).transaction(name, "readonly");
  return asked(work(transaction.objectStore(name)));
}

/** Every row, in the order in which they were recorded. */
export const allRows = () => read("outbox", (store) => store.index("order").getAll());
export const allTables = () => read("tables", (store) => store.getAll());
export const tableOf = (id) => read("tables", (store) => store.get(id));
export const noteOf = (name) => read("notes", (store) => store.get(name));

/** Keep a note about this phone: who is signed in, what opens a table. */
export async function keepNote(name, value) {
  await change(["notes"], (store, ask) => ask(store("notes").put(value, name)));
}

/** Call this whenever rows or tables have changed, in this page or another. */
export function onChange(listener) {
  listeners.push(listener);
}

export function announce() {
  for (const listener of listeners) listener();
  channel?.postMessage("changed");
}

channel?.addEventListener("message", () => {
  for (const listener of listeners) listener();
});

/** Keep something to be sent. A key that is here already is not kept twice. */
export async function add(row) {
  await change(["outbox"], async (store, ask) => append(store("outbox"), ask, row));
  announce();
}

/** The same as a part of a change of the outbox. */
export async function append(outbox, ask, row) {
  if (await ask(outbox.get(row.key))) return;
  const last = await ask(outbox.index("order").openKeyCursor(null, "prev"));
  const empty = { state: WAITING, tries: 0, answer: null, made_at: new Date().toISOString() };
  await ask(outbox.add({ ...empty, ...row, order: (last?.key ?? 0) + 1 }));
}

/**
 * Keep a table as the server shows it; what it shows already leaves the outbox. While it is not known whether the server
 * has what was sent from here, the picture before it stays: the new one may show what is counted on top of it.
 */
export async function keepTable(snapshot) {
  await change(["tables", "outbox"], async (store, ask) => {
    const before = await ask(store("tables").get(snapshot.id));
    if (before?.revision > snapshot.revision) return;
    const rows = (await ask(store("outbox").getAll())).filter((row) => row.table === snapshot.id);
    if (before && rows.some(mayBeThere)) return;
    await ask(store("tables").put({ ...snapshot, kept_at: new Date().toISOString() }));
    for (const row of rows) {
      const isShown = row.state === SENT && row.revision <= snapshot.revision;
      if (isShown && !row.difference) await ask(store("outbox").delete(row.key));
    }
  });
  announce();
}

// Sending

const isUnsent = (row) => row.state !== SENT;

/** Whether a row was sent and nobody knows what became of it. */
const mayBeThere = (row) => row.state === SENDING || (row.state === WAITING && row.was_lost);

/** Whose rows may go out: those of this phone, and those of who is signed in now. */
export const isOf = (row, reader) => row.owner === DEVICE || row.owner === reader;

/** Send what waits, table by table, each strictly in order. One page or worker at a time does so. */
export async function flush() {
  if (!navigator.locks || performance.now() < notBefore) return;
  await navigator.locks.request(LOCK, async () => {
    const rows = (await allRows()).filter((row) => isUnsent(row) || (row.difference && !row.difference.told));
    if (!rows.length) return;
    const session = await whoIsThere();
    await keepNote("session", session);
    const tables = new Set(rows.filter((row) => session && isOf(row, session.reader)).map((row) => row.table));
    if (tables.size && !session.token) Object.assign(session, await whoIsThere("?new"));
    for (const table of tables) {
      if (!(await sendTable(table, session))) break;
    }
    announce();
  });
}

/**
 * A form token and who is signed in, from the server itself; null without a connection. A browser that has no token yet
 * asks for a `?new` one where it has something to send: see the server's `token`.
 */
async function whoIsThere(query = "") {
  const { status, data } = await request(`/offline/token/${query}`);
  return status === 200 && typeof data.token === "string" && typeof data.reader === "string" ? data : null;
}

/** Send the rows of a table until one has to wait; false when there is no connection for any. */
async function sendTable(table, session) {
  let here = table;
  let status = 200;
  for (;;) {
    const row = (await allRows()).find((one) => one.table === here && isUnsent(one));
    if (!row || row.state === NEEDS_YOU || !isOf(row, session.reader)) break;
    const begun = await begin(row);
    if (!begun) continue; // taken back a moment ago
    const answer = await deliver(begun, session);
    here = await settle(begun, answer);
    ({ status } = answer);
    if (status !== 200 && status !== 201) break;
  }
  if (status === 0) return false;
  await tellDifferences(here, session);
  await refresh(here);
  return true;
}

/** Fetch the table as it stands now. */
export async function refresh(table) {
  const { status, data } = await request(`/offline/tables/${table}/`);
  if (status === 200 && data.id === table) await keepTable(data);
  return status;
}

/** How each kind is sent: where to, and what. */
const LETTERS = {
  hand: (row) => [`/api/v1/sittings/${row.table}/hands`, { record: row.record, ...(row.number ? { number: row.number } : {}) }],
  undo: (row) => [`/api/v1/sittings/${row.table}/undo`, { hand: row.hand }],
  dealer: (row) => [`/api/v1/sittings/${row.table}/dealer`, { seat: row.seat }],
  open: (row) => [row.club ? `/api/v1/clubs/${row.club}/sittings` : "/offline/tables/", row.opening], // or nobody's club
};

/** The row as it goes out now; null if it has left the outbox. From here on it may be on the server. */
async function begin({ key }) {
  const begun = await change(["outbox"], async (store, ask) => {
    const row = await ask(store("outbox").get(key));
    if (!row) return null;
    const sending = { ...row, state: SENDING, tries: row.tries + 1 };
    await ask(store("outbox").put(sending));
    return sending;
  });
  announce();
  return begun;
}

/** What every letter says of the page it leaves from: refusals come in its language. The service worker has no page. */
const ofPage = (session) => ({
  "Content-Type": "application/json",
  "X-CSRFToken": session.token,
  "Accept-Language": globalThis.document?.documentElement.lang ?? navigator.language,
});

async function deliver(row, session) {
  const [address, body] = LETTERS[row.kind](row);
  const answer = await request(address, {
    method: "POST",
    headers: { ...ofPage(session), "Idempotency-Key": row.key },
    body: JSON.stringify(body),
  });
  const isOurs = row.kind === "hand" ? answer.data?.key === row.key : typeof answer.data?.id === "string";
  return answer.status < 300 && !isOurs ? { status: 0, data: null } : answer;
}

/** Ask the server. Status 0: no answer, or one that is not the server's own (a hotel's page, a proxy's). */
async function request(address, options = {}) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  try {
    const response = await fetch(address, {
      credentials: "same-origin",
      cache: "no-store",
      redirect: "error",
      signal: patience.signal,
      ...options,
    });
    if (response.headers.get("Retry-After")) wait(response.headers.get("Retry-After"));
    if (response.status >= 500) return { status: response.status, data: {} };
    return { status: response.status, data: await response.json() };
  } catch {
    return { status: 0, data: null };
  } finally {
    clearTimeout(timer);
  }
}

function wait(seconds) {
  notBefore = performance.now() + Math.min(Number(seconds) || 0, 300) * 1000;
}

/** What became of a row; the table its followers belong to. */
async function settle(row, { status, data }) {
  if (status === 200 || status === 201) return row.kind === "open" ? isOpened(row, data) : isSent(row, data);
  const isLost = status === 0 || status >= 500;
  const isKept = isLost || KEPT.includes(status);
  // What a later answer says of another try takes nothing back of the one that was lost.
  await put(row.key, { state: isKept ? WAITING : NEEDS_YOU, answer: told(status, data), was_lost: isLost || row.was_lost });
  return row.table;
}

const told = (status, data) => ({
  status,
  code: data?.code ?? data?.errors?.[0]?.code ?? "",
  detail: data?.detail ?? "",
  standing: data?.standing ?? null,
});

async function isSent(row, data) {
  const difference = row.kind === "hand" ? differenceOf(row, data) : null;
  await change(["outbox"], async (store, ask) => {
    const outbox = store("outbox");
    for (const other of await ask(outbox.getAll())) {
      if (other.key === row.key) {
        await ask(outbox.put({ ...other, state: SENT, hand: data.id, revision: data.state.revision, difference }));
      } else if (other.takes_back === row.key) {
        await ask(outbox.put({ ...other, hand: data.id }));
      }
    }
  });
  return row.table;
}

/** A table that was opened here has an id of the server's own now: everything that waits for it moves there. */
async function isOpened(row, data) {
  await change(["outbox", "tables", "notes"], async (store, ask) => {
    const outbox = store("outbox");
    const table = await ask(store("tables").get(row.table));
    await ask(outbox.delete(row.key));
    for (const other of await ask(outbox.getAll())) {
      if (other.table === row.table) await ask(outbox.put({ ...other, table: data.id }));
    }
    if (table) await ask(store("tables").put({ ...table, id: data.id, is_local: false, revision: 0 }));
    await ask(store("tables").delete(row.table));
    await ask(store("notes").put(data.id, `opened:${row.table}`));
  });
  return data.id;
}

async function put(key, fields) {
  await change(["outbox"], async (store, ask) => {
    const row = await ask(store("outbox").get(key));
    if (row) await ask(store("outbox").put({ ...row, ...fields }));
  });
}

// What the phone had shown, against what the server says

/** {"seat measure": amount}, without what comes to nothing. */
function sums(lines) {
  const found = {};
  for (const [seat, measure, amount] of lines) {
    const place = `${seat} ${measure}`;
    found[place] = (found[place] ?? 0) + amount;
    if (!found[place]) delete found[place];
  }
  return found;
}

function differenceOf(row, data) {
  if (!row.shown) return null;
  const stands = data.outcome.lines.map(({ seat, measure, amount }) => [seat, measure, amount]);
  const [one, other] = [sums(row.shown.lines), sums(stands)];
  const isSame = Object.keys(one).length === Object.keys(other).length &&
    Object.keys(one).every((place) => one[place] === other[place]);
  return isSame ? null : { said: data.outcome.said, told: false };
}

async function tellDifferences(table, session) {
  for (const row of await allRows()) {
    if (row.table !== table || !row.difference || row.difference.told) continue;
    const { status } = await request(`/offline/tables/${table}/differences/`, {
      method: "POST",
      headers: ofPage(session),
      body: JSON.stringify({ key: row.key, ...row.shown }),
    });
    if (status === 200) await put(row.key, { difference: { ...row.difference, told: true } });
  }
}
