/** The interface between the driver and each editor's page. Types only. */
export type BenchApi = {
  /** Shows a note and returns the milliseconds until it was painted. */
  open(html: string): Promise<number>;
  /** Puts the caret into the middle of the note. */
  toMiddle(): void;
  /** Milliseconds of each key from its press until it was painted. */
  readonly keys: number[];
  /** Bytes of HTML in the last draft. */
  draftBytes(): number;
};

declare global {
  interface Window {
    bench: BenchApi;
  }
}
