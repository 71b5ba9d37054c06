/**
 * The key document of a vault and the password entries beside it, as they travel. All of it is sealed in the browser: the server
 * checks shapes, revision and proof, and can open nothing. encryption.md 3.1–3.5.
 */
import * as z from "zod/mini";
import { BODY, KDF, KEY_DOCUMENT } from "./limits.ts";
import { route } from "./route.ts";

const b64 = (minChars: number, maxChars: number) =>
  z.string().check(z.minLength(minChars), z.maxLength(maxChars), z.regex(/^[A-Za-z0-9_-]*$/));

const iv = b64(16, 16);
/** b64 of 8 random bytes. */
const shortId = b64(11, 11);
const hash = b64(43, 43);

export const kdf = z.strictObject({
  alg: z.literal("argon2id"),
  m: z.int().check(z.gte(KDF.minMemoryKib), z.lte(KDF.maxMemoryKib)),
  t: z.int().check(z.gte(KDF.minPasses), z.lte(KDF.maxPasses)),
  p: z.literal(KDF.lanes),
  salt: b64(KDF.saltChars, KDF.saltChars),
});
export type Kdf = z.infer<typeof kdf>;

/** `pw`: root and recovery key under the password key. */
export const pwWrap = z.strictObject({ iv, ct: b64(1, KEY_DOCUMENT.wrapMaxChars) });
export type PwWrap = z.infer<typeof pwWrap>;

/** `rec`: root under the recovery-wrap key. `rkId` = b64 of 6 bytes. */
export const recWrap = z.strictObject({ rkId: b64(8, 8), iv, ct: b64(1, KEY_DOCUMENT.wrapMaxChars) });
/** `priv`: the recovery pair's private half under the recovery-wrap key. */
export const privWrap = z.strictObject({ pairId: shortId, rkId: z.optional(b64(8, 8)), iv, ct: b64(1, KEY_DOCUMENT.wrapMaxChars) });

/** encryption.md 3.3, text form. */
const envelope = (maxChars: number) =>
  z.strictObject({ v: z.literal(1), alg: z.literal("A256GCM"), kid: shortId, iv, ct: b64(1, maxChars) });

const documentFields = {
  v: z.literal(1),
  vaultId: shortId,
  rec: recWrap,
  priv: z.array(privWrap).check(z.minLength(1), z.maxLength(KEY_DOCUMENT.maxPriv)),
  /** Public half of the recovery pair, kind `recpub`, under the content key. */
  recpub: envelope(KEY_DOCUMENT.wrapMaxChars),
  /** Everything of the sensitive folders, kind `sens`; null before the first set-up. */
  sens: z.nullable(envelope(KEY_DOCUMENT.sensMaxChars)),
  /** Roots of other vaults of this person, kind `vault`, under the content key. */
  also: z.array(envelope(KEY_DOCUMENT.alsoMaxChars)).check(z.maxLength(KEY_DOCUMENT.maxAlso)),
  /** b64 SHA-256 of the proof. */
  proofHash: hash,
};

/** As a browser makes or changes it; the server numbers it. */
export const keyDocumentDraft = z.strictObject(documentFields);
export type KeyDocumentDraft = z.infer<typeof keyDocumentDraft>;

export const keyDocument = z.strictObject({ ...documentFields, rev: z.int().check(z.gte(1)) });
export type KeyDocument = z.infer<typeof keyDocument>;

/** One password that this account has or had. `hasWrap` false: it signs in but opens nothing (set by another client, or by mail). */
export const passwordEntry = z.object({ entryId: z.string(), kdf, signsIn: z.boolean(), hasWrap: z.boolean() });
export type PasswordEntry = z.infer<typeof passwordEntry>;

/** The first vault of an account: stored together with the account, or by the first `PUT /api/keys`. */
export const newVault = z.strictObject({ document: keyDocumentDraft, pw: pwWrap });
export type NewVault = z.infer<typeof newVault>;

/** What a request that carries a sign-in secret gets: the document, every kdf, and the wrap of the password that was shown. */
export const openedKeys = z.object({
  /** Null while the account has no vault. */
  document: z.nullable(keyDocument),
  entries: z.array(passwordEntry),
  /** Whose secret was shown. */
  entryId: z.string(),
  kdf,
  pw: z.nullable(pwWrap),
});
export type OpenedKeys = z.infer<typeof openedKeys>;

export const readKeys = route({
  method: "GET",
  path: "/api/keys",
  auth: "limited",
  summary: "The key document and each password's kdf; never a wrap that a password opens.",
  reply: z.object({ document: z.nullable(keyDocument), entries: z.array(passwordEntry) }),
});

export const openKeys = route({
  method: "POST",
  path: "/api/keys/open",
  auth: "limited",
  summary: "The same, and the wrap of the password whose sign-in secret is shown. An older password whose wrap still stands is taken too.",
  body: z.object({ password: z.string() }),
  reply: openedKeys,
  refusals: ["invalid-credentials"],
});

export const writeKeys = route({
  method: "PUT",
  path: "/api/keys",
  auth: "account",
  summary:
    "Stores a document, whole or not at all. First one: rev 0, no proof, refused with vault-exists if there is one. Later: 409 conflict or 403 wrong-proof.",
  maxBodyBytes: BODY.keysMaxBytes,
  body: z.object({
    /** The revision that the writer saw; 0 for the first. */
    rev: z.int().check(z.gte(0)),
    /** b64 of `hk(root,"satchel/1/proof")`; absent for the first. */
    proof: z.optional(hash),
    document: keyDocumentDraft,
    /** New wrap for the password that signs in: required with the first document and with a new recovery key. */
    pw: z.optional(z.strictObject({ entryId: z.string(), wrap: pwWrap })),
  }),
  reply: z.object({ document: keyDocument, entries: z.array(passwordEntry) }),
  refusals: ["conflict", "wrong-proof", "vault-exists"],
});
