/** Finding the account that an address and a password belong to, at equal cost whether it exists or not. encryption.md 3.5 (2), spec A §5. */
import { isEmailAddress, normalizeEmail } from "@satchel/contract/email.ts";
import type { Kdf } from "@satchel/contract/keys.ts";
import { isRefused, type Refusal, refuse } from "../refusal.ts";
import type { Account } from "./account.ts";
import type { AccountRepo, StoredPassword } from "./account-repo.ts";
import type { Attempts } from "./attempts.ts";
import type { PasswordHasher } from "./password-hasher.ts";
import { kdfOfUnknown } from "./prelogin.ts";

export type SignIn = {
  readonly kdfOf: (email: string) => Promise<Kdf>;
  readonly byPassword: (
    email: string,
    password: string,
    network: string,
  ) => Promise<Found | Refusal<"invalid-credentials" | "rate-limited" | "busy">>;
  /** Which of an account's passwords this is, older ones with a standing wrap included. */
  readonly entryOf: (
    account: Account,
    password: string,
    network: string,
  ) => Promise<StoredPassword | Refusal<"invalid-credentials" | "rate-limited" | "busy">>;
};

export type Found = { readonly account: Account; readonly entry: StoredPassword };

type Deps = { readonly accounts: AccountRepo; readonly hasher: PasswordHasher; readonly attempts: Attempts; readonly preloginKey: Buffer };

/** The verifier of a secret that nobody has: an unknown address costs one hash, as a known one does. */
const NOBODY = "$argon2id$v=19$m=19456,t=2,p=1$KRORFH3ysEUbrIcjoYKuqQ$aoMaQil5/uFcbEDK6km0dA4AFm2fxdudGdt207sGuKU";

export function createSignIn(deps: Deps): SignIn {
  return {
    kdfOf: (email) => kdfOf(deps, normalizeEmail(email)),
    byPassword: (email, password, network) => byPassword(deps, normalizeEmail(email), password, network),
    entryOf: (account, password, network) =>
      guarded(deps, account.email, network, () => matchingEntry(deps, account, password, () => true)),
  };
}

async function kdfOf({ accounts, preloginKey }: Deps, email: string): Promise<Kdf> {
  const account = await accounts.byEmail(email);
  const entry = account === undefined ? undefined : (await accounts.passwordsOf(account.id)).find((password) => password.signsIn);
  return entry?.kdf ?? kdfOfUnknown(preloginKey, email);
}

async function byPassword(deps: Deps, email: string, password: string, network: string): ReturnType<SignIn["byPassword"]> {
  if (!isEmailAddress(email)) return refuse("invalid-credentials");
  const account = await deps.accounts.byEmail(email);
  const entry = await guarded(deps, email, network, () =>
    account === undefined ? matchNobody(deps, email, password) : matchingEntry(deps, account, password, (each) => each.signsIn),
  );
  return isRefused(entry) ? entry : { account: account as Account, entry };
}

type Match = StoredPassword | undefined | Refusal<"busy">;

/** Counts failures around a try, and refuses to try at all after too many. */
async function guarded(
  { attempts }: Deps,
  email: string,
  network: string,
  match: () => Promise<Match>,
): Promise<StoredPassword | Refusal<"invalid-credentials" | "rate-limited" | "busy">> {
  const blocked = attempts.checkSignIn(email, network);
  if (blocked !== undefined) return blocked;
  await attempts.delay(email);
  const found = await match();
  if (isRefused(found)) return found;
  if (found === undefined) attempts.failed(email, network);
  else attempts.succeeded(email, network);
  return found ?? refuse("invalid-credentials");
}

async function matchingEntry(deps: Deps, account: Account, password: string, counts: (entry: StoredPassword) => boolean): Promise<Match> {
  for (const entry of (await deps.accounts.passwordsOf(account.id)).filter(counts)) {
    const matches = await isPasswordOf(deps.hasher, entry, password);
    if (isRefused(matches)) return matches;
    if (matches) return entry;
  }
  return undefined;
}

async function isPasswordOf(
  hasher: PasswordHasher,
  entry: Pick<StoredPassword, "kdf" | "verifier">,
  password: string,
): Promise<boolean | Refusal<"busy">> {
  const secret = await hasher.secretOf(password, entry.kdf);
  if (secret === undefined) return false;
  return isRefused(secret) ? secret : await hasher.matches(entry.verifier, secret);
}

async function matchNobody({ hasher, preloginKey }: Deps, email: string, password: string): Promise<Match> {
  const answer = await isPasswordOf(hasher, { kdf: kdfOfUnknown(preloginKey, email), verifier: NOBODY }, password);
  return isRefused(answer) ? answer : undefined;
}
