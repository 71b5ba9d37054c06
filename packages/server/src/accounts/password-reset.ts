/**
 * Forgotten passwords: a random one goes out by mail and is good for an hour beside the old one. It opens a limited session and never wraps a
 * key. The answer to the request tells nothing, in its timing neither: all work happens after it. encryption.md 3.5 (4), spec A §2.4.
 */
import type { Logger } from "pino";
import type { Counts } from "../db/counts.ts";
import { type Database, transact } from "../db/open-database.ts";
import { describeFailure } from "../describe-failure.ts";
import type { Mailer } from "../mail/mailer.ts";
import { resetMail } from "../mail/reset-mail.ts";
import { isRefused, type Refusal } from "../refusal.ts";
import { newId, type Surroundings } from "../surroundings.ts";
import type { Account } from "./account.ts";
import type { AccountRepo } from "./account-repo.ts";
import type { PasswordHasher } from "./password-hasher.ts";
import { insertPassword, isLasting, type StoredPassword } from "./password-rows.ts";

export type PasswordReset = {
  /** Starts the work and comes back at once. */
  readonly request: (email: string) => void;
  /** When nothing is under way any more. */
  readonly idle: () => Promise<void>;
};

type Deps = {
  readonly db: Database;
  readonly counts: Counts;
  readonly accounts: AccountRepo;
  readonly hasher: PasswordHasher;
  readonly mailer: Mailer;
  readonly around: Surroundings;
  readonly logger: Logger;
};

const LIFETIME_MS = 3_600_000;
const MAILS_PER_ACCOUNT = 3;
const MAX_UNDER_WAY = 100;
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const PASSWORD_CHARS = 20;
const TRIES = 5;
const BUSY_WAIT_MS = 2000;

export function createPasswordReset(deps: Deps): PasswordReset {
  const mails = deps.counts.counterOf("mail", LIFETIME_MS);
  const underWay = new Set<Promise<void>>();

  const work = async (email: string): Promise<void> => {
    const account = await deps.accounts.byEmail(email);
    if (account === undefined || (await mails.add(account.id)).count > MAILS_PER_ACCOUNT) return;
    await mailPassword(deps, account);
  };

  return {
    request: (email) => {
      if (underWay.size >= MAX_UNDER_WAY) return;
      const job = work(email)
        .catch((error: unknown) => deps.logger.error(describeFailure(error), "a mail could not be sent"))
        .finally(() => underWay.delete(job));
      underWay.add(job);
    },
    idle: async () => {
      await Promise.all(underWay);
    },
  };
}

async function mailPassword(deps: Deps, account: Account): Promise<void> {
  const password = randomPassword(deps.around);
  const entry = await mailedEntry(deps, account, password);
  if (entry === undefined) return;
  await transact(deps.db, async (tx) => {
    await tx.deleteFrom("passwords").where("account_id", "=", account.id).where("mailed", "=", 1).execute();
    await insertPassword(tx, account.id, entry, deps.around.now());
  });
  await deps.mailer.send(resetMail(account.email, password));
}

/** 100 bits. */
function randomPassword({ randomBytes }: Surroundings): string {
  return [...randomBytes(PASSWORD_CHARS)].map((byte) => ALPHABET[byte & 31]).join("");
}

/** Under the present kdf, because a browser asks prelogin and cannot know which of the two passwords a person will type. */
async function mailedEntry({ accounts, hasher, around }: Deps, account: Account, password: string): Promise<StoredPassword | undefined> {
  const present = (await accounts.passwordsOf(account.id)).find((entry) => entry.signsIn && isLasting(entry));
  if (present === undefined) return undefined;
  const verifier = await patiently(around, async () => {
    const secret = await hasher.secretOf(password, present.kdf);
    return secret === undefined || isRefused(secret) ? secret : await hasher.verifierOf(secret);
  });
  if (verifier === undefined) return undefined;
  const mailedUntil = around.now() + LIFETIME_MS;
  return { id: newId(around), kdf: present.kdf, verifier, pw: null, vaultId: null, signsIn: true, mailedUntil };
}

/** Nobody waits for this answer, so a busy pool is asked again. */
async function patiently<Value>(around: Surroundings, work: () => Promise<Value | Refusal<"busy">>): Promise<Value | undefined> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const answer = await work();
    if (!isRefused(answer)) return answer;
    await around.wait(BUSY_WAIT_MS);
  }
  return undefined;
}
