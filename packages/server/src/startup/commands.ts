/** The operator's commands, which run beside a running server: `invite` and `plan`. They use the server's own settings. */
import { normalizeEmail } from "@satchel/contract/limits.ts";
import { PLAN_TYPES, PLANS, type PlanType } from "@satchel/contract/plans.ts";
import { openPostgresPool } from "@satchel/drive/storage/postgres/postgres-pool.ts";
import { createAccountRepo } from "../accounts/account-repo.ts";
import { createInvitations } from "../accounts/registration/invitations.ts";
import type { Config } from "../config/config.ts";
import { openDataFolder } from "../config/data-folder.ts";
import { StartProblem } from "../config/start-problem.ts";
import { type Database, openDatabase, openPostgresDatabase } from "../db/open-database.ts";
import { type RuntimeEnvironment, systemEnvironment } from "../shared/environment.ts";

type Command = (db: Database, args: readonly string[], around: RuntimeEnvironment) => Promise<readonly string[]>;

const MAX_CODES = 1000;
const MAX_DAYS = 365;
const DEFAULT_DAYS = 14;

const COMMANDS: Readonly<Record<string, Command>> = { invite, plan };

/** Returns the lines to print. Throws a `StartProblem` with one sentence if the command fails. */
export async function runCommand(config: Config, args: readonly string[], around = systemEnvironment): Promise<readonly string[]> {
  const [name = "", ...rest] = args;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined)
    throw new StartProblem(
      `There is no command "${name}". Without one the server starts; the others are: ${Object.keys(COMMANDS).join(", ")}.`,
    );
  const db =
    config.databaseUrl === undefined
      ? await openDatabase(openDataFolder(config.dataDir).database)
      : await openPostgresDatabase(openPostgresPool(config.databaseUrl));
  try {
    return await command(db, rest, around);
  } finally {
    await db.destroy();
  }
}

/** `invite [COUNT] [DAYS]` prints one code per line. */
async function invite(db: Database, [count = "1", days = String(DEFAULT_DAYS), ...others]: readonly string[], around: RuntimeEnvironment) {
  const isGood = others.length === 0 && isBetween(count, MAX_CODES) && isBetween(days, MAX_DAYS);
  if (!isGood) throw new StartProblem(`Use: invite [how many, at most ${MAX_CODES}] [good for how many days, at most ${MAX_DAYS}]`);
  return await createInvitations(db, around).make(Number(count), Number(days));
}

function isBetween(text: string, most: number): boolean {
  return /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= most;
}

/**
 * `plan EMAIL PLAN` grants a plan. Notes move only when the user chooses the plan in the settings; a change between paid plans takes effect
 * at once.
 */
async function plan(db: Database, [email = "", wanted = "", ...others]: readonly string[]) {
  if (!isPlan(wanted) || email === "" || others.length > 0) throw new StartProblem(`Use: plan EMAIL ${PLAN_TYPES.join("|")}`);
  const accounts = createAccountRepo(db);
  const account = await accounts.byEmail(normalizeEmail(email));
  if (account === undefined) throw new StartProblem(`There is no account with the address ${email}.`);
  await accounts.setGrantedPlan(account.id, wanted === "free" ? undefined : wanted);
  if (wanted === account.plan) return [`${account.email} has the plan ${wanted}.`];
  if (PLANS[wanted].managedBytes > PLANS[account.plan].managedBytes && account.plan !== "free" && account.pendingPlan === undefined) {
    await accounts.setPlan(account.id, wanted);
    return [`${account.email} has the plan ${wanted} now.`];
  }
  return [`${account.email} has the plan ${account.plan} and can change to ${wanted} now, under Settings or at the end of the setup.`];
}

function isPlan(text: string): text is PlanType {
  return (PLAN_TYPES as readonly string[]).includes(text);
}
