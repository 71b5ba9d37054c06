/**
 * Account activity, listed for 90 days; important events are mailed. A failure to record an event never fails the action. Decision 0016.
 */
import type { ActivityEvent, ActivityKind } from "@satchel/contract/accounts/activity.ts";
import { deviceName } from "@satchel/contract/devices/device-name.ts";
import type { Logger } from "pino";
import { type Counts, deleteInPieces } from "../db/counts.ts";
import type { Database } from "../db/open-database.ts";
import type { ActivityRow } from "../db/schema.ts";
import { createMailJobs, type Mailer } from "../mail/mailer.ts";
import { type MailedActivity, securityMail } from "../mail/texts.ts";
import { newId, type RuntimeEnvironment } from "../shared/environment.ts";
import { describeFailure } from "../shared/refusal.ts";
import type { Account } from "./account-repo.ts";
import type { Client } from "./sign-in/sessions.ts";

export type Activity = {
  /** Stores the event and mails it if its kind is mailed. Returns before the mail is sent. */
  readonly record: (account: Pick<Account, "id" | "email">, kind: ActivityKind, client: Client) => Promise<void>;
  /** Records a sign-in and mails it, unless this kind of device was seen in this network before. */
  readonly signedIn: (account: Pick<Account, "id" | "email">, client: Client) => Promise<void>;
  readonly list: (accountId: string) => Promise<ActivityEvent[]>;
  readonly sweep: () => Promise<void>;
  /** Resolves when no mail is being sent. */
  readonly idle: () => Promise<void>;
};

type Deps = {
  readonly db: Database;
  readonly counts: Counts;
  readonly mailer: Mailer;
  readonly around: RuntimeEnvironment;
  readonly logger: Logger;
};

const KEPT_MS = 90 * 86_400_000;
const LISTED = 200;
/** A sign-in is compared with this many of the latest events. A device that is not among them counts as new. */
const COMPARED = 500;
const MAILS_PER_HOUR = 10;
const HOUR_MS = 3_600_000;
const MAILED: ReadonlySet<ActivityKind> = new Set(["password-changed", "recovery-key-changed", "device-approved"]);

export function createActivity(deps: Deps): Activity {
  const { db, mailer, around, logger } = deps;
  const mails = deps.counts.counterOf("security-mail", HOUR_MS);
  const jobs = createMailJobs(logger);

  const send = (account: Pick<Account, "id" | "email">, kind: MailedActivity, client: Client): void => {
    const work = async (): Promise<void> => {
      if ((await mails.add(`${account.id}\n${kind}`)).count > MAILS_PER_HOUR) return;
      await mailer.send(securityMail(account.email, kind, { ...client, at: around.now() }));
    };
    jobs.start(work());
  };
  const write = async (accountId: string, kind: ActivityKind, { device, network }: Client): Promise<void> => {
    const row = { id: newId(around), account_id: accountId, at: around.now(), kind, device, network };
    await db
      .insertInto("account_activity")
      .values(row)
      .execute()
      .catch((error: unknown) => logger.error(describeFailure(error), "activity could not be written"));
  };
  const eventsOf = (accountId: string) =>
    db
      .selectFrom("account_activity")
      .selectAll()
      .where("account_id", "=", accountId)
      .where("at", ">", around.now() - KEPT_MS);

  return {
    record: async (account, kind, client) => {
      await write(account.id, kind, client);
      if (MAILED.has(kind)) send(account, kind as MailedActivity, client);
    },
    signedIn: async (account, client) => {
      const latest = await eventsOf(account.id).orderBy("at", "desc").limit(COMPARED).execute();
      const isKnown = latest.some((event) => isSignIn(event) && isSameClient(event, client));
      await write(account.id, "signed-in", client);
      if (!isKnown) send(account, "signed-in", client);
    },
    list: async (accountId) => {
      const rows = await eventsOf(accountId).orderBy("at", "desc").limit(LISTED).execute();
      return rows.map(({ kind, at, device, network }) => ({ kind, at, device, network }));
    },
    sweep: async () => {
      const before = around.now() - KEPT_MS;
      await deleteInPieces((limit) => {
        const over = db.selectFrom("account_activity").select("id").where("at", "<=", before).limit(limit);
        return db.deleteFrom("account_activity").where("id", "in", over).executeTakeFirst();
      });
    },
    idle: jobs.idle,
  };
}

function isSignIn({ kind }: ActivityRow): boolean {
  return kind === "registered" || kind === "signed-in";
}

function isSameClient(event: ActivityRow, { network, device }: Client): boolean {
  return event.network === network && deviceName(event.device) === deviceName(device);
}
