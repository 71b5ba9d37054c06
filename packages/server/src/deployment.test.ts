/** Checks each row of the two tables under "Refused configurations" in docs/deployment.md on the built server. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { type IncomingHttpHeaders, request } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { register } from "@satchel/contract/accounts/auth.ts";
import { beginPlanChange, readPlan } from "@satchel/contract/drives/plan-change.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addressOf, createStarter, type Started, type Starter } from "./testing/start-main.ts";

type Row = readonly [startedWith: string, then: string];

const DOCUMENT = readFileSync(join(import.meta.dirname, "../../../docs/deployment.md"), "utf8");

function rowsOf(heading: string): readonly Row[] {
  const table = DOCUMENT.slice(DOCUMENT.indexOf(heading)).split("\n\n", 1)[0] ?? "";
  return table
    .split("\n")
    .slice(2)
    .map((line) => line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "")) as unknown as Row);
}

const toEnv = (code: string): Record<string, string> =>
  Object.fromEntries(
    code
      .replaceAll("`", "")
      .split(" ")
      .map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
  );

let folder = "";
let starter: Starter;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "satchel-deployment-"));
  starter = createStarter(folder);
});
afterEach(async () => {
  starter.killAll();
  await rm(folder, { recursive: true, force: true });
});

type Asked = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string };
type Running = {
  readonly started: Started;
  readonly ask: (path: string, headers?: Record<string, string>, body?: unknown, method?: string) => Promise<Asked>;
};

async function run(env: Record<string, string> = {}): Promise<Running> {
  const port = await freePort();
  const started = starter.run({ ...env, PORT: String(port) });
  await addressOf(started);
  const ask: Running["ask"] = async (path, headers = {}, body = undefined, method = body === undefined ? "GET" : "POST") => {
    const json = body === undefined ? {} : { "content-type": "application/json" };
    const sent = request({ host: "127.0.0.1", port, path, method, headers: { ...json, ...headers } });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    const [answer] = await once(sent, "response");
    let text = "";
    for await (const chunk of answer) text += chunk;
    return { status: answer.statusCode, headers: answer.headers, text };
  };
  return { started, ask };
}

/** If a public address is set, the printed address does not include the port. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

async function command(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; out: string; err: string }> {
  const started = starter.run(env, undefined, args);
  return { code: await started.ended, out: started.out(), err: started.err() };
}

let people = 0;
const newUser = (more: object = {}) => ({ email: `person-${++people}@example.org`, password: "Correct horse 1", ...more });
const codeOf = ({ text }: Asked): string => JSON.parse(text).code;
const bearerOf = ({ text }: Asked): Record<string, string> => ({ authorization: `Bearer ${JSON.parse(text).token}` });

describe("a start that would leave the server open", () => {
  it.each(rowsOf("| started with | refuses |"))("rejects %s: %s", async (startedWith, sentence) => {
    const started = starter.run(toEnv(startedWith));

    expect(await started.ended).toBe(1);
    expect(started.out()).toBe("");
    expect(started.err().trimEnd().split("\n")).toHaveLength(1);
    expect(started.err()).toContain(sentence.replaceAll("`", ""));
  });
});

const SANDBOX_PAGE = "/sandbox/o/oauth2/v2/auth";
const PUBLIC = { SATCHEL_PUBLIC_URL: "https://notes.example.org" };
const hstsOf = async (env: Record<string, string>) =>
  (await (await run(env)).ask("/healthz", { host: "notes.example.org" })).headers["strict-transport-security"];
const choosableOf = async (ask: Running["ask"], bearer: Record<string, string>) =>
  JSON.parse((await ask(readPlan.path, bearer)).text).choosable;

const HOLDS: Readonly<Record<string, () => Promise<void>>> = {
  nothing: async () => {
    const { ask } = await run();

    expect((await ask(SANDBOX_PAGE)).status).not.toBe(403);
    expect((await ask(SANDBOX_PAGE, { host: "localhost:8080" })).status).not.toBe(403);
    for (const headers of [
      { host: "notes.example.org" },
      { host: "127.0.0.1.example.org" },
      { "x-forwarded-host": "notes.example.org" },
      { "x-forwarded-for": "203.0.113.7" },
      { "x-forwarded-for": "127.0.0.1, 203.0.113.7" },
      { forwarded: "for=203.0.113.7" },
    ])
      for (const path of [SANDBOX_PAGE, "/sandbox/drive/v3/about", "/sandbox/token"])
        expect([headers, (await ask(path, headers)).status]).toEqual([headers, 403]);
  },
  "`TRUST_PROXY` unset, behind a proxy": async () => {
    const { started, ask } = await run();
    const warningsOf = async () => JSON.parse((await ask("/readyz")).text).warnings;
    expect(await warningsOf()).toBeUndefined();

    for (const path of ["/", "/drive/v3/about", "/api/server"]) await ask(path, { "x-forwarded-for": "203.0.113.7" });

    expect(await warningsOf()).toEqual([expect.stringContaining("set TRUST_PROXY")]);
    for (const others of [{ host: "notes.example.org" }, { "x-forwarded-for": "203.0.113.7" }, { authorization: "Bearer guessed" }])
      expect([others, JSON.parse((await ask("/readyz", { host: "notes.example.org", ...others })).text)]).toEqual([
        others,
        { status: "ready" },
      ]);
    // The log line may arrive after the response.
    await expect.poll(() => started.err()).toContain("set TRUST_PROXY");
    expect(started.err().match(/set TRUST_PROXY/g)).toHaveLength(1);
    expect(started.err()).not.toContain("203.0.113");
  },
  "`TRUST_PROXY=1`": async () => {
    const { started, ask } = await run({ TRUST_PROXY: "1" });
    const joined = await ask(register.path, { "x-forwarded-for": "198.51.100.1, 203.0.113.7" }, newUser());

    expect((await ask("/api/auth/sessions", bearerOf(joined))).text).toContain("203.0.113.0/24");
    expect(JSON.parse((await ask("/readyz")).text).warnings).toBeUndefined();
    expect(started.err()).toBe("");
  },
  "`SATCHEL_PUBLIC_URL=https://notes.example.org`": async () => {
    const { ask } = await run(PUBLIC);
    const joined = await ask(register.path, {}, newUser());

    expect((await ask("/")).headers["strict-transport-security"]).toBe("max-age=31536000");
    expect(JSON.parse((await ask("/api/cloud/config")).text).drive).toEqual({ mode: "none" });
    expect(await choosableOf(ask, bearerOf(joined))).toEqual(["free"]);
    expect(codeOf(await ask(beginPlanChange.path, bearerOf(joined), { planType: "pro" }, "PUT"))).toBe("plan-not-offered");
    expect(codeOf(await ask("/api/onboarding/complete", bearerOf(joined), { planType: "basic" }))).toBe("plan-not-offered");
  },
  "`SATCHEL_PUBLIC_URL=http://notes.example.org`": async () => {
    expect(await hstsOf({ SATCHEL_PUBLIC_URL: "http://notes.example.org" })).toBeUndefined();
  },
  "`SATCHEL_PUBLIC_URL=http://notes.example.org,https://notes.example.org`": async () => {
    expect(await hstsOf({ SATCHEL_PUBLIC_URL: "http://notes.example.org,https://notes.example.org" })).toBeUndefined();
    expect(await hstsOf({ SATCHEL_PUBLIC_URL: "http://localhost:8080,https://notes.example.org" })).toBe("max-age=31536000");
  },
  "`SATCHEL_REGISTRATION=closed`": async () => {
    const user = newUser();
    const open = await run();
    await open.ask(register.path, {}, user);
    open.started.child.kill("SIGTERM");
    await open.started.ended;
    const { ask } = await run({ SATCHEL_REGISTRATION: "closed" });

    const refused = await ask(register.path, {}, newUser());
    expect([refused.status, codeOf(refused)]).toEqual([403, "registration-closed"]);
    expect(JSON.parse((await ask("/api/server")).text)).toEqual({ registration: "closed" });
    expect((await ask("/api/auth/login", {}, user)).status).toBe(200);
  },
  "`SATCHEL_TERMS_URL=https://example.org/terms SATCHEL_PRIVACY_URL=https://example.org/privacy`": async () => {
    const pages = { termsUrl: "https://example.org/terms", privacyUrl: "https://example.org/privacy" };
    const { ask } = await run({ SATCHEL_TERMS_URL: pages.termsUrl, SATCHEL_PRIVACY_URL: pages.privacyUrl });
    expect(JSON.parse((await ask("/api/server")).text)).toEqual({ registration: "open", ...pages });
  },
  "`SATCHEL_REGISTRATION=invite`": async () => {
    const env = { SATCHEL_REGISTRATION: "invite" };
    const { ask } = await run(env);
    expect(codeOf(await ask(register.path, {}, newUser()))).toBe("invitation-needed");
    expect(codeOf(await ask(register.path, {}, newUser({ invitation: "AAAA-AAAA-AAAA-AAAA" })))).toBe("invitation-invalid");

    const { code, out } = await command(["invite", "2"], env);
    expect(code).toBe(0);
    const [first = "", second = ""] = out.trimEnd().split("\n");
    expect(first).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect((await ask(register.path, {}, newUser({ invitation: first }))).status).toBe(200);
    expect(codeOf(await ask(register.path, {}, newUser({ invitation: first })))).toBe("invitation-invalid");
    const answers = await Promise.all(
      [1, 2, 3].map(() => ask(register.path, {}, newUser({ invitation: second.toLowerCase().replaceAll("-", " ") }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  },
  "`SATCHEL_PLANS=basic SATCHEL_PUBLIC_URL=https://notes.example.org`": async () => {
    const { ask } = await run({ ...PUBLIC, SATCHEL_PLANS: "basic" });
    const user = newUser();
    const bearer = bearerOf(await ask(register.path, {}, user));
    expect(await choosableOf(ask, bearer)).toEqual(["free", "basic"]);
    expect(codeOf(await ask(beginPlanChange.path, bearer, { planType: "pro" }, "PUT"))).toBe("plan-not-offered");

    expect(await command(["plan", user.email.toUpperCase(), "pro"])).toMatchObject({
      code: 0,
      out: expect.stringContaining("can change to pro"),
    });
    expect(await choosableOf(ask, bearer)).toEqual(["free", "basic", "pro"]);
    expect(JSON.parse((await ask(beginPlanChange.path, bearer, { planType: "pro" }, "PUT")).text)).toMatchObject({ pendingPlan: "pro" });
    await command(["plan", user.email, "free"]);
    expect(await choosableOf(ask, bearer)).toEqual(["free", "basic"]);
  },
};

describe("consequences of the settings", () => {
  const rows = rowsOf("| started with | what holds |");

  it("has a test for each row, and a row for each test", () => {
    expect(rows.map(([startedWith]) => startedWith)).toEqual(Object.keys(HOLDS));
  });

  it.each(rows)("%s: %s", async (startedWith) => {
    await HOLDS[startedWith]?.();
  });
});

describe("a failing command prints one clear line and exits with 1", () => {
  it.each([
    [["conquer"], /^There is no command "conquer"\. .*accounts, invite, plan, verify, backup, restore/],
    [["__proto__"], /^There is no command/],
    [["invite", "many"], /^Use: invite/],
    [["invite", "1001"], /^Use: invite/],
    [["invite", "1", "0"], /^Use: invite/],
    [["plan"], /^Use: plan EMAIL free\|basic\|pro/],
    [["plan", "ada@example.org", "gold"], /^Use: plan/],
    [["plan", "nobody@example.org", "pro"], /^There is no account with the address nobody@example\.org/],
    [["accounts"], /^Use: accounts list/],
    [["accounts", "delete", "nobody@example.org"], /^There is no account with the address nobody@example\.org/],
  ])("%j", async (args, sentence) => {
    await run({});
    const { code, out, err } = await command(args);

    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(sentence);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
  });
});
