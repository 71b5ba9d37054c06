/** Reads response bodies up to a bound, since a drive decides how long they are. */

export type BodyBound = {
  readonly maxBytes: number;
  /** Called after each piece with the number of bytes so far. Throws to end the reading. */
  readonly onProgress: (receivedBytes: number) => void;
};

/** `isWhole` is false if the body has more than `maxBytes`; `bytes` is its beginning then. */
export type ReadBody = { readonly bytes: Uint8Array; readonly isWhole: boolean };

export async function readBody(response: Response, { maxBytes, onProgress }: BodyBound): Promise<ReadBody> {
  onProgress(0);
  if (response.body === null) return { bytes: new Uint8Array(), isWhole: true };
  const reader = response.body.getReader();
  // Absent or compressed lengths prove nothing, so the bytes are counted as well.
  const isTooLong = Number(response.headers.get("content-length") ?? 0) > maxBytes;
  const chunks: Uint8Array[] = [];
  let received = 0;
  try {
    while (!isTooLong && received <= maxBytes) {
      const next = await reader.read();
      if (next.done) return { bytes: joinBytes(chunks), isWhole: true };
      chunks.push(next.value);
      received += next.value.length;
      onProgress(received);
    }
  } catch (error) {
    cancel(reader);
    throw error;
  }
  cancel(reader);
  return { bytes: joinBytes(chunks).subarray(0, maxBytes), isWhole: false };
}

/** Does not wait, because a drive need not confirm that it stops. */
function cancel(reader: ReadableStreamDefaultReader): void {
  reader.cancel().catch(() => undefined);
}

export function joinBytes(chunks: readonly Uint8Array[]): Uint8Array {
  if (chunks.length === 1 && chunks[0] !== undefined) return chunks[0];
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
