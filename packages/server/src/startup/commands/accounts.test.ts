import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { currentSession, login } from "@satchel/contract/accounts/auth.ts";
import { completeOnboarding } from "@satchel/contract/accounts/onboarding.ts";
import { PLANS } from "@satchel/contract/plans.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadConfig } from "../../config/config.ts";
import { createTestServer, type TestServer, type TestUser } from "../../testing/test-server.ts";
import { runCommand } from "./commands.ts";

const SEALED = "sealed bytes";

let server: TestServer;
let origin = "";
beforeEach(async () => {
  server = await createTestServer();
  origin = "";
});
afterEach(() => server.close());

/** Runs a command beside the running server, over the same data. */
const run = async (...args: readonly string[]): Promise<string> =>
  (await runCommand(server.config, ["accounts", ...args], { around: server.stack().services.around, reserveBytes: 1 })).lines.join("\n");
const json = async (...args: readonly string[]): Promise<unknown> => JSON.parse(await run(...args, "--json"));
const signIn = (user: TestUser, password = user.password) => server.call(login, { email: user.email, password });
const ask = (user: TestUser) => server.call(currentSession, undefined, { token: user.token });

/** Joins with a paid plan and stores one file in managed storage. */
async function joinWithFile(email: string): Promise<TestUser> {
  const user = await server.join(email);
  await server.call(completeOnboarding, { planType: "basic" }, { token: user.token });
  origin ||= await server.listen();
  const headers = { authorization: `Bearer ${user.token}`, "content-type": "application/octet-stream" };
  const stored = await fetch(`${origin}/upload/drive/v3/files?uploadType=media`, { method: "POST", headers, body: SEALED });
  expect(stored.status).toBe(200);
  return user;
}

describe("decision 0006 the operator's command for accounts", () => {
  it("lists every account with its state, sessions and bytes, also as JSON", async () => {
    await joinWithFile("zoe@example.org");
    await server.join("ada@example.org");
    const listed = (await run("list")).split("\n");
    expect(listed.map((line) => line.split(/\s+/)[0])).toEqual(["email", "ada@example.org", "zoe@example.org", "2"]);
    expect(listed[1]).toMatch(/setting up +free/);
    const [ada, zoe] = (await json("list")) as readonly Record<string, unknown>[];
    expect(ada).toMatchObject({ email: "ada@example.org", state: "setting up", plan: "free", sessions: 1, usedBytes: 0 });
    expect(zoe).toMatchObject({ state: "active", plan: "basic", totalBytes: PLANS.basic.managedBytes });
    expect(zoe?.usedBytes).toBeGreaterThan(SEALED.length);
    expect(await json("usage")).toEqual([zoe, ada]);
    expect(await json("show", "ZOE@example.org")).toEqual(zoe);
    expect(await run("show", "ada@example.org")).toContain("lastSeen: 2026-01-01T00:00:00.000Z");
  });

  it("lists more accounts than one page of the database", async () => {
    const { db } = server.stack();
    const rows = Array.from({ length: 1201 }, (_, at) => ({
      id: `id-${at}`,
      email: `user-${String(at).padStart(4, "0")}@example.org`,
      plan: "free" as const,
      pending_plan: null,
      granted_plan: null,
      needs_onboarding: 0,
      created_at: 0,
      reset_at: null,
      disabled_at: null,
    }));
    for (let at = 0; at < rows.length; at += 100)
      await db
        .insertInto("accounts")
        .values(rows.slice(at, at + 100))
        .execute();
    const listed = (await json("list")) as readonly { readonly email: string }[];
    expect(listed.map(({ email }) => email)).toEqual(rows.map(({ email }) => email));
  });

  it("disables an account: its sessions end, and only who knows the password hears why", async () => {
    const ada = await server.join();
    expect(await run("disable", ada.email)).toContain("1 session was ended");
    expect((await ask(ada)).refusal().code).toBe("session-ended");
    expect((await signIn(ada)).refusal().code).toBe("account-disabled");
    expect((await signIn(ada, `s1_${"A".repeat(43)}`)).refusal().code).toBe("invalid-credentials");
    expect(await json("show", ada.email)).toMatchObject({ state: "disabled", sessions: 0 });
    await run("enable", ada.email);
    expect((await signIn(ada)).status).toBe(200);
  });

  it("signs out every browser of an account, and leaves other accounts alone", async () => {
    const [ada, bob] = [await server.join(), await server.join()];
    await signIn(ada);
    expect(await run("sign-out", ada.email)).toContain("2 sessions were ended");
    expect((await ask(ada)).refusal().code).toBe("session-revoked");
    expect((await ask(bob)).status).toBe(200);
    expect((await signIn(ada)).status).toBe(200);
  });

  it("deletes an account with its files only when that is confirmed", async () => {
    const ada = await joinWithFile("ada@example.org");
    await expect(run("delete", ada.email)).rejects.toThrow(/for good\. Repeat it with --yes/);
    expect((await signIn(ada)).status).toBe(200);
    expect(await run("delete", ada.email, "--yes")).toContain("was deleted");
    expect((await signIn(ada)).refusal().code).toBe("invalid-credentials");
    expect(await json("list")).toEqual([]);
    expect((await server.stack().db.selectFrom("sessions").selectAll().execute()).length).toBe(0);
  });

  it("grants a plan", async () => {
    const ada = await joinWithFile("ada@example.org");
    expect(await run("plan", ada.email, "pro")).toContain("has the plan pro now");
    expect(await json("show", ada.email)).toMatchObject({ plan: "pro", grantedPlan: "pro" });
  });

  it.each([
    [[]],
    [["list", "ada@example.org"]],
    [["show"]],
    [["show", "ada@example.org", "more"]],
    [["disable", "ada@example.org", "--force"]],
    [["__proto__", "ada@example.org"]],
  ])("explains its use for %j", async (args) => {
    await expect(run(...args)).rejects.toThrow(/^Use: accounts list/);
  });

  it("reports an address that has no account", async () => {
    await expect(run("disable", "nobody@example.org")).rejects.toThrow("There is no account with the address nobody@example.org.");
  });
});

describe("decision 0006 a command without the settings of the server", () => {
  it.each(["invite", "accounts"])("refuses %s where no server has stored anything, and creates nothing there", async (name) => {
    const folder = await mkdtemp(join(tmpdir(), "satchel-elsewhere-"));
    const config = loadConfig({ SATCHEL_DATA_DIR: join(folder, "data") }, folder);
    await expect(runCommand(config, [name, ...(name === "accounts" ? ["list"] : [])])).rejects.toThrow(
      /^No server has stored anything in /,
    );
    expect(await readdir(folder)).toEqual([]);
    expect(existsSync(join(folder, "data"))).toBe(false);
    await rm(folder, { recursive: true });
  });
});
