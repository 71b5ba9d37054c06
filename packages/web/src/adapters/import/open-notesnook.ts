/** Encrypted backups of Notesnook. The password and the salt beside the text give the key; files have their own keys. */
import { type ImportFile, type NotesnookSecret, SourceFailure } from "@satchel/core/transfer/import/model/import-source.ts";
import {
  createSecretStream,
  MESSAGE_OVERHEAD_BYTES,
  type OpenedMessage,
  STREAM_HEADER_BYTES,
} from "@satchel/crypto/foreign/secret-stream.ts";
import { openXChaCha20Poly1305 } from "@satchel/crypto/foreign/xchacha20-poly1305.ts";
import { stretchForeign } from "@satchel/crypto/primitives/kdf.ts";

const [PASSES, MEMORY_KIB, KEY_BYTES, SALT_BYTES] = [3, 8192, 32, 16];

/** Returns undefined if the password or key is wrong, or if the backup is sealed in another form. */
export async function openNotesnook(sealed: Readonly<Record<string, unknown>>, secret: NotesnookSecret): Promise<string | undefined> {
  const [cipher, nonce] = [sealed.cipher, sealed.iv].map(fromBase64);
  const key = "key" in secret ? fromBase64(secret.key) : await passwordKey(secret.password, fromBase64(sealed.salt));
  if (cipher === undefined || nonce === undefined || key === undefined) return undefined;
  const opened = openXChaCha20Poly1305(key, nonce, { sealed: cipher, additional: new Uint8Array(0) });
  return opened && new TextDecoder().decode(opened);
}

async function passwordKey(password: string, salt: Uint8Array | undefined): Promise<Uint8Array | undefined> {
  return salt?.length === SALT_BYTES ? rememberedKey(password, salt) : undefined;
}

/** Decrypts a sealed file; throws `SourceFailure`. `chunkBytes`: plaintext bytes in each of its messages except the last. */
export async function* openNotesnookFile(
  file: ImportFile,
  { key, header, chunkBytes }: { readonly key: string; readonly header: string; readonly chunkBytes: number },
): AsyncGenerator<Uint8Array> {
  const [keyBytes, headerBytes] = [fromBase64(key), fromBase64(header)];
  if (keyBytes?.length !== KEY_BYTES || headerBytes?.length !== STREAM_HEADER_BYTES) throw new SourceFailure("encrypted");
  const open = createSecretStream(keyBytes, headerBytes);
  let isWhole = false;
  for await (const message of messagesOf(file, chunkBytes + MESSAGE_OVERHEAD_BYTES)) {
    const opened: OpenedMessage | undefined = isWhole ? undefined : open(message);
    if (opened === undefined) throw new SourceFailure("damaged");
    yield opened.text;
    isWhole = opened.isLast;
  }
  if (!isWhole) throw new SourceFailure("damaged");
}

async function* messagesOf(file: ImportFile, messageBytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.sizeBytes; at += messageBytes) {
    const message = new Uint8Array(Math.min(messageBytes, file.sizeBytes - at));
    let length = 0;
    for await (const piece of file.bytes(at, at + message.length)) {
      message.set(piece, length);
      length += piece.length;
    }
    yield message.subarray(0, length);
  }
}

let last: { readonly of: string; readonly key: Promise<Uint8Array> } | undefined;

/** Remembers the derived key, because all files of a backup use it, and each is read more than once. */
function rememberedKey(password: string, salt: Uint8Array): Promise<Uint8Array> {
  const of = JSON.stringify([password, [...salt]]);
  if (last?.of !== of)
    last = { of, key: stretchForeign(password, { salt, passes: PASSES, memoryKib: MEMORY_KIB, bytes: KEY_BYTES, variant: "argon2i" }) };
  return last.key;
}

/** Decodes either base64 alphabet, with or without padding. */
function fromBase64(text: unknown): Uint8Array | undefined {
  if (typeof text !== "string") return undefined;
  try {
    const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = new Uint8Array(plain.length);
    for (let at = 0; at < plain.length; at += 1) bytes[at] = plain.charCodeAt(at);
    return bytes;
  } catch {
    return undefined;
  }
}
