/**
 * A vault's key document and password entries, sealed in the browser. The server checks shape, revision and proof. encryption.md 3.1–3.5
 */
import * as z from "zod/mini";
import { BODY, KDF, KEY_DOCUMENT } from "../limits.ts";
import { route } from "../route.ts";

export const b64 = (minChars: number, maxChars: number) =>
  z.string().check(z.minLength(minChars), z.maxLength(maxChars), z.regex(/^[A-Za-z0-9_-]*$/));

const iv = b64(16, 16);
/** b64 of 8 random bytes. */
export const shortId = b64(11, 11);
/** b64 of 32 bytes. */
export const hash = b64(43, 43);

export const kdf = z.strictObject({
  alg: z.literal("argon2id"),
  m: z.int().check(z.gte(KDF.minMemoryKib), z.lte(KDF.maxMemoryKib)),
  t: z.int().check(z.gte(KDF.minPasses), z.lte(KDF.maxPasses)),
  p: z.literal(KDF.lanes),
  salt: b64(KDF.saltChars, KDF.saltChars),
});
export type Kdf = z.infer<typeof kdf>;

/** The kdf of a password that will be stored. */
export const newKdf = z.strictObject({
  ...kdf.shape,
  m: z.int().check(z.gte(KDF.minMemoryKib), z.lte(KDF.newMaxMemoryKib)),
  t: z.int().check(z.gte(KDF.minPasses), z.lte(KDF.newMaxPasses)),
});

const wrapFields = { iv, ct: b64(1, KEY_DOCUMENT.wrapMaxChars) };

/** Any key under another one. `pw` holds root and recovery key under the password key. */
export const wrap = z.strictObject(wrapFields);
export type Wrap = z.infer<typeof wrap>;

/** encryption.md 3.3, text form. */
export const envelope = (maxChars: number) =>
  z.strictObject({ v: z.literal(1), alg: z.literal("A256GCM"), kid: shortId, iv, ct: b64(1, maxChars) });

export const keyDocument = z.strictObject({
  v: z.literal(1),
  vaultId: shortId,
  /** Revision of this document; the first is 1. */
  rev: z.int().check(z.gte(1)),
  /** Root under the recovery-wrap key; `rkId` = b64 of 6 bytes. */
  rec: z.strictObject({ ...wrapFields, rkId: b64(8, 8) }),
  /** The recovery pair's private half under the recovery-wrap key. */
  priv: z.array(z.strictObject({ ...wrapFields, pairId: shortId })).check(z.minLength(1), z.maxLength(KEY_DOCUMENT.maxPriv)),
  /** Public half of the recovery pair, kind `recpub`, under the content key. */
  recpub: envelope(KEY_DOCUMENT.wrapMaxChars),
  /** All data of the Sensitive folders, kind `sens`; null before the first set-up. */
  sens: z.nullable(envelope(KEY_DOCUMENT.sensMaxChars)),
  /** Roots of the user's other vaults, kind `vault`, under the content key. */
  also: z.array(z.strictObject({ vaultId: shortId, sealed: envelope(KEY_DOCUMENT.alsoMaxChars) })).check(z.maxLength(KEY_DOCUMENT.maxAlso)),
  /** b64 SHA-256 of the proof. */
  proofHash: hash,
  /**
   * MAC of all other fields, including `rev`, under the root, which only a holder of the root can compute. Missing in documents of earlier
   * versions; never removed once present.
   */
  bound: z.optional(hash),
});
export type KeyDocument = z.infer<typeof keyDocument>;

/** The first vault of an account, stored together with the account. Its document has `rev` 1. */
export const newVault = z.strictObject({ document: keyDocument, pw: wrap });
export type NewVault = z.infer<typeof newVault>;

/**
 * A current or former password of the account. `pw` is present only in replies to a request with this entry's sign-in secret; null means
 * that this password opens no vault. `signsIn: false` marks an older password that no longer signs in; its wrap is still stored.
 */
export const passwordEntry = z.object({
  entryId: z.string(),
  kdf,
  signsIn: z.boolean(),
  /** Id of the vault whose root `pw` holds; null if this password opens no vault. It differs from the document's after a start over. */
  vaultId: z.optional(z.nullable(z.string())),
  pw: z.optional(z.nullable(wrap)),
});
export type PasswordEntry = z.infer<typeof passwordEntry>;

/** `document` is null while the account has no vault. */
export const accountKeys = z.object({ document: z.nullable(keyDocument), entries: z.array(passwordEntry) });
export type AccountKeys = z.infer<typeof accountKeys>;

export const readKeys = route({
  method: "GET",
  path: "/api/keys",
  auth: "limited",
  summary: "The key document and each password's kdf; never a wrap that a password opens.",
  reply: accountKeys,
});

export const openKeys = route({
  method: "POST",
  path: "/api/keys/open",
  auth: "limited",
  summary: "The same, and the wrap of the password whose sign-in secret is shown. An older password whose wrap still stands is taken too.",
  body: z.object({ password: z.string() }),
  reply: accountKeys,
  refusals: ["invalid-credentials"],
});

export const writeKeys = route({
  method: "PUT",
  path: "/api/keys",
  auth: "account",
  summary:
    "Stores a document, whole or not at all: 409 conflict when another rev stands, 403 wrong-proof, 409 vault-exists for a second first one.",
  maxBodyBytes: BODY.keysMaxBytes,
  body: z.object({
    /** The revision that the writer saw; 0 if there was none. `document.rev` is one higher. */
    rev: z.int().check(z.gte(0)),
    /** b64 of `hk(root,"satchel/1/proof")`. */
    proof: z.optional(hash),
    document: keyDocument,
    /** New wrap for the password that signs in. Required with the first document and with another recovery key. */
    pw: z.optional(z.strictObject({ entryId: z.string(), wrap })),
  }),
  reply: accountKeys,
  refusals: ["conflict", "wrong-proof", "vault-exists"],
});

export const readRetiredKeys = route({
  method: "GET",
  path: "/api/keys/retired",
  auth: "limited",
  summary:
    "Documents of vaults that were left behind by a start over, newest first. Their recovery keys and old passwords still open them.",
  reply: z.object({ documents: z.array(keyDocument) }),
});

export const startOver = route({
  method: "POST",
  path: "/api/keys/start-over",
  auth: "account",
  summary: "A new vault in the place of one that nothing opens any more. The old one is retired whole; no file is touched.",
  maxBodyBytes: BODY.keysMaxBytes,
  body: z.object({
    /** The account's password, so that a stolen token does not suffice. */
    password: z.string(),
    /** Revision of the vault to be retired. */
    rev: z.int().check(z.gte(1)),
    /** The new document; its `rev` is 1 and its vaultId is new. */
    document: keyDocument,
    pw: z.strictObject({ entryId: z.string(), wrap }),
  }),
  reply: accountKeys,
  refusals: ["wrong-password", "conflict"],
});
