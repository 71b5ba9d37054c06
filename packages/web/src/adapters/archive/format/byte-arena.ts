/** Bytes behind one another in one buffer: thousands of small ones, each of its own, take longer to get and to give back than to fill. */
const encoder = new TextEncoder();
/** A longer text is encoded on its own, so that nothing like three times its length is kept free. */
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

  /** Of all that is here, until more comes. */
  get view(): DataView {
    return this.#view;
  }

  /** What is here, until more comes. */
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

  /** As UTF-8. */
  pushText(text: string): void {
    if (text.length > LONG_TEXT) {
      this.push(encoder.encode(text));
      return;
    }
    this.#reserve(text.length * MOST_BYTES_A_UNIT);
    this.#length += encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
  }

  /** Forgets what came after. */
  cut(length: number): void {
    this.#length = length;
  }

  /** All of it, as a copy; the space is empty again. */
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
