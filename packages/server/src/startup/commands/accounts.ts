/** `accounts`: lists accounts, and disables, signs out or deletes one. */
import { PLAN_TYPES } from "@satchel/contract/plans.ts";
import type { Account } from "../../accounts/account-repo.ts";
import { StartProblem } from "../../config/start-problem.ts";
import type { Services } from "../../services.ts";
import { findAccount, plan } from "./plan.ts";

/** What the operator may know of an account. Times are ISO 8601 in UTC, sizes bytes. */
type Summary = {
  readonly email: string;
  readonly state: "active" | "disabled" | "setting up";
  readonly plan: string;
  readonly grantedPlan?: string;
  readonly created: string;
  readonly lastSeen: string | null;
  readonly sessions: number;
  /** Bytes in managed storage, of all that the plan allows. The user's own Google Drive is not counted. */
  readonly usedBytes: number;
  readonly totalBytes: number;
};

type Action = (services: Services, account: Account, options: Options) => Promise<readonly string[]>;
type Options = { readonly json: boolean; readonly yes: boolean; readonly rest: readonly string[] };

const ONE_ACCOUNT: Readonly<Record<string, Action>> = { show, disable, enable, "sign-out": signOut, delete: remove, plan: grant };
const USE = `Use: accounts list|usage [--json], accounts show EMAIL [--json], accounts disable|enable|sign-out EMAIL, accounts plan EMAIL ${PLAN_TYPES.join("|")}, accounts delete EMAIL --yes`;
const PAGE = 500;

export async function accounts(services: Services, args: readonly string[]): Promise<readonly string[]> {
  const flags = args.filter((arg) => arg.startsWith("--"));
  const [name = "", email, ...rest] = args.filter((arg) => !arg.startsWith("--"));
  const options: Options = { json: flags.includes("--json"), yes: flags.includes("--yes"), rest };
  const action = Object.hasOwn(ONE_ACCOUNT, name) ? ONE_ACCOUNT[name] : undefined;
  const isGood = flags.every((flag) => flag === "--json" || flag === "--yes") && rest.length === (name === "plan" ? 1 : 0);
  if (isGood && email !== undefined && action !== undefined) return await action(services, await findAccount(services, email), options);
  if (isGood && email === undefined && (name === "list" || name === "usage")) return await list(services, name, options);
  throw new StartProblem(USE);
}

/** `list` is in the order of the addresses; `usage` has the largest first and ends with the sum. */
async function list(services: Services, name: "list" | "usage", { json }: Options): Promise<readonly string[]> {
  const summaries: Summary[] = [];
  for (let after: string | undefined = ""; after !== undefined; ) {
    const page: readonly Account[] = await services.accounts.page(after, PAGE);
    for (const account of page) summaries.push(await summaryOf(services, account));
    after = page.length === PAGE ? page.at(-1)?.email : undefined;
  }
  const sorted = name === "list" ? summaries : summaries.toSorted((left, right) => right.usedBytes - left.usedBytes);
  if (json) return [JSON.stringify(sorted, null, 2)];
  const used = summaries.reduce((sum, { usedBytes }) => sum + usedBytes, 0);
  const total = `${summaries.length} accounts, ${used} bytes in managed storage`;
  const columns = name === "list" ? LIST_COLUMNS : USAGE_COLUMNS;
  return [...toTable(columns, sorted), total];
}

async function show(services: Services, account: Account, { json }: Options): Promise<readonly string[]> {
  const summary = await summaryOf(services, account);
  if (json) return [JSON.stringify(summary, null, 2)];
  return Object.entries(summary).map(([key, value]) => `${key}: ${value ?? "never"}`);
}

/** Its browsers keep unsent notes, encrypted, until the account is enabled and signs in again. */
async function disable(services: Services, account: Account): Promise<readonly string[]> {
  await services.accounts.setDisabled(account.id, services.around.now());
  const ended = await endSessions(services, account, "ended");
  return [`${account.email} is disabled: it can't sign in, and ${ended}. Its files are kept.`];
}

async function enable(services: Services, account: Account): Promise<readonly string[]> {
  await services.accounts.setDisabled(account.id, undefined);
  return [`${account.email} can sign in.`];
}

async function signOut(services: Services, account: Account): Promise<readonly string[]> {
  return [`${account.email}: ${await endSessions(services, account, "revoked")}.`];
}

async function endSessions(services: Services, account: Account, ended: "ended" | "revoked"): Promise<string> {
  const count = await services.sessions.endAll(account.id, ended);
  await services.sessionsEnded(account.id);
  return `${count} ${count === 1 ? "session was" : "sessions were"} ended`;
}

/** Leaves files in the user's own Google Drive alone. */
async function remove(services: Services, account: Account, { yes }: Options): Promise<readonly string[]> {
  const { usedBytes } = await summaryOf(services, account);
  if (!yes)
    throw new StartProblem(`This deletes ${account.email} and its ${usedBytes} bytes in managed storage for good. Repeat it with --yes.`);
  // Fails only while the user's own drive is erased, which this does not do.
  await services.deleteAccount(account, { eraseDrive: false });
  await services.sessionsEnded(account.id);
  return [`${account.email} was deleted, with ${usedBytes} bytes in managed storage.`];
}

async function grant(services: Services, account: Account, { rest }: Options): Promise<readonly string[]> {
  return await plan(services, [account.email, ...rest]);
}

async function summaryOf(services: Services, account: Account): Promise<Summary> {
  const [sessions, { usedBytes, totalBytes }] = await Promise.all([
    services.sessions.livingOf(account.id),
    services.managed.usageOf(account),
  ]);
  const seen = sessions[0]?.lastSeenAt;
  return {
    email: account.email,
    state: stateOf(account),
    plan: account.plan,
    ...(account.grantedPlan !== undefined && { grantedPlan: account.grantedPlan }),
    created: new Date(account.createdAt).toISOString(),
    lastSeen: seen === undefined ? null : new Date(seen).toISOString(),
    sessions: sessions.length,
    usedBytes,
    totalBytes: totalBytes ?? 0,
  };
}

function stateOf({ disabledAt, needsOnboarding }: Account): Summary["state"] {
  if (disabledAt !== undefined) return "disabled";
  return needsOnboarding ? "setting up" : "active";
}

const LIST_COLUMNS = ["email", "state", "plan", "created", "lastSeen", "sessions", "usedBytes"] as const;
const USAGE_COLUMNS = ["email", "plan", "usedBytes", "totalBytes"] as const;

function toTable(columns: readonly (keyof Summary)[], summaries: readonly Summary[]): readonly string[] {
  const rows = [columns, ...summaries.map((summary) => columns.map((column) => String(summary[column] ?? "never")))];
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => (row[at] ?? "").length)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
