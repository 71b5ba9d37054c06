/**
 * Forgotten passwords: a random password is mailed and stays valid for an hour beside the old one and earlier mailed ones. It opens a
 * limited session and never wraps a key. All work happens after the response and is the same for an address without an account, so that
 * neither the response nor the load reveals whether there is an account. encryption.md 3.5 (4), spec A §2.4, decision 0016.
 */
import type { Kdf } from "@satchel/contract/accounts/keys.ts";
import type { Logger } from "pino";
import type { Counts } from "../db/counts.ts";
import { type Database, transact } from "../db/open-database.ts";
import { createMailJobs, type Mailer } from "../mail/mailer.ts";
import { resetMail } from "../mail/texts.ts";
import { newId, type RuntimeEnvironment } from "../shared/environment.ts";
import { describeFailure, isRefused, type Refusal, refuse } from "../shared/refusal.ts";
import type { AccountRepo } from "./account-repo.ts";
import type { Activity } from "./activity.ts";
import type { KdfShapes } from "./passwords/kdf-shapes.ts";
import { kdfOfUnknown, mailedVerifierOf, randomPassword } from "./passwords/new-password.ts";
import type { PasswordHasher } from "./passwords/password-hasher.ts";
import { insertPassword, isLasting, type StoredPassword } from "./passwords/password-rows.ts";
import type { Client } from "./sign-in/sessions.ts";

export type PasswordReset = {
  /**
   * Starts the work, or queues it, and returns at once. Refuses if the queue is full, for any address alike. `client` is the requesting
   * client.
   */
  readonly request: (email: string, client: Client) => Refusal<"busy"> | undefined;
  /** Resolves when no work is running. */
  readonly idle: () => Promise<void>;
};

type Deps = {
  readonly db: Database;
  readonly counts: Counts;
  readonly accounts: AccountRepo;
  readonly hasher: PasswordHasher;
  readonly mailer: Mailer;
  readonly activity: Pick<Activity, "record">;
  readonly preloginKey: Buffer;
  readonly kdfShapes: KdfShapes;
  readonly around: RuntimeEnvironment;
  readonly logger: Logger;
};

const LIFETIME_MS = 3_600_000;
/** Equals the validity of a mailed password, so that when the limit is reached, the first mail of the window still signs in. */
const LIMIT_WINDOW_MS = LIFETIME_MS;
const MAILS_PER_ADDRESS_AND_NETWORK = 3;
const MAILS_PER_ADDRESS = 10;
const MAX_IN_PROGRESS = 100;
const MAX_WAITING = 1000;
const FULL_RETRY_MS = 60_000;
const TRIES = 5;
const BUSY_WAIT_MS = 2000;
/** Placeholder id, so that an unknown address causes as many queries as an account. */
const NO_ACCOUNT = "";

export function createPasswordReset(deps: Deps): PasswordReset {
  const mails = deps.counts.counterOf("mail", LIMIT_WINDOW_MS);
  const jobs = createMailJobs(deps.logger);

  const work = async (email: string, client: Client): Promise<void> => {
    const fromNetwork = await mails.add(`pair\n${email}\n${client.network}`);
    if (fromNetwork.count > MAILS_PER_ADDRESS_AND_NETWORK) return;
    if ((await mails.add(`address\n${email}`)).count > MAILS_PER_ADDRESS) return;
    await mailPassword(deps, email, client);
  };

  const waiting: { readonly email: string; readonly client: Client }[] = [];
  const workOff = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      await work(next.email, next.client).catch((error: unknown) => deps.logger.error(describeFailure(error), "a reset failed"));
  };

  return {
    request: (email, client) => {
      if (waiting.length >= MAX_WAITING) return refuse("busy", { retryAfterMs: FULL_RETRY_MS });
      waiting.push({ email, client });
      if (jobs.count() < MAX_IN_PROGRESS) jobs.start(workOff());
      return undefined;
    },
    idle: jobs.idle,
  };
}

async function mailPassword(deps: Deps, email: string, client: Client): Promise<void> {
  const { db, accounts, around, mailer } = deps;
  const account = await accounts.byEmail(email);
  const passwords = await accounts.passwordsOf(account?.id ?? NO_ACCOUNT);
  const present = passwords.find((entry) => entry.signsIn && isLasting(entry));
  const password = randomPassword(around);
  const unknown = kdfOfUnknown(deps.preloginKey, email, await deps.kdfShapes());
  const entry = await mailedEntry(deps, password, present?.kdf ?? unknown);
  if (entry === undefined || account === undefined || present === undefined) return;
  await transact(db, async (tx) => {
    const expired = tx.deleteFrom("passwords").where("account_id", "=", account.id).where("mailed", "=", 1);
    await expired.where("expires_at", "<", around.now()).execute();
    await insertPassword(tx, account.id, { password: entry, now: around.now() });
  });
  await deps.activity.record(account, "reset-requested", client);
  await mailer.send(resetMail(account.email, password, { ...client, at: around.now() }));
}

/** No request waits for this work, so all mailed passwords share one account's share of the queue. */
const MAILED = { account: "mailed", network: "mailed" };

/** Uses the account's current kdf: a browser calls prelogin before it can know which of the two passwords the user will type. */
async function mailedEntry({ hasher, around }: Deps, password: string, kdf: Kdf): Promise<StoredPassword | undefined> {
  const secret = await withRetry(around, () => hasher.secretOf(password, kdf, MAILED));
  if (secret === undefined) return undefined;
  const mailedUntil = around.now() + LIFETIME_MS;
  return { id: newId(around), kdf, verifier: mailedVerifierOf(secret), pw: null, vaultId: null, signsIn: true, mailedUntil };
}

/** Retries while the queue is busy, because no request waits for this result. */
async function withRetry<Value>(
  around: RuntimeEnvironment,
  work: () => Promise<Value | undefined | Refusal<"busy">>,
): Promise<Value | undefined> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const answer = await work();
    if (!isRefused(answer)) return answer;
    await around.wait(BUSY_WAIT_MS);
  }
  return undefined;
}
