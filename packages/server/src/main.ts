/** Starts the server or runs a command (commands.ts). Prints the address; a failure is one line on stderr and exit code 1. */

import { loadConfig } from "./config/config.ts";
import { checkNode, toStartSentence } from "./config/start-problem.ts";
import { runCommand } from "./startup/commands/commands.ts";
import { type RunningServer, startServer } from "./startup/start.ts";

async function main(): Promise<void> {
  // Files that this server writes are accessible to its own user only.
  process.umask(0o077);
  try {
    checkNode(process.versions);
    const config = loadConfig(process.env, process.cwd());
    const args = process.argv.slice(2);
    if (args.length > 0) {
      const { lines, isFailure } = await runCommand(config, args);
      process.stdout.write(`${lines.join("\n")}\n`);
      process.exitCode = isFailure ? 1 : 0;
      return;
    }
    const server = await startServer(config);
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop(server, config.graceMs));
    process.stdout.write(`Satchel is ready at ${server.address}\n`);
  } catch (error) {
    process.stderr.write(`${toStartSentence(error)}\n`);
    process.exit(1);
  }
}

/** Lets running requests finish. Acknowledged data is on disk already, so a hard exit loses nothing either. */
async function stop(server: RunningServer, graceMs: number): Promise<void> {
  setTimeout(() => process.exit(1), graceMs).unref();
  await server.close();
  process.exit(0);
}

await main();
