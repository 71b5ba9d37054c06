/** Standard Notes backups (protocol 004): password, items keys, items. Items that do not open are left unchanged. */
import { sha256Hex } from "@satchel/crypto/digests/stream-digests.ts";
import { openXChaCha20Poly1305 } from "@satchel/crypto/foreign/xchacha20-poly1305.ts";
import { stretchForeign } from "@satchel/crypto/primitives/kdf.ts";

type Fields = Readonly<Record<string, unknown>>;

const [PASSES, MEMORY_KIB, KEY_BYTES, SALT_CHARS] = [5, 65_536, 64, 32];

/** Returns undefined if the password is wrong, or if the backup is sealed in another form. */
export async function openStandardNotes(backup: unknown, password: string): Promise<unknown> {
  if (!isFields(backup) || !Array.isArray(backup.items)) return undefined;
  const params = backup.keyParams ?? backup.auth_params;
  if (!isFields(params) || params.version !== "004" || typeof params.identifier !== "string" || typeof params.pw_nonce !== "string")
    return undefined;
  const rootKey = await rememberedRootKey(password, params.identifier, params.pw_nonce);
  const items = backup.items.filter(isFields);
  const keys = new Map<string, Uint8Array>();
  for (const item of items) {
    const opened = item.content_type === "SN|ItemsKey" ? openItem(item, rootKey) : undefined;
    if (isFields(opened) && typeof opened.itemsKey === "string") keys.set(String(item.uuid), fromHex(opened.itemsKey));
  }
  if (keys.size === 0) return undefined;
  return { ...backup, items: items.map((item) => openedItem(item, keys.get(String(item.items_key_id)))) };
}

function openedItem(item: Fields, key: Uint8Array | undefined): Fields {
  const content = key === undefined ? undefined : openItem(item, key);
  return content === undefined ? item : { ...item, content };
}

let last: { readonly of: string; readonly key: Promise<Uint8Array> } | undefined;

/** Remembers the derived key, because a source is read more than once and each derivation takes a second. */
function rememberedRootKey(password: string, identifier: string, nonce: string): Promise<Uint8Array> {
  const of = JSON.stringify([password, identifier, nonce]);
  if (last?.of !== of) last = { of, key: stretchRootKey(password, identifier, nonce) };
  return last.key;
}

async function stretchRootKey(password: string, identifier: string, nonce: string): Promise<Uint8Array> {
  const salt = (await sha256Hex(new TextEncoder().encode(`${identifier}:${nonce}`))).slice(0, SALT_CHARS);
  const stretched = await stretchForeign(password, { salt: fromHex(salt), passes: PASSES, memoryKib: MEMORY_KIB, bytes: KEY_BYTES });
  return stretched.subarray(0, 32);
}

/** Opens an item's own key with `key`, then its content with that. */
function openItem(item: Fields, key: Uint8Array): unknown {
  const itemKey = openText(item.enc_item_key, key);
  const text = itemKey === undefined ? undefined : openText(item.content, fromHex(itemKey));
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/** Opens `004:nonce:ciphertext:data`. The data is not secret; it is authenticated in the encoded form. */
function openText(sealed: unknown, key: Uint8Array): string | undefined {
  const [version, nonce = "", text = "", data = ""] = typeof sealed === "string" ? sealed.split(":") : [];
  const bytes = version === "004" ? fromBase64(text) : undefined;
  const opened = bytes && openXChaCha20Poly1305(key, fromHex(nonce), { sealed: bytes, additional: new TextEncoder().encode(data) });
  return opened && new TextDecoder().decode(opened);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/[0-9a-f]{2}/gi) ?? [], (pair) => Number.parseInt(pair, 16));
}

function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  } catch {
    return undefined;
  }
}
