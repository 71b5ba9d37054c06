/**
 * Finds the account and password that match an address and a secret, at equal cost whether they exist or not. encryption.md 3.5 (2), spec A
 * §5.
 */

import type { Kdf } from "@satchel/contract/accounts/keys.ts";
import { isEmailAddress, normalizeEmail } from "@satchel/contract/limits.ts";
import type { RefusalCode } from "@satchel/contract/refusals.ts";
import { isSignInSecret } from "@satchel/crypto/vault/password-keys.ts";
import { isRefused, type Refusal, refuse } from "../../shared/refusal.ts";
import type { Account, AccountRepo } from "../account-repo.ts";
import type { KdfShapes } from "../passwords/kdf-shapes.ts";
import { hasMailedShape, kdfOfUnknown, matchesMailed } from "../passwords/new-password.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import { isLasting, type StoredPassword } from "../passwords/password-rows.ts";
import type { Attempts } from "./attempts.ts";
import type { KnownDevices } from "./known-devices.ts";

export type Found = { readonly account: Account; readonly entry: StoredPassword };
type Tried<Value, More extends RefusalCode = never> = Value | Refusal<"invalid-credentials" | "rate-limited" | "busy" | More>;

/** Credentials as a browser sends them. `deviceToken` is present if someone has signed in from it before. */
export type Shown = { readonly email: string; readonly password: string; readonly deviceToken?: string | undefined };

export type SignIn = {
  readonly kdfOf: (email: string) => Promise<Kdf>;
  /** Reports a disabled account only to someone who knows its password. */
  readonly byPassword: (shown: Shown, network: string) => Promise<Tried<Found, "account-disabled">>;
  /** Returns the account's password that matches, including older ones that still have a wrap, but not mailed ones. */
  readonly entryOf: (account: Account, password: string, network: string) => Promise<Tried<StoredPassword>>;
  /** Like `entryOf`, but accepts only the password that signs in now. Required for permanent changes. */
  readonly currentEntryOf: (account: Account, password: string, network: string) => Promise<Tried<StoredPassword>>;
};

type Deps = {
  readonly accounts: AccountRepo;
  readonly hasher: PasswordHasher;
  readonly attempts: Attempts;
  readonly preloginKey: Buffer;
  readonly kdfShapes: KdfShapes;
  /** Applies a due reset before a password is checked. */
  readonly applyDueReset: (accountId: string) => Promise<void>;
  readonly knownDevices: KnownDevices;
  readonly now: () => number;
};

type Candidate = { readonly kdf: Kdf; readonly verifier: string; readonly entry: StoredPassword | undefined };

/** Placeholder id, so that an unknown address causes as many queries as an account. */
const NO_ACCOUNT = "";
/** Verifier of a secret that does not exist. */
const UNMATCHABLE_VERIFIER = "$argon2id$v=19$m=19456,t=2,p=1$KRORFH3ysEUbrIcjoYKuqQ$aoMaQil5/uFcbEDK6km0dA4AFm2fxdudGdt207sGuKU";

/** Slow hashes that a failed sign-in costs, for an account and for an unknown address alike. Mailed passwords need none. */
const HASHES_PER_FAILURE = 1;

export function createSignIn(deps: Deps): SignIn {
  const entryOf = (
    account: Account,
    { password, network }: { readonly password: string; readonly network: string },
    counts: (entry: StoredPassword) => boolean,
  ): Promise<Tried<StoredPassword>> => {
    const who = { email: account.email, network };
    const refusal = checkTyped(deps, who, password);
    if (refusal !== undefined) return Promise.resolve(refusal);
    return guarded(deps, who, async () => {
      const candidates = (await deps.accounts.passwordsOf(account.id)).filter(counts).map(toCandidate);
      return await tryAll(deps, who, { candidates, secretOf: rememberSecrets(deps.hasher, who, password) });
    });
  };
  return {
    kdfOf: (email) => kdfOf(deps, normalizeEmail(email)),
    byPassword: async (shown, network) => {
      const found = await byPassword(deps, { ...shown, email: normalizeEmail(shown.email) }, network);
      return isRefused(found) || found.account.disabledAt === undefined ? found : refuse("account-disabled");
    },
    entryOf: (account, password, network) => entryOf(account, { password, network }, isLasting),
    currentEntryOf: (account, password, network) => entryOf(account, { password, network }, (entry) => entry.signsIn && isLasting(entry)),
  };
}

async function kdfOf({ accounts, preloginKey, kdfShapes, applyDueReset }: Deps, email: string): Promise<Kdf> {
  const account = await accounts.byEmail(email);
  await applyDueReset(account?.id ?? NO_ACCOUNT);
  const entries = await accounts.passwordsOf(account?.id ?? NO_ACCOUNT);
  const unknown = kdfOfUnknown(preloginKey, email, await kdfShapes());
  return entries.find((entry) => entry.signsIn && isLasting(entry))?.kdf ?? unknown;
}

async function byPassword(deps: Deps, { email, password, deviceToken }: Shown, network: string): Promise<Tried<Found>> {
  if (!isEmailAddress(email)) return refuse("invalid-credentials");
  const account = await deps.accounts.byEmail(email);
  await deps.applyDueReset(account?.id ?? NO_ACCOUNT);
  const who: Who = { email, network, device: deps.knownDevices.find(account?.id ?? NO_ACCOUNT, deviceToken) };
  const refusal = checkTyped(deps, who, password);
  if (refusal !== undefined) return refusal;
  const entries = (await deps.accounts.passwordsOf(account?.id ?? NO_ACCOUNT)).filter((entry) => entry.signsIn);
  const own = entries.filter(isLasting).map(toCandidate);
  const unknown = kdfOfUnknown(deps.preloginKey, email, await deps.kdfShapes());
  const kdf = own[0]?.kdf ?? unknown;
  const secretOf = rememberSecrets(deps.hasher, who, password);
  const mailed = await byMailed(deps, entries, { kdf, password, secretOf });
  if (isRefused(mailed)) return mailed;
  if (mailed !== undefined) {
    await deps.attempts.forgive(email, network);
    return { account: account as Account, entry: mailed };
  }
  const entry = await guarded(deps, who, async () => {
    const dummy: Candidate = { kdf, verifier: UNMATCHABLE_VERIFIER, entry: undefined };
    const padding = Array<Candidate>(Math.max(0, HASHES_PER_FAILURE - own.length)).fill(dummy);
    return await tryAll(deps, who, { candidates: [...own, ...padding], secretOf });
  });
  return isRefused(entry) ? entry : { account: account as Account, entry };
}

/** The user who tries; `device` is set if the browser is known to the account. */
type Who = { readonly email: string; readonly network: string; readonly device?: string | undefined };

type SecretOf = (kdf: Kdf) => Promise<string | undefined | Refusal<"busy">>;

/** A mailed and a lasting password share their kdf, so a typed password is stretched once. */
function rememberSecrets(hasher: PasswordHasher, { email, network }: Who, password: string): SecretOf {
  const secrets = new Map<string, ReturnType<SecretOf>>();
  return (kdf) => {
    const secret = secrets.get(kdf.salt) ?? hasher.secretOf(password, kdf, { account: email, network });
    secrets.set(kdf.salt, secret);
    return secret;
  };
}

/** Checked before any limit on guesses, so that guesses by others never lock out the owner of a mailed password. */
async function byMailed(
  { now }: Deps,
  entries: readonly StoredPassword[],
  { kdf, password, secretOf }: { readonly kdf: Kdf; readonly password: string; readonly secretOf: SecretOf },
): Promise<StoredPassword | undefined | Refusal<"busy">> {
  if (!isSignInSecret(password) && !hasMailedShape(password)) return undefined;
  const secret = await secretOf(kdf);
  if (secret === undefined || isRefused(secret)) return secret;
  const at = now();
  return entries.find((entry) => (entry.mailedUntil ?? 0) >= at && matchesMailed(entry.verifier, secret));
}

/** Counts failures around an attempt, and rejects the attempt after too many. */
async function guarded(
  { attempts }: Deps,
  { email, network, device }: Who,
  match: () => Promise<StoredPassword | undefined | Refusal<"busy">>,
): Promise<Tried<StoredPassword>> {
  const attempt = await attempts.begin(email, network, device);
  if (isRefused(attempt)) return attempt;
  await attempts.delay(email);
  const found = await match();
  if (isRefused(found)) {
    await attempt.undecided();
    return found;
  }
  await attempt[found === undefined ? "failed" : "succeeded"]();
  return found ?? refuse("invalid-credentials");
}

function checkTyped({ attempts }: Deps, { email, network }: Who, password: string): Refusal<"rate-limited"> | undefined {
  return isSignInSecret(password) ? undefined : attempts.checkTyped(email, network);
}

function toCandidate(entry: StoredPassword): Candidate {
  return { kdf: entry.kdf, verifier: entry.verifier, entry };
}

async function tryAll(
  { hasher }: Deps,
  { email, network }: Who,
  { candidates, secretOf }: { readonly candidates: readonly Candidate[]; readonly secretOf: SecretOf },
): Promise<StoredPassword | undefined | Refusal<"busy">> {
  for (const { kdf, verifier, entry } of candidates) {
    const secret = await secretOf(kdf);
    if (isRefused(secret)) return secret;
    const matches = secret !== undefined && (await hasher.matches(verifier, secret, { account: email, network }));
    if (isRefused(matches)) return matches;
    if (matches && entry !== undefined) return entry;
  }
  return undefined;
}

/** Used for requests of a signed-in user, because a 401 would mean there that the session has ended. */
export function toWrongPassword(
  refusal: Refusal<"invalid-credentials" | "rate-limited" | "busy">,
  field: string,
): Refusal<"wrong-password" | "rate-limited" | "busy"> {
  return refusal.code === "invalid-credentials" ? refuse("wrong-password", { field }) : refuse(refusal.code, refusal.details);
}
