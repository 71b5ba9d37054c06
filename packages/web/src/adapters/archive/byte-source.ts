/** Bytes that can be read at any place: a chosen file, or what a sealed backup holds. */
export type ByteSource = {
  readonly sizeBytes: number;
  /** Undefined: they are not what they should be. */
  read(offset: number, length: number): Promise<Uint8Array | undefined>;
};
