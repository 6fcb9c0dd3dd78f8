// From the boxes of a form to the plain record of a game, as scorekeeper/play/forms.py reads them.

import { smallest } from "./amounts.js";

const MOST_PLACES = 20; // of a list

/** [[name, value], ...] of the fields that were filledFields. */
function filledFields(data) {
  const fields = new Map();
  for (const [name, value] of data) {
    if (typeof value !== "string") continue;
    if (name.startsWith("set-")) for (const [field, text] of new URLSearchParams(value)) fields.set(field, text);
    else if (value !== "") fields.set(name.replace(/^cents-/, ""), name.startsWith("cents-") ? cents(value) : value);
  }
  return fields;
}

function cents(text) {
  return String(smallest(text, 2) ?? text);
}

function plain(text) {
  if (text === "true" || text === "false") return text === "true";
  return /^[0-9]{1,10}$/.test(text) ? Number(text) : text;
}

function fromJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Dotted names as objects, and as lists where all names below are numbers. */
function nested(fields) {
  const tree = {};
  for (const [name, value] of fields) {
    const [first, ...rest] = name.split(".");
    if (!rest.length) tree[first] = { value };
    else (tree[first] ??= { below: [] }).below?.push([rest.join("."), value]);
  }
  return Object.fromEntries(Object.entries(tree).map(([name, { value, below }]) => [name, below ? listOrObject(below) : value]));
}

function listOrObject(below) {
  const found = nested(below);
  const names = Object.keys(found);
  if (!names.every((name) => /^[0-9]+$/.test(name) && Number(name) < MOST_PLACES)) return found;
  return Array.from({ length: Math.max(...names.map(Number)) + 1 }, (_, place) => found[place] ?? null);
}

/** The record of the kind that was chosen; `kinds` is {kind: {field: whether it is a list}}. */
export function recordOf(data, kinds) {
  const fields = filledFields(data);
  const kind = fields.get("kind") ?? Object.keys(kinds)[0];
  const known = kinds[kind];
  if (!known) return { kind };
  const leftOut = new Set([...fields].filter(([name]) => name.startsWith("unless-") && fields.has(name.slice(7))).map(([, value]) => value));
  const isKnown = (name) => name in known && !leftOut.has(name);
  const places = new Set([...fields.keys()].filter((name) => name.includes(".")).map((name) => name.split(".")[0]));
  const wanted = [...fields]
    .filter(([name]) => isKnown(name.split(".")[0]) && !(places.has(name) && known[name]))
    .map(([name, text]) => [name, plain(text)]);
  const lists = Object.keys(known).filter((name) => isKnown(name) && fields.has(`json-${name}`));
  return {
    ...nested([...wanted, ["kind", kind]]),
    ...Object.fromEntries(lists.map((name) => [name, fromJson(fields.get(`json-${name}`))])),
  };
}
