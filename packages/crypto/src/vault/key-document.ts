/** The key document of one vault as the server stores it. Opening its parts requires a password or a recovery key. encryption.md 3.4. */
import { parseB64, parseB64Of } from "../primitives/bytes.ts";
import { checkKdf, type Kdf } from "../primitives/kdf.ts";
import { type Outcome, ok, refused } from "../primitives/outcome.ts";
import { IV_BYTES, KEY_BYTES, TAG_BYTES } from "../primitives/primitives.ts";
import type { Envelope } from "../records/envelope.ts";
import type { PrivateWrap, RecoveryWrap, Wrap } from "./wraps.ts";

/** The root of another vault of this user, sealed under the content key. The id of its envelope is the other vault's. */
export type AlsoEntry = { readonly vaultId: string; readonly sealed: Envelope };

export type KeyDocument = {
  readonly v: 1;
  readonly vaultId: string;
  /** Starts at 1; every write increases by one the revision that the writer saw. */
  readonly rev: number;
  readonly rec: RecoveryWrap;
  readonly priv: readonly PrivateWrap[];
  /** The public half for which boxes are currently made. The envelope's id, like that of `sens`, is the vaultId. */
  readonly recpub: Envelope;
  readonly sens: Envelope | null;
  readonly also: readonly AlsoEntry[];
  readonly proofHash: string;
  /** Binds all other fields, including the revision, to the root (`bindDocument`). Missing in documents of earlier versions. */
  readonly bound?: string | undefined;
};

/** One password of the account. `pw` is present only if its secret was proved, and null if it wraps no key. */
export type PasswordEntry = {
  readonly entryId: string;
  readonly kdf: Kdf;
  readonly signsIn: boolean;
  readonly pw?: Wrap | null | undefined;
};

/** `document` is null while the account has no vault. */
export type AccountKeys = { readonly document: KeyDocument | null; readonly entries: readonly PasswordEntry[] };

type Fields = Readonly<Record<string, unknown>>;

/** Validates data from the server before any key is tried on it. */
export function parseAccountKeys(value: unknown): Outcome<AccountKeys, "unknown-version" | "damaged"> {
  if (!isFields(value) || !isListOf(value.entries, isPasswordEntry)) return refused("damaged");
  const document = value.document === null ? ok(null) : parseKeyDocument(value.document);
  return document.ok ? ok({ document: document.value, entries: value.entries }) : document;
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
    isListOf(value.also, isAlsoEntry) &&
    parseB64Of(value.proofHash, KEY_BYTES) !== undefined &&
    (value.bound === undefined || parseB64Of(value.bound, KEY_BYTES) !== undefined);
  return fits ? ok(value as KeyDocument) : refused("damaged");
}

function isPasswordEntry(value: unknown): value is PasswordEntry {
  if (!isFields(value) || typeof value.entryId !== "string" || typeof value.signsIn !== "boolean") return false;
  return checkKdf(value.kdf).ok && (value.pw === undefined || value.pw === null || isWrap(value.pw));
}

function isRecoveryWrap(value: unknown): value is RecoveryWrap {
  return isWrap(value) && parseB64Of((value as Fields).rkId, 6) !== undefined;
}

function isPrivateWrap(value: unknown): value is PrivateWrap {
  return isWrap(value) && isId8((value as Fields).pairId);
}

function isAlsoEntry(value: unknown): value is AlsoEntry {
  return isFields(value) && isId8(value.vaultId) && isEnvelope(value.sealed);
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
