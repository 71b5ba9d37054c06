/**
 * Requests to the drive that read everything of an account with many files and long properties. They are searches, orders, large pages,
 * changes, trashing and deleting a folder, bodies that consist of structure, many large files at once, and the deletion of the whole
 * account. Meanwhile another user sends requests that take a millisecond.
 */
import { randomBytes } from "node:crypto";
import { register } from "@satchel/contract/accounts/auth.ts";
import { completeOnboarding } from "@satchel/contract/accounts/onboarding.ts";
import { type Attack, closed, open } from "../attack.ts";

const FILES = 1500;
const TOO_MANY_TERMS = 100;
/** Maximum additional wait of others compared with an idle server, and maximum ratio to the longest wait there. */
const [EXTRA_MS, IDLE_TIMES] = [150, 4];
const LONG = "a b c ".repeat(4096 / 6);
const PROPERTIES = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`key${at}`, "v".repeat(100)]));

export const attack: Attack = {
  line: 7,
  title: "drive requests that block the server",
  measuresTime: true,
  async run({ startServer }) {
    const { origin } = await startServer();
    const call = await openAccount(origin);
    const folder = (await call("POST", "files", { body: { name: "many", mimeType: "application/vnd.google-apps.folder" } })).id;
    await fill(call, folder);
    const refused = await call("GET", "files", { query: { q: anyOf(TOO_MANY_TERMS, (at) => `fullText contains 'c b${at}'`) } });
    const wait = (run: () => Promise<unknown>) => longestWait(origin, run);
    const pause = () => wait(() => new Promise((resolve) => setTimeout(resolve, 1000)));
    const idleBefore = await pause();
    const latencies: { readonly name: string; readonly ms: number }[] = [];
    for (const [name, run] of [...requests(call, folder), ...bodies(call), lastOf(call)]) latencies.push({ name, ms: await wait(run) });
    const idle = Math.max(idleBefore, await pause());
    const longest = latencies.reduce((left, right) => (right.ms > left.ms ? right : left));
    if (process.env.SATCHEL_PRINT !== undefined) for (const { name, ms } of latencies) console.log(`        ${ms} ms  ${name}`);
    const limitMs = EXTRA_MS + IDLE_TIMES * idle;
    const seen = `${TOO_MANY_TERMS} terms were answered ${refused.status}; beside ${latencies.length} kinds of requests over ${FILES} files of 10 kB others waited ${longest.ms} ms at most (${longest.name}), ${idle} ms beside none`;
    return refused.status === 400 && longest.ms <= limitMs ? closed(seen) : open(`${seen}: more than ${limitMs} ms`);
  },
};

type CallResponse = { readonly status: number; readonly id: string };
/** A path with a leading slash is not relative to the drive API. A string body is sent unchanged. */
type Sent = { readonly query?: Readonly<Record<string, string>>; readonly body?: object | string };
type Call = (method: string, path: string, sent?: Sent) => Promise<CallResponse>;

const PASSWORD = `s1_${randomBytes(32).toString("base64url")}`;

async function openAccount(origin: string): Promise<Call> {
  const json = { "content-type": "application/json" };
  const kdf = { alg: "argon2id", m: 65_536, t: 3, p: 1, salt: randomBytes(16).toString("base64url") };
  const account = { email: "mallory@example.org", password: PASSWORD, kdf };
  const made = await fetch(origin + register.path, { method: "POST", headers: json, body: JSON.stringify(account) });
  const { token } = (await made.json()) as { readonly token: string };
  const headers = { ...json, authorization: `Bearer ${token}` };
  await fetch(origin + completeOnboarding.path, { method: "POST", headers, body: '{"planType":"pro"}' });
  return async (method, path, { query = {}, body } = {}) => {
    const init = { method, headers, ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }) };
    const answer = await fetch(`${origin}${path.startsWith("/") ? path : `/drive/v3/${path}`}?${new URLSearchParams(query)}`, init);
    const text = await answer.text();
    return { status: answer.status, id: /"id": ?"([^"]+)"/.exec(text.slice(0, 1000))?.[1] ?? "" };
  };
}

async function fill(call: Call, folder: string): Promise<void> {
  const metadata = { description: LONG, properties: PROPERTIES, appProperties: PROPERTIES, parents: [folder] };
  for (let made = 0; made < FILES; made += 10) {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => call("POST", "files", { body: { ...metadata, name: `n${made + at}` } })),
    );
    const refused = answers.find(({ status }) => status !== 200);
    if (refused !== undefined) throw new Error(`no file could be made: ${refused.status}`);
  }
}

const anyOf = (count: number, term: (at: number) => string) => Array.from({ length: count }, (_, at) => term(at)).join(" or ");

/** Each read is sent several times at once; the last requests delete the folder. */
function requests(call: Call, folder: string): readonly (readonly [string, () => Promise<unknown>])[] {
  const atOnce = (path: string, query: Readonly<Record<string, string>>) => () =>
    Promise.all(Array.from({ length: 5 }, () => call("GET", path, { query })));
  const inFolder = `'${folder}' in parents`;
  return [
    ["20 searches in texts", atOnce("files", { q: anyOf(20, (at) => `fullText contains 'c b${at}'`) })],
    ["20 properties", atOnce("files", { q: anyOf(20, (at) => `properties has { key='key${at}' and value='x' }`) })],
    ["a search as long as a query may be", atOnce("files", { q: `fullText contains '${"a b ".repeat(3000)}x'` })],
    ["a search in an order", atOnce("files", { q: anyOf(20, (at) => `name contains 'x${at}'`), orderBy: "name_natural" })],
    ["399 names", atOnce("files", { q: anyOf(399, (at) => `name = 'x${at}'`) })],
    ["399 times", atOnce("files", { q: anyOf(399, (at) => `modifiedTime = '2001-01-01T00:00:00.${String(at).padStart(3, "0")}Z'`) })],
    ["five orders", atOnce("files", { orderBy: "folder,starred,recency,name_natural,modifiedTime", pageSize: "1000" })],
    ["a large page", atOnce("files", { fields: "*", pageSize: "1000" })],
    ["a folder without what is asked for", atOnce("files", { q: `${inFolder} and trashed = true` })],
    ["changes", atOnce("changes", { pageToken: "1", fields: "*", pageSize: "1000" })],
    ["changes of another space", atOnce("changes", { pageToken: "1", spaces: "appDataFolder" })],
    ["a folder into the trash", () => call("PATCH", `files/${folder}`, { body: { trashed: true } })],
    ["a folder deleted", () => call("DELETE", `files/${folder}`)],
    ["changes without what was removed", atOnce("changes", { pageToken: "1", includeRemoved: "false" })],
  ];
}

/** Bodies of maximum size with the structure that takes longest to parse. */
function bodies(call: Call): readonly (readonly [string, () => Promise<unknown>])[] {
  const names = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join(",")}}`;
  const [few, many] = [names(70_000), names(600_000)];
  const large = JSON.stringify({ name: "名".repeat(32_000) });
  return [
    ["a megabyte of properties", () => call("POST", "files", { body: `{"properties":${few}}` })],
    ["a megabyte of brackets", () => call("POST", "files", { body: "[".repeat(500_000) + "]".repeat(500_000) })],
    ["nine megabytes of names", () => call("POST", "/api/cloud/google-drive/files", { body: many })],
    [
      "large files, one after the other from many",
      () => Promise.all(Array.from({ length: 50 }, () => call("POST", "files", { body: large }))),
    ],
  ];
}

function lastOf(call: Call): readonly [string, () => Promise<unknown>] {
  return ["the account deleted", () => call("POST", "/api/auth/delete-account", { body: { password: PASSWORD } })];
}

/** Longest wait of sequential requests while `run` runs. */
async function longestWait(origin: string, run: () => Promise<unknown>): Promise<number> {
  const running = { is: true };
  const ended = run().finally(() => {
    running.is = false;
  });
  let longestMs = 0;
  while (running.is) {
    const began = performance.now();
    await (await fetch(`${origin}/healthz`)).text();
    longestMs = Math.max(longestMs, Math.round(performance.now() - began));
  }
  await ended;
  return longestMs;
}
