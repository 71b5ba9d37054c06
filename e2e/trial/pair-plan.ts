/** The actions of two devices on one note in one pair of the trial, drawn from a seed: equal seeds and numbers give equal pairs. Pure. */
/** `at` is the index of the paragraph, list item, table cell or folder. */
export type Act =
  | { readonly kind: "paragraph" | "paragraph-start" | "item" | "new-item" | "cell" | "move"; readonly at: number }
  | { readonly kind: "word" | "rename" | "pin" | "delete" };

/**
 * State of the note on the other device's screen when a version arrives. `edit` is an editor without changes, `typing` one with unsaved
 * text. `behind` means that another tab covers the note's tab on both devices until everything has arrived.
 */
export type Screen = "view" | "behind" | "edit" | "typing";

export type Trouble = "none" | "first-offline" | "second-offline" | "both-offline" | "first-killed" | "second-killed";

export type PairPlan = {
  /** Prefix of every title and word of this pair, so that notes of other pairs never count. */
  readonly mark: string;
  readonly acts: readonly [Act, Act];
  readonly trouble: Trouble;
  /** `one-after-the-other`: the second device shows the note, acts only if it is `typing`, and the first one's version arrives there. */
  readonly order: "at-once" | "one-after-the-other";
  readonly screen: Screen;
};

const PARAGRAPHS = 3;
const ITEMS = 3;
const CELLS = 4;
export const FOLDERS = 2;

export function planPair(seed: number, number: number): PairPlan {
  const chance = createChance(seed * 100_003 + number);
  const trouble = chance.pick<Trouble>([
    "none",
    "none",
    "first-offline",
    "second-offline",
    "both-offline",
    "first-killed",
    "second-killed",
  ]);
  return {
    mark: `m${seed}x${number}`,
    acts: pickActs(chance),
    trouble: trouble ?? "none",
    order: chance.happens(0.4) ? "one-after-the-other" : "at-once",
    screen: chance.pick<Screen>(["view", "behind", "behind", "edit", "typing"]) ?? "view",
  };
}

export type Chance = ReturnType<typeof createChance>;

/** Seeded random numbers (mulberry32). */
export function createChance(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    int,
    happens: (probability: number): boolean => next() < probability,
    pick: <Item>(items: readonly Item[]): Item | undefined => items[int(0, items.length - 1)],
  };
}

/** Half of the pairs act in the same place; the others anywhere. */
function pickActs(chance: Chance): readonly [Act, Act] {
  const at = (count: number): number => chance.int(0, count - 1);
  const pickAct = (): Act =>
    chance.pick<Act>([
      { kind: "paragraph", at: at(PARAGRAPHS) },
      { kind: "paragraph", at: at(PARAGRAPHS) },
      { kind: "paragraph-start", at: at(PARAGRAPHS) },
      { kind: "word" },
      { kind: "item", at: at(ITEMS) },
      { kind: "new-item", at: at(ITEMS) },
      { kind: "cell", at: at(CELLS) },
      { kind: "move", at: at(FOLDERS) },
      { kind: "rename" },
      { kind: "pin" },
      { kind: "delete" },
    ]) ?? { kind: "word" };
  const first = pickAct();
  return [first, chance.happens(0.4) ? first : pickAct()];
}

/** True for typed acts; everything else is one command. */
export function isText({ kind }: Act): boolean {
  return !["move", "pin", "delete"].includes(kind);
}

/** The word that one of the two devices leaves behind: `side` 0 or 1. */
export function tokenOf({ mark }: Pick<PairPlan, "mark">, side: number): string {
  return `${mark}${side === 0 ? "first" : "second"}`;
}

/** One word per block of the note, so that a lost or duplicated block shows. `word` replaces `swap`. */
export function wordsOf({ mark }: Pick<PairPlan, "mark">) {
  const many = (name: string, count: number): readonly string[] => Array.from({ length: count }, (_, at) => `${mark}${name}${at}e`);
  return { paragraphs: many("p", PARAGRAPHS), items: many("i", ITEMS), cells: many("c", CELLS), swap: `${mark}swap` };
}

export function contentOf(plan: Pick<PairPlan, "mark">): string {
  const { paragraphs, items, cells, swap } = wordsOf(plan);
  const cell = (word = "") => `<td><p>${word} cell</p></td>`;
  return [
    ...paragraphs.map((word) => `<p>${word} ${"some text that fills a line, ".repeat(3)}and ends here.</p>`),
    `<p>before ${swap} behind</p>`,
    `<ul>${items.map((word) => `<li><p>${word} item</p></li>`).join("")}</ul>`,
    `<table><tbody><tr>${cell(cells[0])}${cell(cells[1])}</tr><tr>${cell(cells[2])}${cell(cells[3])}</tr></tbody></table>`,
    "<p>The end.</p>",
  ].join("");
}
