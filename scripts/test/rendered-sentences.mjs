/** Records for every test file which quoted sentences of the spec map appeared on its page, in its console or in an error that it threw. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, expect } from "vitest";
import { parseRows } from "../check/documents/check-spec-map.mjs";
import { doneSentences, findRendered, RENDERED, SPEC_MAP } from "../check/documents/spec-sentences.mjs";
import { ROOT } from "../run/paths.mjs";

/** Attributes that contain text. */
const ATTRIBUTES = ["aria-label", "aria-description", "title", "alt", "placeholder", "data-placeholder"];

/** Elements inside a sentence, whose parent contains more of the sentence. */
const INLINE = new Set(["A", "B", "BDI", "CODE", "EM", "I", "KBD", "MARK", "SPAN", "STRONG", "TIME"]);

/** A longer text is not a sentence with bold words but a whole part of the page. */
const LONGEST_CHARS = 600;

const texts = new Set();

function addText(text) {
  if (text !== null && text !== "" && text.length <= LONGEST_CHARS) texts.add(text);
}

const textOf = (nodes) => [...nodes].map(({ data }) => data).join("");

/** Adds an element's own text as well as its complete text, because a sentence may contain bold words or be beside a button. */
function addTextNode(node) {
  const around = node.parentElement;
  if (around === null) return addText(node.data);
  addText(textOf([...around.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)));
  addText(around.textContent);
  if (INLINE.has(around.tagName)) addText(around.parentElement?.textContent ?? null);
}

function addTree(root) {
  if (root.nodeType === Node.TEXT_NODE) return addTextNode(root);
  if (root.nodeType !== Node.ELEMENT_NODE) return;
  for (const name of ATTRIBUTES) addText(root.getAttribute(name));
  for (const child of root.childNodes) addTree(child);
}

function addRecord({ type, target, addedNodes, attributeName }) {
  if (type === "attributes") addText(target.getAttribute(attributeName));
  else if (type === "characterData") addTree(target);
  else for (const node of addedNodes) addTree(node);
}

/** Follows the page of a test in jsdom. Returns `{ stop }`, which processes the remaining changes. */
function watchPage(page) {
  const observer = new MutationObserver((records) => records.forEach(addRecord));
  observer.observe(page, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ATTRIBUTES });
  return () => {
    observer.takeRecords().forEach(addRecord);
    observer.disconnect();
  };
}

const LEVELS = ["error", "warn", "info", "log"];

function watchConsole() {
  const real = LEVELS.map((level) => [level, console[level]]);
  for (const [level, write] of real) {
    console[level] = (...words) => {
      for (const word of words) addText(word instanceof Error ? word.message : String(word));
      write.apply(console, words);
    };
  }
  return () => {
    for (const [level, write] of real) console[level] = write;
  };
}

const stops = [watchConsole(), ...("document" in globalThis ? [watchPage(document)] : [])];

const sentences = [...new Set(doneSentences(parseRows(readFileSync(SPEC_MAP, "utf8"))).map(({ sentence }) => sentence))];

/** Adds to the result of an earlier run of the same file, which may have run other tests. */
function keep(test, found) {
  const path = join(RENDERED, `${test.replaceAll("/", "+")}.json`);
  const before = readEarlier(path);
  mkdirSync(RENDERED, { recursive: true });
  writeFileSync(path, JSON.stringify({ test, sentences: [...new Set([...before, ...found])] }));
}

function readEarlier(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).sentences;
  } catch {
    return [];
  }
}

afterAll(() => {
  for (const stop of stops) stop();
  const found = findRendered(sentences, [...texts]);
  if (found.length > 0) keep(relative(ROOT, expect.getState().testPath), found);
});
