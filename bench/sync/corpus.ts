/**
 * The notes with which every program is measured: the same in each run, about 1.5 KB of HTML each, with the word frequencies of real text.
 * They fill ten folders and are a minute apart, the last one newest.
 */

export type CorpusNote = { readonly number: number; readonly title: string; readonly html: string; readonly writtenAt: number };

const SYLLABLES = "ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo yu za bre cli dro flu gra ple sta tri sho".split(" ");
const WORDS = 6000;
const HTML_CHARS = 1440;
const MINUTE_MS = 60_000;
const FIRST_WRITTEN_AT = Date.UTC(2024, 0, 1);

/** `chars` is the minimum length of each note's HTML. */
export function makeCorpus(count: number, chars = HTML_CHARS): readonly CorpusNote[] {
  const pick = createWordPicker();
  return Array.from({ length: count }, (_, number) => makeNote(number, chars, pick));
}

function makeNote(number: number, chars: number, pick: (next: () => number) => string): CorpusNote {
  const next = createChance(1_000_003 + number * 7919);
  const words = (least: number, most: number) => Array.from({ length: least + Math.floor(next() * (most - least)) }, () => pick(next));
  const title = `${words(4, 5).join(" ")} ${number}`;
  let html = `<h2>${title}</h2>`;
  while (html.length < chars) html += toBlock(words(18, 32), next());
  return { number, title, html, writtenAt: FIRST_WRITTEN_AT + number * MINUTE_MS };
}

function toBlock([first = "", ...rest]: readonly string[], kind: number): string {
  if (kind < 0.15) return `<ul><li><p>${first}</p></li><li><p>${rest.join(" ")}</p></li></ul>`;
  if (kind < 0.35) return `<p><strong>${first}</strong> ${rest.join(" ")}</p>`;
  return `<p>${[first, ...rest].join(" ")}</p>`;
}

/** Word number n occurs about n times less often than the first. */
function createWordPicker(): (next: () => number) => string {
  const next = createChance(42);
  const words = new Set<string>();
  while (words.size < WORDS) {
    words.add(Array.from({ length: 2 + Math.floor(next() * 3) }, () => SYLLABLES[Math.floor(next() * SYLLABLES.length)]).join(""));
  }
  const all = [...words];
  const steps = Math.log(all.length + 1);
  return (chance) => all[Math.floor(Math.exp(chance() * steps)) - 1] ?? "";
}

/** A small generator of uniform numbers in [0, 1), the same for the same seed. */
export function createChance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Search words of the corpus: one in a single note, one in every second note and one in every hundredth. */
const HUNDREDTH = 7;

export const HALF = "zqhalf";
export const HUNDRED = "zqhundred";

export function rareWord(number: number): string {
  return `zqrare${number}`;
}

export function plant(corpus: readonly CorpusNote[]): readonly CorpusNote[] {
  return corpus.map((note) => {
    const words = [rareWord(note.number), ...(note.number % 2 === 0 ? [HALF] : []), ...(note.number % 100 === HUNDREDTH ? [HUNDRED] : [])];
    return { ...note, html: `${note.html}<p>${words.join(" ")}</p>` };
  });
}
