/** Storage for bytes that an import finds inside other files, until they are written to the library. */

export type SpoolFile = { write(bytes: Uint8Array): void; finish(): Promise<Blob>; release?(): void };

export type Spool = { open(): SpoolFile };

/** Blobs, because the browser moves the parts of large ones to disk. */
export function createBlobSpool(): Spool {
  return {
    open() {
      let parts: (Blob | Uint8Array<ArrayBuffer>)[] = [];
      let pendingBytes = 0;
      return {
        write(bytes) {
          parts.push(new Uint8Array(bytes));
          pendingBytes += bytes.length;
          if (pendingBytes < GATHERED_BYTES) return;
          parts = [new Blob(parts)];
          pendingBytes = 0;
        },
        async finish() {
          return new Blob(parts);
        },
      };
    },
  };
}

const GATHERED_BYTES = 8_388_608;

/** Discards all bytes, for the first look at a source. */
export function createEmptySpool(): Spool {
  return { open: () => ({ write: () => undefined, finish: async () => new Blob([]) }) };
}
