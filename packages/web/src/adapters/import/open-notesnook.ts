/** Encrypted backups of Notesnook: the password and the salt beside the text give the key that it is sealed under. */
import { stretchForeign } from "@satchel/crypto/stretch-foreign.ts";
import { openXChaCha20Poly1305 } from "@satchel/crypto/xchacha20-poly1305.ts";

const [PASSES, MEMORY_KIB, KEY_BYTES, SALT_BYTES] = [3, 8192, 32, 16];

/** Undefined: the password is wrong, or it is sealed in another form. */
export async function openNotesnook(sealed: Readonly<Record<string, unknown>>, password: string): Promise<string | undefined> {
  const [cipher, nonce, salt] = [sealed.cipher, sealed.iv, sealed.salt].map(fromBase64);
  if (cipher === undefined || nonce === undefined || salt === undefined || salt.length !== SALT_BYTES) return undefined;
  const key = await rememberedKey(password, salt);
  const opened = openXChaCha20Poly1305(key, nonce, { sealed: cipher, additional: new Uint8Array(0) });
  return opened && new TextDecoder().decode(opened);
}

let last: { readonly of: string; readonly key: Promise<Uint8Array> } | undefined;

/** All files of a backup are sealed under one key, and each is read more than once. */
function rememberedKey(password: string, salt: Uint8Array): Promise<Uint8Array> {
  const of = JSON.stringify([password, [...salt]]);
  if (last?.of !== of)
    last = { of, key: stretchForeign(password, { salt, passes: PASSES, memoryKib: MEMORY_KIB, bytes: KEY_BYTES, variant: "argon2i" }) };
  return last.key;
}

/** Of either alphabet, with or without its padding. */
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
