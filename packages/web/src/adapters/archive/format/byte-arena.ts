/** Collects small byte sequences in one growing buffer: allocating thousands of small arrays takes longer than filling them. */
const encoder = new TextEncoder();
/** A longer text is encoded separately, so that the arena does not reserve three times its length. */
const LONG_TEXT = 262_144;
const MOST_BYTES_A_UNIT = 3;

export class ByteArena {
  #bytes: Uint8Array<ArrayBuffer>;
  #view: DataView;
  #length = 0;

  constructor(firstBytes: number) {
    this.#bytes = new Uint8Array(firstBytes);
    this.#view = new DataView(this.#bytes.buffer);
  }

  get length(): number {
    return this.#length;
  }

  /** View over all bytes so far; valid until the next push. */
  get view(): DataView {
    return this.#view;
  }

  /** Bytes in a range; valid until the next push. */
  part(from: number, to: number): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(from, to);
  }

  skip(bytes: number): void {
    this.#reserve(bytes);
    this.#length += bytes;
  }

  push(more: Uint8Array): void {
    this.#reserve(more.length);
    this.#bytes.set(more, this.#length);
    this.#length += more.length;
  }

  /** Appends the text as UTF-8. */
  pushText(text: string): void {
    if (text.length > LONG_TEXT) {
      this.push(encoder.encode(text));
      return;
    }
    this.#reserve(text.length * MOST_BYTES_A_UNIT);
    this.#length += encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
  }

  /** Drops the bytes behind `length`. */
  cut(length: number): void {
    this.#length = length;
  }

  /** Returns a copy of all bytes and empties the arena. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    larger.set(this.#bytes.subarray(0, this.#length));
    [this.#bytes, this.#view] = [larger, new DataView(larger.buffer)];
  }
}
