/** What the driver reaches on each editor's page. Types only. */
export type BenchApi = {
  /** Shows a note and answers once it was painted, in milliseconds. */
  open(html: string): Promise<number>;
  /** Puts the caret into the middle of the note. */
  toMiddle(): void;
  /** How long each key took from the moment it was pressed until it was painted. */
  readonly keys: number[];
  /** Bytes of HTML that the last draft had. */
  draftBytes(): number;
};

declare global {
  interface Window {
    bench: BenchApi;
  }
}
