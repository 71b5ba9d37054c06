/** Finding the account that an address and a password belong to, at equal cost whether it exists or not. encryption.md 3.5 (2), spec A §5. */

import type { Kdf } from "@satchel/contract/accounts/keys.ts";
import { isEmailAddress, normalizeEmail } from "@satchel/contract/limits.ts";
import { isSignInSecret } from "@satchel/crypto/vault/password-keys.ts";
import { isRefused, type Refusal, refuse } from "../../shared/refusal.ts";
import type { Account, AccountRepo } from "../account-repo.ts";
import { hasMailedShape, kdfOfUnknown, matchesMailed } from "../passwords/new-password.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import { isLasting, type StoredPassword } from "../passwords/password-rows.ts";
import type { Attempts } from "./attempts.ts";
import type { KnownDevices } from "./known-devices.ts";

export type Found = { readonly account: Account; readonly entry: StoredPassword };
type Tried<Value> = Value | Refusal<"invalid-credentials" | "rate-limited" | "busy">;

/** As a browser shows them; `deviceToken` where someone has signed in from it before. */
export type Shown = { readonly email: string; readonly password: string; readonly deviceToken?: string | undefined };

export type SignIn = {
  readonly kdfOf: (email: string) => Promise<Kdf>;
  readonly byPassword: (shown: Shown, network: string) => Promise<Tried<Found>>;
  /** Which of an account's passwords this is, older ones with a standing wrap included, mailed ones not. */
  readonly entryOf: (account: Account, password: string, network: string) => Promise<Tried<StoredPassword>>;
  /** The same, but only the password that signs in now: what the user shows to change something for good. */
  readonly currentEntryOf: (account: Account, password: string, network: string) => Promise<Tried<StoredPassword>>;
};

type Deps = {
  readonly accounts: AccountRepo;
  readonly hasher: PasswordHasher;
  readonly attempts: Attempts;
  readonly preloginKey: Buffer;
  /** A reset that is due takes effect before a password is looked at. */
  readonly applyDueReset: (accountId: string) => Promise<void>;
  readonly knownDevices: KnownDevices;
  readonly now: () => number;
};

type Candidate = { readonly kdf: Kdf; readonly verifier: string; readonly entry: StoredPassword | undefined };

/** The database is asked as often about an unknown address as about an account. */
const NO_ACCOUNT = "";
/** The verifier of a secret that does not exist. */
const UNMATCHABLE_VERIFIER = "$argon2id$v=19$m=19456,t=2,p=1$KRORFH3ysEUbrIcjoYKuqQ$aoMaQil5/uFcbEDK6km0dA4AFm2fxdudGdt207sGuKU";

/** A failed sign-in costs this many slow hashes, for an account and for an unknown address. Mailed passwords need none. */
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
    byPassword: (shown, network) => byPassword(deps, { ...shown, email: normalizeEmail(shown.email) }, network),
    entryOf: (account, password, network) => entryOf(account, { password, network }, isLasting),
    currentEntryOf: (account, password, network) => entryOf(account, { password, network }, (entry) => entry.signsIn && isLasting(entry)),
  };
}

async function kdfOf({ accounts, preloginKey, applyDueReset }: Deps, email: string): Promise<Kdf> {
  const account = await accounts.byEmail(email);
  await applyDueReset(account?.id ?? NO_ACCOUNT);
  const entries = await accounts.passwordsOf(account?.id ?? NO_ACCOUNT);
  const unknown = kdfOfUnknown(preloginKey, email);
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
  const kdf = own[0]?.kdf ?? kdfOfUnknown(deps.preloginKey, email);
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

/** Who tries; `device` where the browser is known to the account. */
type Who = { readonly email: string; readonly network: string; readonly device?: string | undefined };

type SecretOf = (kdf: Kdf) => Promise<string | undefined | Refusal<"busy">>;

/** A mailed and a lasting password share their kdf: a typed password is stretched once. */
function rememberSecrets(hasher: PasswordHasher, { email, network }: Who, password: string): SecretOf {
  const secrets = new Map<string, ReturnType<SecretOf>>();
  return (kdf) => {
    const secret = secrets.get(kdf.salt) ?? hasher.secretOf(password, kdf, { account: email, network });
    secrets.set(kdf.salt, secret);
    return secret;
  };
}

/** Checked before any limit on guessing, so that guesses by others never keep the owner of a mailed password out. */
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

/** Counts failures around a try, and refuses to try at all after too many. */
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

/** For requests of a signed-in user: 401 would mean that the session is over. */
export function toWrongPassword(
  refusal: Refusal<"invalid-credentials" | "rate-limited" | "busy">,
  field: string,
): Refusal<"wrong-password" | "rate-limited" | "busy"> {
  return refusal.code === "invalid-credentials" ? refuse("wrong-password", { field }) : refuse(refusal.code, refusal.details);
}
