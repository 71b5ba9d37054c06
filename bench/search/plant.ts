/** Words by which a note of the corpus is found: one that no other has, one of every second note and one of every hundredth. */
import type { CorpusNote } from "../sync/corpus.ts";

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
