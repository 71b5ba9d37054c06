/**
 * Runs the product's server on a data folder in a separate process. `folder accounts sessions` fills the folder with that many accounts and
 * sessions each, prints their tokens as JSON and ends, so that this work does not count as the server's. `folder` alone serves and prints
 * the port.
 */
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { register } from "@satchel/contract/accounts/auth.ts";
import { loadConfig } from "@satchel/server/config/config.ts";
import { BEAT_TURN_MS } from "@satchel/server/devices/signals/signal-hub.ts";
import { createLogger } from "@satchel/server/http/operators/metrics.ts";
import { buildServer } from "@satchel/server/startup/start.ts";

const [folder = "", accounts, sessions] = process.argv.slice(2);
const dataDir = join(folder, "data");
mkdirSync(join(dataDir, "managed"), { recursive: true });
const config = loadConfig({ SATCHEL_DATA_DIR: dataDir, PORT: "0", LOG_LEVEL: "silent", SATCHEL_TEST: "1" }, folder);
const stack = await buildServer(config, { logger: createLogger("silent"), say: () => undefined });
const print = (answer: object): Promise<void> =>
  new Promise((resolve) => process.stdout.write(`${JSON.stringify(answer)}\n`, () => resolve()));

if (accounts === undefined) await serve();
else await fill(Number(accounts), Number(sessions));

async function fill(accountCount: number, sessionCount: number): Promise<void> {
  const client = { network: "203.0.113.0/24", device: "bench" };
  const tokens: string[] = [];
  for (let account = 0; account < accountCount; account += 1) {
    const kdf = { alg: "argon2id", m: 65_536, t: 3, p: 1, salt: randomBytes(16).toString("base64url") };
    const payload = { email: `bench-${account}@example.org`, password: `s1_${randomBytes(32).toString("base64url")}`, kdf };
    const made = await stack.app.inject({ method: "POST", url: register.path, payload });
    const { id } = made.json<{ readonly user: { readonly id: string } }>().user;
    for (let session = 0; session < sessionCount; session += 1) tokens.push(await stack.services.sessions.start(id, client));
  }
  await print({ tokens });
  await stack.app.close();
  process.exit(0);
}

async function serve(): Promise<void> {
  await stack.app.listen({ host: "127.0.0.1", port: 0 });
  setInterval(() => void stack.services.signals.beat(), BEAT_TURN_MS);
  await print({ port: (stack.app.server.address() as AddressInfo).port });
  process.once("SIGTERM", () => process.exit(0));
}
