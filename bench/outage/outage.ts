/**
 * `npm run outage [-- --clients 500 --seconds 120]`: two servers over one PostgreSQL and one bucket behind a simple proxy. Clients edit
 * while a server and the database are killed and restarted, the bucket is taken away, and the network is cut. Afterwards everything
 * acknowledged must be stored exactly, nothing deleted may be left, and the space used must equal the space counted. Decision 0006.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { login, register } from "@satchel/contract/accounts/auth.ts";
import { completeOnboarding } from "@satchel/contract/accounts/onboarding.ts";
import type { Route } from "@satchel/contract/route.ts";
import { startPostgres } from "@satchel/drive/testing/postgres-server.ts";
import { startS3 } from "@satchel/drive/testing/s3-server.ts";
import { aKdf, aSecret, aVault, toNewVault } from "../../packages/server/src/testing/keys.ts";
import { toEnvironment } from "../../packages/server/src/testing/stores-setup.ts";
import { openTestMailbox } from "../../packages/server/src/testing/test-mailbox.ts";
import { startPlainProxy } from "./plain-proxy.ts";
import { type Client, createWriter, md5Of, type Writer, wait } from "./writer.ts";

const option = (name: string, otherwise: number) => {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? otherwise : Number(process.argv[at + 1]);
};
const CLIENTS = option("clients", 500);
const SECONDS = option("seconds", 120);
const CLIENTS_PER_ACCOUNT = 10;
/** Maximum pause between two edits; users save now and then. */
const BETWEEN_EDITS_MS = 8000;
const SERVER = fileURLToPath(new URL("../../packages/server/dist/main.js", import.meta.url));
const say = (line: string) => process.stdout.write(`${line}\n`);

type Server = { readonly port: number; kill(): Promise<void> };

async function startServer(env: Readonly<Record<string, string | undefined>>, port = 0): Promise<Server> {
  const child: ChildProcess = spawn(process.execPath, [SERVER], {
    env: { PATH: process.env.PATH, PORT: String(port), ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.once("exit", () => child.kill("SIGKILL"));
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  while (!output.includes("\n")) await Promise.race([once(child.stdout ?? child, "data"), once(child, "exit").then(refuseToGoOn)]);
  return {
    port: Number(/:(\d+)\s*$/.exec(output)?.[1]),
    kill: async () => {
      const gone = once(child, "exit");
      if (child.kill("SIGKILL")) await gone;
    },
  };
}

function refuseToGoOn(): never {
  throw new Error("a server did not start");
}

/** Registers as on any server with mail: registers, confirms the mailed link, signs in. */
async function join(origin: string): Promise<string> {
  const send = async ({ method, path }: Route, body: unknown, headers = {}) =>
    (await (
      await fetch(origin + path, {
        method,
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      })
    ).json()) as { readonly token: string };
  const email = `${aSecret().slice(3, 20).toLowerCase()}@example.org`;
  const password = aSecret();
  await send(register, { email, password, kdf: aKdf(), keys: toNewVault(aVault()) });
  const find = () => mailbox.mails.find(({ to }) => to === email);
  while (find() === undefined) await wait(20);
  const link = /\/account\/verify\/\S+/.exec(find()?.text ?? "")?.[0] ?? "";
  await fetch(origin + link, { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" } });
  const { token } = await send(login, { email, password });
  await send(completeOnboarding, { planType: "basic" }, { authorization: `Bearer ${token}` });
  return token;
}

type Listed = { readonly id: string; readonly md5Checksum: string; readonly name: string; readonly originalFilename?: string };

async function listAll(client: Client): Promise<ReadonlyMap<string, Listed>> {
  const files = new Map<string, Listed>();
  for (let token: string | undefined = ""; token !== undefined; ) {
    const query = new URLSearchParams({
      fields: "nextPageToken,files(id,md5Checksum,name,originalFilename)",
      pageSize: "1000",
      q: "'root' in parents",
    });
    if (token !== "") query.set("pageToken", token);
    const page = (await (await get(client, `/drive/v3/files?${query}`)).json()) as { files: Listed[]; nextPageToken?: string };
    for (const file of page.files) files.set(file.id, file);
    token = page.nextPageToken;
  }
  return files;
}

function get({ origin, token }: Client, path: string): Promise<Response> {
  return fetch(origin + path, { headers: { authorization: `Bearer ${token}` } });
}

/** Returns a sentence for each broken guarantee. */
async function checkAccount(client: Client, writers: readonly Writer[]): Promise<readonly string[]> {
  const files = await listAll(client);
  const problems: string[] = [];
  let expected = 0;
  for (const [id, sum] of writers.flatMap(({ promised }) => [...promised])) {
    const file = files.get(id);
    if (sum === undefined && file !== undefined) problems.push(`${id} was deleted and is there`);
    if (sum === undefined) continue;
    expected += 1;
    if (file?.md5Checksum !== sum) problems.push(`${id} was acknowledged and is ${file === undefined ? "lost" : "another"}`);
    else if (md5Of(new Uint8Array(await (await get(client, `/drive/v3/files/${id}?alt=media`)).arrayBuffer())) !== sum)
      problems.push(`${id} has other bytes than it says`);
  }
  if (files.size !== expected) problems.push(`${files.size} files are there in the place of ${expected}`);
  const about = (await (await get(client, "/drive/v3/about?fields=storageQuota")).json()) as { storageQuota: { usage: string } };
  const counted = await Promise.all([...files.values()].map((file) => countBytes(client, file)));
  const used = counted.reduce((sum, bytes) => sum + bytes, 0);
  if (Number(about.storageQuota.usage) !== used) problems.push(`${about.storageQuota.usage} bytes are counted in the place of ${used}`);
  return problems;
}

/** Bytes of one row, as the quota counts it: packages/server/README.md. */
const ROW_BYTES = 512;
/** Two empty maps of properties, as text. */
const NO_PROPERTIES_BYTES = 4;

/** All revisions of a file, its texts and its row, counted by what the drive returns. */
async function countBytes(client: Client, { id, name, originalFilename = "" }: Listed): Promise<number> {
  const answer = await get(client, `/drive/v3/files/${id}/revisions?fields=revisions(size)&pageSize=1000`);
  const { revisions } = (await answer.json()) as { revisions: readonly { readonly size: string }[] };
  const texts = Buffer.byteLength(name) + Buffer.byteLength(originalFilename) + NO_PROPERTIES_BYTES;
  return revisions.reduce((sum, { size }) => sum + Number(size), texts + ROW_BYTES);
}

const mailbox = await openTestMailbox();
const [postgres, s3] = [await startPostgres({ isDurable: true }), await startS3()];
const env = { ...toEnvironment(s3), DATABASE_URL: postgres.url, SATCHEL_TEST: "1", SMTP_URL: mailbox.url, LOG_LEVEL: "fatal" };
const servers = [await startServer(env), await startServer(env)];
const proxy = await startPlainProxy(servers.map(({ port }) => port));
const accounts: Client[] = [];
for (let at = 0; at < CLIENTS / CLIENTS_PER_ACCOUNT; at += 1) accounts.push({ origin: proxy.origin, token: await join(proxy.origin) });
const owners = Array.from({ length: CLIENTS }, (_, at) => accounts[at % accounts.length] as Client);
const writers = owners.map(createWriter);
say(`${CLIENTS} clients of ${accounts.length} accounts edit for ${SECONDS} s`);

const endsAt = performance.now() + SECONDS * 1000;
const editing = Promise.all(
  writers.map(async (writer) => {
    while (performance.now() < endsAt) {
      await writer.edit();
      await wait(Math.random() * BETWEEN_EDITS_MS);
    }
  }),
);

const share = (part: number) => wait(SECONDS * 1000 * part);
await share(0.15);
say("a server is killed");
await servers[0]?.kill();
await share(0.15);
const again = await startServer(env, servers[0]?.port);
say("and is there again");
await share(0.15);
say("the database is killed");
await postgres.kill();
await share(0.05);
await postgres.startAgain();
say("and is there again");
await share(0.1);
say("the bucket is taken away");
await s3.takeAway();
await share(0.05);
await s3.bringBack();
say("and is there again");
await share(0.1);
say("the network is cut");
proxy.cut();
await share(0.05);
proxy.restore();
say("and is whole again");
await editing;

const problems: string[] = [];
for (const account of accounts)
  problems.push(
    ...(await checkAccount(
      account,
      writers.filter((_, at) => owners[at] === account),
    )),
  );
const stats = writers.map((writer) => writer.stats());
const sum = (of: (one: (typeof stats)[number]) => number) => stats.reduce((total, one) => total + of(one), 0);
const edits = writers.reduce((total, { promised }) => total + promised.size, 0);
say(
  JSON.stringify({
    clients: CLIENTS,
    seconds: SECONDS,
    files: edits,
    requests: sum(({ requests }) => requests),
    unclear: sum(({ unclear }) => unclear),
    hung: sum(({ hung }) => hung),
    slowestMs: Math.round(Math.max(...stats.map(({ slowestMs }) => slowestMs))),
    problems: problems.length,
  }),
);
for (const problem of problems.slice(0, 20)) say(problem);

await proxy.close();
for (const server of [again, ...servers.slice(1)]) await server.kill();
await s3.stop();
await postgres.stop();
process.exit(problems.length === 0 && sum(({ hung }) => hung) === 0 ? 0 : 1);
