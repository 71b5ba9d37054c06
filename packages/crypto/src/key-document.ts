/** The key document of one vault, as the server keeps it: nothing in it opens without a password or a recovery key. encryption.md 3.4. */
import { parseB64, parseB64Of } from "./bytes.ts";
import type { Envelope } from "./envelope.ts";
import { checkKdf, type Kdf } from "./kdf.ts";
import { type Outcome, ok, refused } from "./outcome.ts";
import { IV_BYTES, KEY_BYTES, TAG_BYTES } from "./primitives.ts";
import type { PrivateWrap, RecoveryWrap, Wrap } from "./wraps.ts";

/** As a browser makes or changes it; the server numbers it. `recpub`, `sens` and `also` are envelopes with the vaultId as id. */
export type KeyDocumentDraft = {
  readonly v: 1;
  readonly vaultId: string;
  readonly rec: RecoveryWrap;
  readonly priv: readonly PrivateWrap[];
  readonly recpub: Envelope;
  readonly sens: Envelope | null;
  readonly also: readonly Envelope[];
  readonly proofHash: string;
};
export type KeyDocument = KeyDocumentDraft & { readonly rev: number };

/** What a request that showed a sign-in secret gets. `document` is null while the account has no vault; `pw` is null when that password wraps no key. */
export type OpenedKeys = { readonly document: KeyDocument | null; readonly kdf: Kdf; readonly pw: Wrap | null };

type Fields = Readonly<Record<string, unknown>>;

/** What came from the server is looked at before any key is tried on it. */
export function parseOpenedKeys(value: unknown): Outcome<OpenedKeys, "unknown-version" | "damaged" | "kdf-refused"> {
  if (!isFields(value) || !(value.pw === null || isWrap(value.pw))) return refused("damaged");
  const kdf = checkKdf(value.kdf);
  if (!kdf.ok) return kdf;
  const document = value.document === null ? ok(null) : parseKeyDocument(value.document);
  return document.ok ? ok({ document: document.value, kdf: kdf.value, pw: value.pw }) : document;
}

export function parseKeyDocument(value: unknown): Outcome<KeyDocument, "unknown-version" | "damaged"> {
  if (!isFields(value) || typeof value.v !== "number") return refused("damaged");
  if (value.v !== 1) return refused("unknown-version");
  const fits =
    isId8(value.vaultId) &&
    Number.isSafeInteger(value.rev) &&
    (value.rev as number) >= 1 &&
    isRecoveryWrap(value.rec) &&
    isListOf(value.priv, isPrivateWrap) &&
    value.priv.length > 0 &&
    isEnvelope(value.recpub) &&
    (value.sens === null || isEnvelope(value.sens)) &&
    isListOf(value.also, isEnvelope) &&
    parseB64Of(value.proofHash, KEY_BYTES) !== undefined;
  return fits ? ok(value as KeyDocument) : refused("damaged");
}

function isRecoveryWrap(value: unknown): value is RecoveryWrap {
  return isWrap(value) && parseB64Of((value as Fields).rkId, 6) !== undefined;
}

function isPrivateWrap(value: unknown): value is PrivateWrap {
  return isWrap(value) && isId8((value as Fields).pairId);
}

function isEnvelope(value: unknown): value is Envelope {
  return isWrap(value) && (value as Fields).v === 1 && (value as Fields).alg === "A256GCM" && isId8((value as Fields).kid);
}

function isWrap(value: unknown): value is Wrap {
  if (!isFields(value) || typeof value.ct !== "string") return false;
  const ct = parseB64(value.ct);
  return parseB64Of(value.iv, IV_BYTES) !== undefined && ct !== undefined && ct.length >= TAG_BYTES;
}

function isId8(value: unknown): value is string {
  return parseB64Of(value, 8) !== undefined;
}

function isListOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): value is readonly Item[] {
  return Array.isArray(value) && value.every(isItem);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
