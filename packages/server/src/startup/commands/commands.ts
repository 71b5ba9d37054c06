/** The operator's commands. They run beside a running server, with the same settings, over the same services. docs/runbook.md. */
import type { Config } from "../../config/config.ts";
import { StartProblem } from "../../config/start-problem.ts";
import type { Services } from "../../services.ts";
import { systemEnvironment } from "../../shared/environment.ts";
import { backup } from "../backup/backup.ts";
import { restore } from "../backup/restore.ts";
import type { Command, Report } from "../report.ts";
import { hasServerData, placeOf } from "../server-data.ts";
import { buildServer, type StartOptions } from "../start.ts";
import { accounts } from "./accounts.ts";
import { plan } from "./plan.ts";
import { verify } from "./verify.ts";

const MAX_CODES = 1000;
const MAX_DAYS = 365;
const DEFAULT_DAYS = 14;

const COMMANDS: Readonly<Record<string, Command>> = {
  accounts: printing(accounts),
  invite: printing(invite),
  plan: printing(plan),
  verify,
};

function printing(run: (services: Services, args: readonly string[]) => Promise<readonly string[]>): Command {
  return async (services, args) => ({ lines: await run(services, args), isFailure: false });
}

export async function runCommand(config: Config, args: readonly string[], options: StartOptions = {}): Promise<Report> {
  const [name = "", ...rest] = args;
  const now = (options.around ?? systemEnvironment).now();
  if (name === "restore") return await restore(config, rest, now);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined && name !== "backup")
    throw new StartProblem(
      `There is no command "${name}". Without one the server starts; the others are: ${[...Object.keys(COMMANDS), "backup", "restore"].join(", ")}.`,
    );
  if (!(await hasServerData(config)))
    throw new StartProblem(
      `No server has stored anything in ${placeOf(config)}. Run the command with the server's own settings (such as SATCHEL_DATA_DIR or DATABASE_URL), or start the server once.`,
    );
  if (command === undefined) return await backup(config, rest, now);
  const stack = await buildServer(config, options);
  try {
    return await command(stack.services, rest);
  } finally {
    await stack.close();
  }
}

/** `invite [COUNT] [DAYS]` prints one code per line. */
async function invite(services: Services, [count = "1", days = String(DEFAULT_DAYS), ...others]: readonly string[]) {
  const isGood = others.length === 0 && isBetween(count, MAX_CODES) && isBetween(days, MAX_DAYS);
  if (!isGood) throw new StartProblem(`Use: invite [how many, at most ${MAX_CODES}] [good for how many days, at most ${MAX_DAYS}]`);
  return await services.invitations.make(Number(count), Number(days));
}

function isBetween(text: string, most: number): boolean {
  return /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= most;
}
