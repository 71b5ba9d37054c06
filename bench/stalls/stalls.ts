/**
 * Measures for each operation on large stored data how long it blocks the event loop of a server with embedded databases, beside an empty
 * loop right before it. Requests come from another thread.
 */
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { register } from "@satchel/contract/accounts/auth.ts";
import { completeOnboarding } from "@satchel/contract/accounts/onboarding.ts";
import { loadConfig } from "@satchel/server/config/config.ts";
import { createLogger } from "@satchel/server/http/operators/metrics.ts";
import { buildServer, type ServerStack } from "@satchel/server/startup/start.ts";
import type { Measured } from "../src/figure.ts";
import { type Caller, startCaller } from "./caller.ts";
import { AMOUNTS, type Amounts, fillAccounts, fillDrive, type Owners } from "./fill.ts";
import { longestStall, type Stall } from "./loop-watch.ts";

const IDLE_MS = 300;
const QUICK_SHARE = 20;

export async function benchStalls(quick: boolean): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-stalls-"));
  const caller = startCaller();
  try {
    return await measureAll(folder, caller, quick ? scaled(AMOUNTS) : AMOUNTS);
  } finally {
    await caller.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function scaled(amounts: Amounts): Amounts {
  return Object.fromEntries(Object.entries(amounts).map(([name, count]) => [name, Math.ceil(count / QUICK_SHARE)])) as Amounts;
}

async function measureAll(folder: string, caller: Caller, amounts: Amounts): Promise<Measured[]> {
  const dataDir = join(folder, "data");
  mkdirSync(join(dataDir, "managed"), { recursive: true });
  const config = loadConfig({ SATCHEL_DATA_DIR: dataDir, PORT: "0", LOG_LEVEL: "silent" }, folder);
  const build = () => buildServer(config, { logger: createLogger("silent"), say: () => undefined });
  const first = await build();
  const people: Record<keyof Owners, SimUser> = {
    deleted: await join_(first, "deleted"),
    trash: await join_(first, "trash"),
    large: await join_(first, "large"),
    searched: await join_(first, "searched"),
  };
  await first.close();
  await fillDrive(
    dataDir,
    { deleted: people.deleted.id, trash: people.trash.id, large: people.large.id, searched: people.searched.id },
    amounts,
  );
  fillAccounts(dataDir, people.deleted.id, amounts);
  const stack = await build();
  const origin = await stack.app.listen({ host: "127.0.0.1", port: 0 });
  const figures: Measured[] = [];
  try {
    for (const [name, run] of operations(stack, origin, { caller, people })) {
      const idle = await longestStall(() => new Promise((resolve) => setTimeout(resolve, IDLE_MS)));
      figures.push(...toFigures(name, await longestStall(run), idle));
      if (process.env.SATCHEL_PRINT !== undefined)
        console.error(JSON.stringify(figures.slice(-2).map(({ name: of, value, peerValue }) => [of, value, peerValue])));
    }
  } finally {
    await stack.close();
  }
  return figures;
}

function toFigures(name: string, stall: Stall, idle: Stall): Measured[] {
  const beside = { area: "stalls", unit: "ms", better: "lower", peer: "an empty loop" } as const;
  return [
    { ...beside, name: `${name}, by the clock`, value: stall.ms, peerValue: idle.ms },
    { ...beside, name: `${name}, of the processor`, value: stall.cpuMs, peerValue: idle.cpuMs },
  ];
}

type SimUser = { readonly id: string; readonly token: string };

async function join_(stack: ServerStack, name: string): Promise<SimUser> {
  const kdf = { alg: "argon2id", m: 65_536, t: 3, p: 1, salt: randomBytes(16).toString("base64url") };
  const account = { email: `${name}@example.org`, password: `s1_${randomBytes(32).toString("base64url")}`, kdf };
  const made = await stack.app.inject({ method: "POST", url: register.path, payload: account });
  const { token, user } = made.json<{ readonly token: string; readonly user: { readonly id: string } }>();
  const headers = { authorization: `Bearer ${token}` };
  await stack.app.inject({ method: "POST", url: completeOnboarding.path, headers, payload: { planType: "pro" } });
  return { id: user.id, token };
}

type Operation = readonly [name: string, run: () => Promise<unknown>];

function operations(
  { services }: ServerStack,
  origin: string,
  { caller, people }: { readonly caller: Caller; readonly people: Record<keyof Owners, SimUser> },
): readonly Operation[] {
  const as =
    (user: SimUser, method: string, { path, options = {} }: { readonly path: string; readonly options?: Options }) =>
    async () => {
      const { query = {}, body, times = 1, type = "application/json" } = options;
      const search = new URLSearchParams(query).toString();
      const headers = { authorization: `Bearer ${user.token}`, ...(body !== undefined && { "content-type": type }) };
      const answers = await caller.send({ method, url: `${origin}${path}?${search}`, headers, times, ...(body !== undefined && { body }) });
      if (process.env.SATCHEL_PRINT !== undefined) console.error(path.slice(0, 60), answers[0]?.status, answers[0]?.text.slice(0, 100));
    };
  const { deleted, trash, large, searched } = people;
  const account = { id: deleted.id, email: "deleted@example.org" };
  const files = "/drive/v3/files";
  const terms = (term: (at: number) => string) => Array.from({ length: 20 }, (_, at) => term(at)).join(" or ");
  const reads: readonly Operation[] = [
    ["the activity list", as(deleted, "GET", { path: "/api/auth/activity" })],
    ["the session list", as(deleted, "GET", { path: "/api/auth/sessions" })],
    ["a sign-in noted", () => services.activity.signedIn(account, { device: "curl", network: "203.0.113.0/24" })],
    ["a page of large files", as(large, "GET", { path: files, options: { query: { fields: "*", pageSize: "1000" }, times: 5 } })],
    [
      "a page of large files' changes",
      as(large, "GET", { path: "/drive/v3/changes", options: { query: { pageToken: "1", fields: "*", pageSize: "1000" }, times: 5 } }),
    ],
    [
      "large files in an order",
      as(large, "GET", { path: files, options: { query: { orderBy: "name_natural", fields: "*", pageSize: "1000" }, times: 5 } }),
    ],
    [
      "20 searches in large files",
      as(large, "GET", { path: files, options: { query: { q: terms((at) => `fullText contains 'x${at}'`) } } }),
    ],
    ["a long search in large files", as(large, "GET", { path: files, options: { query: { q: `name contains '${"名".repeat(1500)}x'` } } })],
    [
      "20 properties of large files",
      as(large, "GET", { path: files, options: { query: { q: terms((at) => `properties has { key='key${at}' and value='x' }`) } } }),
    ],
    [
      "20 searches in texts",
      as(searched, "GET", { path: files, options: { query: { q: terms((at) => `fullText contains 'c b${at}'`) }, times: 5 } }),
    ],
    ["a search in an order", as(searched, "GET", { path: files, options: { query: { q: "name contains 'x'", orderBy: "name" } } })],
    [
      "20 properties",
      as(searched, "GET", { path: files, options: { query: { q: terms((at) => `properties has { key='key${at}' and value='x' }`) } } }),
    ],
  ];
  const writes: readonly Operation[] = [
    [
      "a file of 1 MB JSON",
      as(searched, "POST", {
        path: files,
        options: {
          body: JSON.stringify({ name: "x", properties: Object.fromEntries(Array.from({ length: 70_000 }, (_, at) => [`k${at}`, "v"])) }),
        },
      }),
    ],
    [
      "JSON of 1 MB in depth",
      as(searched, "POST", { path: files, options: { body: `{"name":${"[".repeat(500_000)}${"]".repeat(500_000)}}` } }),
    ],
    ["a name of many letters", as(searched, "POST", { path: files, options: { body: JSON.stringify({ name: "\ufdfa".repeat(32_767) }) } })],
    [
      "400 large files at once",
      as(searched, "POST", { path: files, options: { body: JSON.stringify({ name: "名".repeat(32_600) }), times: 400 } }),
    ],
    [
      "a batch of 8 MB",
      as(searched, "POST", { path: "/batch/drive/v3", options: { type: "multipart/mixed; boundary=b", body: batchOf(8, 1_000_000) } }),
    ],
    [
      "a batch of many line breaks",
      as(searched, "POST", {
        path: "/batch/drive/v3",
        options: {
          type: "multipart/mixed; boundary=b",
          body: `--b\r\n\r\n${"\n".repeat(1_000_000)}\r\n--b--`,
        },
      }),
    ],
    [
      "a batch that is one header",
      as(searched, "POST", {
        path: "/batch/drive/v3",
        options: {
          type: "multipart/mixed; boundary=b",
          body: `--b\r\n\r\nGET ${"\r\n".repeat(500_000)}\r\n--b--`,
        },
      }),
    ],
    [
      "an upload of 12 MB",
      as(searched, "POST", {
        path: "/upload/drive/v3/files",
        options: {
          query: { uploadType: "media" },
          type: "application/octet-stream",
          body: "x".repeat(12_000_000),
        },
      }),
    ],
    [
      "a form of 12 MB",
      as(searched, "POST", { path: "/api/files/upload", options: { type: "multipart/form-data; boundary=b", body: formOf(12_000_000) } }),
    ],
    [
      "a drive file of 9 MB",
      as(searched, "POST", {
        path: "/api/cloud/google-drive/files",
        options: {
          body: JSON.stringify({ file_name: "x.json", content: JSON.stringify({ v: 1, x: "a".repeat(8_300_000) }) }),
        },
      }),
    ],
    [
      "JSON of many names",
      as(searched, "POST", {
        path: "/api/cloud/google-drive/files",
        options: {
          body: `{${Array.from({ length: 600_000 }, (_, at) => `"k${at}":1`).join(",")}}`,
        },
      }),
    ],
    [
      "keys of 512 kB",
      as(searched, "PUT", {
        path: "/api/keys",
        options: { body: JSON.stringify({ document: Array.from({ length: 100_000 }, () => ({})) }) },
      }),
    ],
  ];
  const { counts, activity, sessions, sensitive, invitations, managed } = services;
  const sweeps = Object.entries({ counts, activity, sessions, sensitive, invitations, managed: managed.server }).map(
    ([name, swept]): Operation => [`the sweep of ${name}`, () => swept.sweep()],
  );
  return [
    ...reads,
    ...writes,
    ["the trash emptied", as(trash, "DELETE", { path: `${files}/trash` })],
    ...sweeps,
    ["large files removed", () => services.managed.server.forget(large.id)],
    [
      "an account deleted",
      async () => {
        const found = await services.accounts.byId(deleted.id);
        if (found !== undefined) await services.deleteAccount(found, { eraseDrive: false });
      },
    ],
  ];
}

type Options = {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly times?: number;
  readonly type?: string;
};

function batchOf(parts: number, chars: number): string {
  const one = `--b\r\nContent-Type: application/http\r\n\r\nPOST /drive/v3/files HTTP/1.1\r\nContent-Type: application/json\r\n\r\n{"name":"${"x".repeat(chars)}"}\r\n`;
  return `${one.repeat(parts)}--b--`;
}

function formOf(chars: number): string {
  const head =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="AAAAAAAAAAAAAAAAAAAAAA.bin"\r\nContent-Type: application/octet-stream\r\n\r\n';
  return `${head}${"x".repeat(chars)}\r\n--b--\r\n`;
}
