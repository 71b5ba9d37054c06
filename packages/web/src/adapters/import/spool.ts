/** Where an import keeps bytes that it finds inside of other files, until they are written where they belong. */

export type SpoolFile = { write(bytes: Uint8Array): void; finish(): Promise<Blob>; release?(): void };

export type Spool = { open(): SpoolFile };

/** The browser puts the parts of large blobs on its disk. */
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

/** For a first look at a source: nothing is kept. */
export function createEmptySpool(): Spool {
  return { open: () => ({ write: () => undefined, finish: async () => new Blob([]) }) };
}
