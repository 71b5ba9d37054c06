/** Parses the command line of `npm run drive`. A bad argument is reported in one sentence. */
import { failed, ok, type Result } from "../result.ts";

export type DriveOptions = {
  readonly port: number;
  readonly host: string;
  readonly token: string;
  /** Folder for the drive's data. If undefined, the drive keeps everything in memory. */
  readonly dataFolder: string | undefined;
  readonly faultsFile: string | undefined;
};

const USAGE = "usage: npm run drive -- --port P --token T [--host H] [--data DIR] [--faults FILE]";
const NAMES = ["port", "token", "host", "data", "faults"];

export function parseDriveOptions(args: readonly string[]): Result<DriveOptions, string> {
  const values = new Map<string, string>();
  for (let at = 0; at < args.length; at += 2) {
    const name = args[at]?.replace(/^--/, "") ?? "";
    const value = args[at + 1];
    if (!args[at]?.startsWith("--") || !NAMES.includes(name)) return failed(`unknown argument ${args[at]}; ${USAGE}`);
    if (value === undefined || value === "") return failed(`${args[at]} needs a value; ${USAGE}`);
    values.set(name, value);
  }
  const port = Number(values.get("port") ?? "9090");
  const token = values.get("token");
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return failed(`--port has to be a number from 0 to 65535; ${USAGE}`);
  if (token === undefined || !/^[\x21-\x7e]+$/.test(token)) return failed(`--token is needed, without spaces; ${USAGE}`);
  return ok({ port, token, host: values.get("host") ?? "127.0.0.1", dataFolder: values.get("data"), faultsFile: values.get("faults") });
}
