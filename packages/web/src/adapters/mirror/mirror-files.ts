/** Bytes as files of a mirror. */
import type { NoteFile } from "@satchel/core/transfer/exchange/transfer-note.ts";
import { decodeBase64 } from "@satchel/core/transfer/import/document/base64.ts";
import type { MirrorRunDeps } from "@satchel/core/transfer/mirror/mirror-run-service.ts";
import { sha256Hex } from "@satchel/crypto/sha256-stream.ts";

const encoder = new TextEncoder();

export const mirrorFiles: Pick<MirrorRunDeps, "toFile" | "decodeBase64" | "encode"> = {
  async toFile(bytes, name, mimeType): Promise<NoteFile> {
    async function* all() {
      yield bytes;
    }
    return { name, mimeType, path: name, sizeBytes: bytes.length, sha256: await sha256Hex(bytes), bytes: all };
  },
  decodeBase64: (text) => decodeBase64().write(text),
  encode: (text) => encoder.encode(text),
};
