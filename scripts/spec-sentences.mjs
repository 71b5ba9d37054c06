/** The sentences that docs/spec-map.md quotes, and which test renders each: the rules; `sentences.mjs` is the command, `rendered-sentences.mjs` the collector. */
import { join } from "node:path";
import { CACHE, ROOT } from "./paths.mjs";

export const SPEC_MAP = join(ROOT, "docs/spec-map.md");

/** The checked-in list: `{ rowId: { sentence: testFile } }`. */
export const SENTENCES = join(ROOT, "docs/spec-sentences.json");

/** What the last runs rendered: one file per test file, an array of sentences. */
export const RENDERED = join(CACHE, "rendered-sentences");

/** Up to this many words a text has to be the sentence; a longer sentence may have others around it. */
const SHORT_WORDS = 2;

const QUOTED = /(?<![\p{L}\p{N}])'((?:[^']|'(?=\p{L}))+)'(?!\p{L})/gu;
const IN_BRACKETS = /\[[^\]]*\]/g;
const PLACEHOLDER = /\{\w+\}/;

/** The sentences a row quotes, as they are written there: a note in square brackets quotes none. */
export function quotedSentences(text) {
  const sentences = [...text.replace(IN_BRACKETS, "").matchAll(QUOTED)].map(([, sentence]) => sentence.trim());
  return [...new Set(sentences)];
}

/** Every sentence of a row that is done, with the tests that the row names: `[{ id, number, sentence, tests }]`. */
export function doneSentences(rows) {
  return rows
    .filter(({ state }) => state.startsWith("done: "))
    .flatMap(({ id, number, text, state }) => {
      const tests = state.match(/[\w./-]+\.test\.(?:tsx?|mjs)/g) ?? [];
      return quotedSentences(text).map((sentence) => ({ id, number, sentence, tests }));
    });
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A text that says the sentence: `{placeholders}` stand for anything, and `…` at the end for the rest of it. */
function toPattern(sentence) {
  const isCut = sentence.endsWith(" …");
  const words = (isCut ? sentence.slice(0, -2) : sentence).split(/\s+/);
  const source = words.map((word) => word.split(PLACEHOLDER).map(escaped).join(".+?")).join("\\s+");
  const isShort = words.length <= SHORT_WORDS && !isCut;
  return isShort ? new RegExp(`^\\s*${source}\\s*$`, "su") : new RegExp(`(?<![\\p{L}\\p{N}])${source}(?![\\p{L}\\p{N}])`, "su");
}

/** The sentences that these texts say. */
export function findRendered(sentences, texts) {
  return sentences.filter((sentence) => {
    const pattern = toPattern(sentence);
    return texts.some((text) => pattern.test(text));
  });
}

/** What is wrong with the list, without running anything: every sentence that is done has an entry, and its test is one that its row names. */
export function checkSentences(wanted, listed) {
  const missing = wanted.flatMap(({ id, number, sentence, tests }) => {
    const test = listed[id]?.[sentence];
    if (test === undefined) return [`line ${number}: ${id} no test renders '${sentence}'`];
    return tests.includes(test) ? [] : [`line ${number}: ${id} does not name ${test}, which renders '${sentence}'`];
  });
  const isWanted = (id, sentence) => wanted.some((one) => one.id === id && one.sentence === sentence);
  const surplus = Object.entries(listed).flatMap(([id, tests]) =>
    Object.keys(tests)
      .filter((sentence) => !isWanted(id, sentence))
      .map((sentence) => `${id} is listed with '${sentence}', which the map does not quote as done`),
  );
  return [...missing, ...surplus];
}

/** Entries whose test ran and did not render the sentence, or did not run: `rendered` is `{ testFile: [sentence] }`. */
export function checkRendered(listed, rendered) {
  return Object.entries(listed).flatMap(([id, tests]) =>
    Object.entries(tests)
      .filter(([sentence, test]) => rendered[test]?.includes(sentence) !== true)
      .map(([sentence, test]) => `${id} ${test} does not render '${sentence}'`),
  );
}

/** The list as it is to be. An entry stays while its test renders the sentence, or has not run; otherwise the first test of the row that does takes its place. */
export function planList(wanted, listed, rendered) {
  const next = {};
  for (const { id, sentence, tests } of wanted) {
    const before = listed[id]?.[sentence];
    const doesRender = (test) => rendered[test]?.includes(sentence) === true;
    const isKept = before !== undefined && tests.includes(before) && (rendered[before] === undefined || doesRender(before));
    const test = isKept ? before : tests.find(doesRender);
    if (test !== undefined) next[id] = { ...next[id], [sentence]: test };
  }
  return next;
}
