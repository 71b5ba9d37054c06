/** Finding the account that an address and a password belong to, at equal cost whether it exists or not. encryption.md 3.5 (2), spec A §5. */
import { isEmailAddress, normalizeEmail } from "@satchel/contract/email.ts";
import type { Kdf } from "@satchel/contract/keys.ts";
import { isRefused, type Refusal, refuse } from "../refusal.ts";
import type { Account } from "./account.ts";
import type { AccountRepo } from "./account-repo.ts";
import type { Attempts } from "./attempts.ts";
import type { PasswordHasher } from "./password-hasher.ts";
import { isLasting, type StoredPassword } from "./password-rows.ts";
import { kdfOfUnknown } from "./prelogin.ts";

export type Found = { readonly account: Account; readonly entry: StoredPassword };
type Tried<Value> = Value | Refusal<"invalid-credentials" | "rate-limited" | "busy">;

export type SignIn = {
  readonly kdfOf: (email: string) => Promise<Kdf>;
  readonly byPassword: (email: string, password: string, network: string) => Promise<Tried<Found>>;
  /** Which of an account's passwords this is, older ones with a standing wrap included, mailed ones not. */
  readonly entryOf: (account: Account, password: string, network: string) => Promise<Tried<StoredPassword>>;
  /** The same, but only the password that signs in now: what a person shows to change something for good. */
  readonly currentEntryOf: (account: Account, password: string, network: string) => Promise<Tried<StoredPassword>>;
};

type Deps = {
  readonly accounts: AccountRepo;
  readonly hasher: PasswordHasher;
  readonly attempts: Attempts;
  readonly preloginKey: Buffer;
  readonly now: () => number;
};

type Candidate = { readonly kdf: Kdf; readonly verifier: string; readonly entry: StoredPassword | undefined };

/** The database is asked as often about an unknown address as about an account. */
const NO_ACCOUNT = "";
/** The verifier of a secret that nobody has. */
const NOBODY = "$argon2id$v=19$m=19456,t=2,p=1$KRORFH3ysEUbrIcjoYKuqQ$aoMaQil5/uFcbEDK6km0dA4AFm2fxdudGdt207sGuKU";

/**
 * A failed sign-in costs this many hashes: as many as an account with a mailed password has. An unknown address, an account, and an account
 * whose password was just mailed take the same time.
 */
const HASHES_PER_FAILURE = 2;

export function createSignIn(deps: Deps): SignIn {
  const entryOf = (
    account: Account,
    password: string,
    network: string,
    counts: (entry: StoredPassword) => boolean,
  ): Promise<Tried<StoredPassword>> =>
    guarded(deps, account.email, network, async () => tryAll(deps, await candidatesOf(deps, account.id, counts), password));
  return {
    kdfOf: (email) => kdfOf(deps, normalizeEmail(email)),
    byPassword: (email, password, network) => byPassword(deps, normalizeEmail(email), password, network),
    entryOf: (account, password, network) => entryOf(account, password, network, isLasting),
    currentEntryOf: (account, password, network) => entryOf(account, password, network, (entry) => entry.signsIn && isLasting(entry)),
  };
}

async function kdfOf({ accounts, preloginKey }: Deps, email: string): Promise<Kdf> {
  const account = await accounts.byEmail(email);
  const entries = await accounts.passwordsOf(account?.id ?? NO_ACCOUNT);
  const unknown = kdfOfUnknown(preloginKey, email);
  return entries.find((entry) => entry.signsIn && isLasting(entry))?.kdf ?? unknown;
}

async function byPassword(deps: Deps, email: string, password: string, network: string): Promise<Tried<Found>> {
  if (!isEmailAddress(email)) return refuse("invalid-credentials");
  const account = await deps.accounts.byEmail(email);
  const now = deps.now();
  const entry = await guarded(deps, email, network, async () => {
    const own = await candidatesOf(deps, account?.id ?? NO_ACCOUNT, (each) => each.signsIn && (each.mailedUntil ?? now) >= now);
    const unknown = kdfOfUnknown(deps.preloginKey, email);
    const nobody: Candidate = { kdf: own[0]?.kdf ?? unknown, verifier: NOBODY, entry: undefined };
    const padding = Array<Candidate>(Math.max(0, HASHES_PER_FAILURE - own.length)).fill(nobody);
    return await tryAll(deps, [...own, ...padding], password);
  });
  return isRefused(entry) ? entry : { account: account as Account, entry };
}

/** Counts failures around a try, and refuses to try at all after too many. */
async function guarded(
  { attempts }: Deps,
  email: string,
  network: string,
  match: () => Promise<StoredPassword | undefined | Refusal<"busy">>,
): Promise<Tried<StoredPassword>> {
  const blocked = await attempts.checkSignIn(email, network);
  if (blocked !== undefined) return blocked;
  await attempts.delay(email);
  const found = await match();
  if (isRefused(found)) return found;
  await attempts[found === undefined ? "failed" : "succeeded"](email, network);
  return found ?? refuse("invalid-credentials");
}

async function candidatesOf(
  { accounts }: Deps,
  accountId: string,
  counts: (entry: StoredPassword) => boolean,
): Promise<readonly Candidate[]> {
  const entries = (await accounts.passwordsOf(accountId)).filter(counts);
  return entries.map((entry) => ({ kdf: entry.kdf, verifier: entry.verifier, entry }));
}

async function tryAll(
  { hasher }: Deps,
  candidates: readonly Candidate[],
  password: string,
): Promise<StoredPassword | undefined | Refusal<"busy">> {
  const secrets = new Map<string, string | undefined>();
  for (const { kdf, verifier, entry } of candidates) {
    // A mailed password shares its kdf with the lasting one, so a typed password is stretched once.
    const secret = secrets.has(kdf.salt) ? secrets.get(kdf.salt) : await hasher.secretOf(password, kdf);
    if (isRefused(secret)) return secret;
    secrets.set(kdf.salt, secret);
    const matches = secret !== undefined && (await hasher.matches(verifier, secret));
    if (isRefused(matches)) return matches;
    if (matches && entry !== undefined) return entry;
  }
  return undefined;
}

/** For requests of somebody who is signed in: 401 would say that the session is over. */
export function toWrongPassword(
  refusal: Refusal<"invalid-credentials" | "rate-limited" | "busy">,
  field: string,
): Refusal<"wrong-password" | "rate-limited" | "busy"> {
  return refusal.code === "invalid-credentials" ? refuse("wrong-password", { field }) : refuse(refusal.code, refusal.details);
}
