/**
 * Rules for the sentences that docs/spec-map.md quotes and the tests that render them. `sentences.mjs` is the command,
 * `rendered-sentences.mjs` the collector.
 */
import { join } from "node:path";
import { CACHE, ROOT } from "../../run/paths.mjs";

export const SPEC_MAP = join(ROOT, "docs/spec-map.md");

/** The checked-in list: `{ rowId: { sentence: testFile } }`. */
export const SENTENCES = join(ROOT, "docs/spec-sentences.json");

/** Rendered sentences of the last runs: one file per test file, an array of sentences. */
export const RENDERED = join(CACHE, "rendered-sentences");

/** A sentence of up to this many words must be the whole text; a longer one may be part of a text. */
const SHORT_WORDS = 2;

const QUOTED = /(?<![\p{L}\p{N}])'((?:[^']|'(?=\p{L}))+)'(?!\p{L})/gu;
const IN_BRACKETS = /\[[^\]]*\]/g;
const PLACEHOLDER = /\{\w+\}/;

/** Returns the sentences that a row quotes, literally. Notes in square brackets are ignored. */
export function quotedSentences(text) {
  const sentences = [...text.replace(IN_BRACKETS, "").matchAll(QUOTED)].map(([, sentence]) => sentence.trim());
  return [...new Set(sentences)];
}

/** Returns every sentence of a row that is done or differs, with the tests that the row names: `[{ id, number, sentence, tests }]`. */
export function doneSentences(rows) {
  return rows
    .filter(({ state }) => /^(?:done|differs \(decision \d+\)): /.test(state))
    .flatMap(({ id, number, text, state }) => {
      const tests = state.match(/[\w./-]+\.test\.(?:tsx?|mjs)/g) ?? [];
      return quotedSentences(text).map((sentence) => ({ id, number, sentence, tests }));
    });
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Returns a pattern for texts that contain the sentence: `{placeholders}` match anything, and `…` at the end matches the rest. */
function toPattern(sentence) {
  const isCut = sentence.endsWith(" …");
  const words = (isCut ? sentence.slice(0, -2) : sentence).split(/\s+/);
  const source = words.map((word) => word.split(PLACEHOLDER).map(escaped).join(".+?")).join("\\s+");
  const isShort = words.length <= SHORT_WORDS && !isCut;
  return isShort ? new RegExp(`^\\s*${source}\\s*$`, "su") : new RegExp(`(?<![\\p{L}\\p{N}])${source}(?![\\p{L}\\p{N}])`, "su");
}

/** Returns the sentences that occur in these texts. */
export function findRendered(sentences, texts) {
  return sentences.filter((sentence) => {
    const pattern = toPattern(sentence);
    return texts.some((text) => pattern.test(text));
  });
}

/** Checks the list without running anything: every sentence of a done row has an entry whose test the row names. */
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

/** Returns entries whose test did not render the sentence, or did not run. `rendered` is `{ testFile: [sentence] }`. */
export function checkRendered(listed, rendered) {
  return Object.entries(listed).flatMap(([id, tests]) =>
    Object.entries(tests)
      .filter(([sentence, test]) => rendered[test]?.includes(sentence) !== true)
      .map(([sentence, test]) => `${id} ${test} does not render '${sentence}'`),
  );
}

/**
 * Returns the updated list. An entry stays while its test renders the sentence or has not run; otherwise the first test of the row that
 * renders it replaces the entry.
 */
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
