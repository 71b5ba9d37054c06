/**
 * The note of the typing trial and its expected text: each writer has separate paragraphs, in which every letter has one right position.
 * Pure.
 */
export const WRITERS = ["a", "b", "c"] as const;
export type Writer = (typeof WRITERS)[number];

const PARAGRAPHS = 30;
const FILLER = "some words that were there before, ".repeat(4);

/** Expected text of one paragraph. */
type Paragraph = { readonly owner: Writer; readonly mark: string; text: string };

export class TypingText {
  readonly paragraphs: readonly Paragraph[] = Array.from({ length: PARAGRAPHS }, (_, at) => {
    const mark = `Place${at}`;
    return { owner: WRITERS[at % WRITERS.length] as Writer, mark, text: `${mark} ${FILLER}` };
  });
  /** Words in lines of their own, which any writer may add at the top. */
  readonly lines: string[] = [];
  #words = 0;

  /** Ends with a space, so that words never join. */
  nextWord(writer: Writer): string {
    this.#words += 1;
    return `${writer}${this.#words}w`;
  }

  get wordCount(): number {
    return this.#words;
  }

  ofWriter(writer: Writer): readonly Paragraph[] {
    return this.paragraphs.filter(({ owner }) => owner === writer);
  }

  toHtml(): string {
    return ["Above", ...this.paragraphs.map(({ text }) => text)].map((text) => `<p>${text}</p>`).join("");
  }

  /** Returns the words that are in none of these texts. */
  findLostWords(texts: readonly string[]): readonly string[] {
    const written = [...this.paragraphs.map(({ text }) => text), ...this.lines].join(" ").match(/\b[abc]\d+w\b/g) ?? [];
    const there = new Set(texts.flatMap((text) => text.match(/\b[abc]\d+w\b/g) ?? []));
    return written.filter((word) => !there.has(word));
  }

  /** Returns what is missing or misplaced in the texts of a note's paragraphs. */
  findFailures(found: readonly string[]): readonly string[] {
    const texts = found.map(bare);
    const wrong = this.paragraphs.flatMap(({ mark, text }) => {
      const is = texts.filter((one) => one.startsWith(`${mark} `));
      return is.length === 1 && is[0] === bare(text) ? [] : [`${mark} reads '${is.join("' and '")}' instead of '${bare(text)}'`];
    });
    const lost = this.lines
      .filter((word) => texts.filter((one) => one === word).length !== 1)
      .map((word) => `the line '${word}' is not there once`);
    return [...wrong, ...lost];
  }
}

function bare(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
