/**
 * Registration with mail: the response is the same for every address, and the account is created when the mailed link is confirmed.
 * Decision 0016.
 */
import { createHash } from "node:crypto";
import type { Logger } from "pino";
import { type Counts, deleteInPieces, LARGE_PIECE_ROWS } from "../../db/counts.ts";
import { type Database, transactForGood } from "../../db/open-database.ts";
import { createMailJobs, type Mailer } from "../../mail/mailer.ts";
import { existingAccountMail, verificationMail } from "../../mail/texts.ts";
import { newId, type RuntimeEnvironment } from "../../shared/environment.ts";
import type { AccountRepo, NewAccount } from "../account-repo.ts";
import type { Client } from "../sign-in/sessions.ts";

export type EmailVerification = {
  /** Stores the registration and returns; the mail follows. */
  readonly request: (fresh: NewAccount, client: Client) => Promise<void>;
  readonly hasToken: (token: string) => Promise<boolean>;
  /** Returns false if the link is no longer valid or the address has an account by now. */
  readonly confirm: (token: string) => Promise<boolean>;
  readonly sweep: () => Promise<void>;
  /** Resolves when no mail is being sent. */
  readonly idle: () => Promise<void>;
};

type Deps = {
  readonly db: Database;
  readonly accounts: AccountRepo;
  readonly counts: Counts;
  readonly mailer: Mailer;
  readonly origins: () => readonly string[];
  readonly around: RuntimeEnvironment;
  readonly logger: Logger;
};

const LIFETIME_MS = 7 * 86_400_000;
const MAIL_WINDOW_MS = 3_600_000;
const MAILS_PER_ADDRESS_AND_NETWORK = 3;
const MAILS_PER_ADDRESS = 10;
const TOKEN_BYTES = 24;

export function createEmailVerification(deps: Deps): EmailVerification {
  const { db, accounts, around, logger } = deps;
  const mails = deps.counts.counterOf("verification", MAIL_WINDOW_MS);
  const jobs = createMailJobs(logger);
  const living = () => around.now() - LIFETIME_MS;

  const send = async (
    { account }: NewAccount,
    { id, token }: { readonly id: string; readonly token: string },
    { device, network }: Client,
  ): Promise<void> => {
    const fromNetwork = await mails.add(`pair\n${account.email}\n${network}`);
    if (fromNetwork.count > MAILS_PER_ADDRESS_AND_NETWORK || (await mails.add(`address\n${account.email}`)).count > MAILS_PER_ADDRESS)
      return;
    const origin = { device, network, at: around.now() };
    const address = deps.origins()[0] ?? "";
    if ((await accounts.byEmail(account.email)) === undefined)
      return deps.mailer.send(verificationMail(account.email, { link: `${address}/account/verify/${token}`, ...origin }));
    await db.deleteFrom("pending_registrations").where("id", "=", id).execute();
    await deps.mailer.send(existingAccountMail(account.email, { link: `${address}/login`, ...origin }));
  };

  const find = (token: string) =>
    db
      .selectFrom("pending_registrations")
      .selectAll()
      .where("token_hash", "=", hashOf(token))
      .where("created_at", ">", living())
      .executeTakeFirst();

  return {
    request: async (fresh, client) => {
      const token = around.randomBytes(TOKEN_BYTES).toString("base64url");
      const id = newId(around);
      const row = { id, email: fresh.account.email, payload: JSON.stringify(fresh), token_hash: hashOf(token), created_at: around.now() };
      await db.insertInto("pending_registrations").values(row).execute();
      jobs.start(send(fresh, { id, token }, client));
    },
    hasToken: async (token) => (await find(token)) !== undefined,
    confirm: async (token) => {
      const row = await find(token);
      if (row === undefined) return false;
      const created = await accounts.create(JSON.parse(row.payload) as NewAccount);
      // Other pending registrations of this address are now useless: their passwords never signed in.
      await transactForGood(db, (tx) => tx.deleteFrom("pending_registrations").where("email", "=", row.email).execute());
      return created === "created";
    },
    sweep: async () => {
      await deleteInPieces((limit) => {
        const over = db.selectFrom("pending_registrations").select("id").where("created_at", "<=", living()).limit(limit);
        return db.deleteFrom("pending_registrations").where("id", "in", over).executeTakeFirst();
      }, LARGE_PIECE_ROWS);
    },
    idle: jobs.idle,
  };
}

const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url");
