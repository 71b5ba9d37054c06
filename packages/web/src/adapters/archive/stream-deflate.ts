/** DEFLATE of what is too large to lie in memory, by the browser's own packer, whose level is 6. */
export type StreamPacker = { write(bytes: Uint8Array<ArrayBuffer>): Promise<void>; end(): Promise<void> };

export function createStreamPacker(take: (packed: Uint8Array) => void): StreamPacker {
  const { writable, readable } = new CompressionStream("deflate-raw");
  const writer = writable.getWriter();
  const taken = takeAll(readable, take);
  return {
    write: (bytes) => writer.write(bytes),
    async end() {
      await writer.close();
      await taken;
    },
  };
}

async function takeAll(packed: ReadableStream<Uint8Array>, take: (packed: Uint8Array) => void): Promise<void> {
  const reader = packed.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) take(next.value);
}
