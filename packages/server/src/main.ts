/** Starts the server from the environment. One line with the address on standard output, one line on standard error when it cannot start. */
import { loadConfig } from "./config.ts";
import { type RunningServer, startServer } from "./start.ts";
import { StartProblem } from "./start-problem.ts";

async function main(): Promise<void> {
  // Whatever this server writes is for its own user only.
  process.umask(0o077);
  try {
    const config = loadConfig(process.env, process.cwd());
    const server = await startServer(config);
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop(server, config.graceMs));
    process.stdout.write(`Satchel is ready at ${server.address}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof StartProblem ? error.message : `Satchel could not start: ${String(error)}`}\n`);
    process.exit(1);
  }
}

/** Lets running requests finish. What was acknowledged is on disk already, so a hard end loses nothing either. */
async function stop(server: RunningServer, graceMs: number): Promise<void> {
  setTimeout(() => process.exit(1), graceMs).unref();
  await server.close();
  process.exit(0);
}

await main();
