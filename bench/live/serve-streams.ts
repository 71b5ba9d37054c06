/** The product's server in a process of its own, with so many accounts of so many sessions each: `folder accounts sessions`. Prints port and tokens as JSON. */
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { register } from "@satchel/contract/auth.ts";
import { loadConfig } from "@satchel/server/config.ts";
import { createLogger } from "@satchel/server/http/logging.ts";
import { BEAT_TURN_MS } from "@satchel/server/signals/signal-hub.ts";
import { buildServer } from "@satchel/server/start.ts";

const [folder = "", accounts = "1", sessions = "1"] = process.argv.slice(2);
const dataDir = join(folder, "data");
mkdirSync(join(dataDir, "managed"), { recursive: true });
const config = loadConfig({ SATCHEL_DATA_DIR: dataDir, PORT: "0", LOG_LEVEL: "silent", SATCHEL_TEST: "1" }, folder);
const stack = await buildServer(config, { logger: createLogger("silent"), say: () => undefined });
const client = { network: "203.0.113.0/24", device: "bench" };
const tokens: string[] = [];
for (let account = 0; account < Number(accounts); account += 1) {
  const kdf = { alg: "argon2id", m: 65_536, t: 3, p: 1, salt: randomBytes(16).toString("base64url") };
  const payload = { email: `bench-${account}@example.org`, password: `s1_${randomBytes(32).toString("base64url")}`, kdf };
  const made = await stack.app.inject({ method: "POST", url: register.path, payload });
  const { id } = made.json<{ readonly user: { readonly id: string } }>().user;
  for (let session = 0; session < Number(sessions); session += 1) tokens.push(await stack.services.sessions.start(id, client));
}
await stack.app.listen({ host: "127.0.0.1", port: 0 });
setInterval(() => void stack.services.signals.beat(), BEAT_TURN_MS);
process.stdout.write(`${JSON.stringify({ port: (stack.app.server.address() as AddressInfo).port, tokens })}\n`);
process.once("SIGTERM", () => process.exit(0));
