// The draft of a hand outlives a reload: one for each table, until its hand is kept.

const draftKey = (id) => `offline:${id}`;

export function readDraft(id) {
  try {
    return JSON.parse(sessionStorage.getItem(draftKey(id))) ?? {};
  } catch {
    return {};
  }
}

export function writeDraft(id, draft) {
  try {
    sessionStorage.setItem(draftKey(id), JSON.stringify(draft));
  } catch {
    // a browser that keeps nothing
  }
}

export function forgetDraft(id) {
  try {
    sessionStorage.removeItem(draftKey(id));
  } catch {
    // nothing was kept
  }
}
