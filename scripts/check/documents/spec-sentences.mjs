/**
 * Rules for the sentences that docs/spec-map.md quotes and the tests that render them. `sentences.mjs` is the command,
 * `rendered-sentences.mjs` the collector.
 */
import { join } from "node:path";
import { CACHE, ROOT } from "../../run/paths.mjs";

export const SPEC_MAP = join(ROOT, "docs/spec-map.md");

/** Everything that the specification quotes, by section: `{ "A2.1": [sentence] }`. Taken from it once, in its order. */
export const QUOTES = join(ROOT, "docs/spec-quotes.json");

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

/** Text of a quote for comparison: placeholders alike, without the dots that stand for the rest. */
function toKey(quote) {
  return quote
    .replace(/\{\w+\}/g, "{}")
    .replace(/\s*(?:\.\.\.|…)$/, "")
    .replace(/: \{\}$/, ":")
    .trim();
}

/** Checks that the map quotes everything that the specification quotes; values that users never see may be written as `code`. */
export function checkQuotes(quotes, rows) {
  const told = rows.flatMap(({ text, state }) => [
    ...quotedSentences(`${text} ${state}`),
    ...[...`${text} ${state}`.matchAll(/`([^`]+)`/g)].map(([, code]) => code),
  ]);
  const keys = told.map(toKey);
  return Object.entries(quotes).flatMap(([section, sentences]) =>
    sentences
      .filter((sentence) => !keys.some((key) => key.includes(toKey(sentence))))
      .map((sentence) => `${section} of the specification quotes '${sentence}', which no row of the map does`),
  );
}

/** A template of the product with fewer letters than this would match anything. */
const TEMPLATE_MIN_CHARS = 10;

/** Returns the product's texts as one string, and the templates in it: `Moved ${count} files` is a pattern. */
export function readProduct(sources) {
  const all = sources
    .join("\n")
    .replace(/\\(["'`])/g, "$1")
    .replace(/\s+/g, " ");
  const templates = [...all.matchAll(/`([^`]*\$\{[^`]*)`/g)].flatMap(([, template]) => {
    const parts = template.split(/\$\{[^}]*\}+/);
    return parts.join("").trim().length < TEMPLATE_MIN_CHARS ? [] : [new RegExp(`^${parts.map(escaped).join(".*?")}$`, "u")];
  });
  return { all, templates };
}

/** A sentence that is nowhere in the product was rendered because a test supplied it, which shows nothing. */
export function checkProduct(wanted, { all, templates }) {
  const isSaid = (sentence) => {
    const whole = sentence.replace(/ …$/, "");
    const parts = whole.split(PLACEHOLDER).map((part) => part.trim().replace(/[:(]$/, "").trim());
    return parts.every((part) => all.includes(part)) || templates.some((template) => template.test(whole));
  };
  return wanted
    .filter(({ sentence }) => !isSaid(sentence))
    .map(({ id, number, sentence }) => `line ${number}: ${id} the product never says '${sentence}'`);
}

/** A test that hands the sentence to the product, as a message of an error, renders only what it said itself. */
function feeds(source, sentence) {
  const text = (sentence.endsWith(" …") ? sentence.slice(0, -2) : sentence).split(PLACEHOLDER).map(escaped).join("[^\"'`]*?");
  const given = new RegExp(`(?:\\b(?:error|message|detail|statusText): |Error\\()["'\`]${text}`, "gu");
  return [...source.matchAll(given)].some(({ index }) => !EXPECTED.test(source.slice(Math.max(0, index - EXPECTED_CHARS), index)));
}

/** Characters before a value in which an assertion of that value begins. */
const EXPECTED_CHARS = 160;
const EXPECTED = /(?:expect|toEqual|toMatchObject|toStrictEqual|toThrow)\b[^;]*$/;

/** Checks that no listed test supplies its sentence itself. `read` returns the text of a test file. */
export function checkFed(listed, read) {
  return Object.entries(listed).flatMap(([id, tests]) =>
    Object.entries(tests)
      .filter(([sentence, test]) => feeds(read(test), sentence))
      .map(([sentence, test]) => `${id} ${test} itself supplies '${sentence}'`),
  );
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
