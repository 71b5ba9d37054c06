/** Text that a backup holds packed: base64 of gzip. What unpacks to more than any text can be is refused. */
import { SourceFailure } from "@satchel/core/transfer/import/model/import-source.ts";

const MAX_BYTES = 268_435_456;

export async function gunzipText(base64: string): Promise<string> {
  const decoder = new TextDecoder();
  let [text, sizeBytes] = ["", 0];
  try {
    const packed = new Blob([fromBase64(base64)]).stream();
    const reader = packed.pipeThrough(new DecompressionStream("gzip")).getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      sizeBytes += read.value.length;
      if (sizeBytes > MAX_BYTES) throw new SourceFailure("unpacks-too-large");
      text += decoder.decode(read.value, { stream: true });
    }
  } catch (error) {
    throw error instanceof SourceFailure ? error : new SourceFailure("damaged");
  }
  return text + decoder.decode();
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replace(/\s+/g, ""));
  const bytes = new Uint8Array(plain.length);
  for (let at = 0; at < plain.length; at += 1) bytes[at] = plain.charCodeAt(at);
  return bytes;
}
