import * as auth from "@satchel/contract/accounts/auth.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { aKdf, aSecret, aVault, toNewVault } from "../testing/keys.ts";
import { openTestMailbox, type TestMailbox } from "../testing/test-mailbox.ts";
import { createTestServer, type TestServer } from "../testing/test-server.ts";

const DAY_MS = 86_400_000;
const FORM = { headers: { "content-type": "application/x-www-form-urlencoded" } };

let mailbox: TestMailbox;
let server: TestServer;
beforeEach(async () => {
  mailbox = await openTestMailbox();
  server = await createTestServer({ SMTP_URL: mailbox.url });
});
afterEach(async () => {
  await server.close();
  await mailbox.close();
});

async function register(email: string, password = aSecret()) {
  const vault = aVault();
  const answer = await server.call(auth.register, { email, password, kdf: aKdf(), keys: toNewVault(vault) });
  await server.stack().services.verification?.idle();
  return { answer, password, vault };
}
const linkIn = (text: string | undefined) => /^ {4}\S+(\/account\/verify\/\S+)\r?$/m.exec(text ?? "")?.[1] ?? "";
const confirm = (link: string) => server.send("POST", link, FORM);
const login = (email: string, password: string) => server.call(auth.login, { email, password });

async function confirmed(email: string) {
  const registered = await register(email);
  expect((await confirm(linkIn(mailbox.mails.at(-1)?.text))).text).toContain("Your account is ready");
  return registered;
}

describe("decision 0016: registration with mail", () => {
  it("responds the same for a new and a known address, and mails the difference", async () => {
    await confirmed("ada@example.org");
    const answers = [await register("ada@example.org"), await register("grace@example.org")];
    const seen = answers.map(({ answer: { status, text, headers } }) => [status, text, Object.keys(headers).sort()]);
    expect(seen[0]).toEqual(seen[1]);
    expect(answers[0]?.answer.refusal().code).toBe("verify-email");
    const [, known, fresh] = mailbox.mails;
    expect([known?.to, known?.text]).toEqual(["ada@example.org", expect.stringContaining("You already have a Satchel account")]);
    expect([fresh?.to, fresh?.text]).toEqual(["grace@example.org", expect.stringContaining("Confirm your email address for Satchel")]);
    expect(linkIn(known?.text)).toBe("");
  });

  it("rejects sign-in before the link is confirmed like an unknown address", async () => {
    const ada = await confirmed("ada@example.org");
    const other = await register("ada@example.org");
    const fresh = await register("grace@example.org");
    for (const [email, password] of [
      ["ada@example.org", other.password],
      ["grace@example.org", fresh.password],
    ] as const)
      expect((await login(email, password)).refusal().code).toBe("invalid-credentials");
    expect((await login("ada@example.org", ada.password)).reply().keys.entries).toMatchObject([{ pw: ada.vault.pw }]);
  });

  it("creates account and vault once when the link is confirmed, not when opened", async () => {
    const { password, vault } = await register("ada@example.org");
    const link = linkIn(mailbox.mails[0]?.text);
    await server.restart();
    const page = await server.send("GET", link);
    expect(page.text).toContain("Confirm your email address?");
    const sheet = await server.send("GET", /href="([^"]+\.css)"/.exec(page.text)?.[1] ?? "");
    expect([sheet.status, sheet.headers["content-type"]]).toEqual([200, "text/css; charset=utf-8"]);
    expect(page.text).not.toMatch(/style=|<style/);
    expect((await login("ada@example.org", password)).status).toBe(401);
    expect((await confirm(link)).text).toContain("Your account is ready");
    const { user, keys } = (await login("ada@example.org", password)).reply();
    expect([user.needsOnboarding, keys.document, keys.entries[0]?.pw]).toEqual([true, vault.document, vault.pw]);
    expect((await confirm(link)).text).toContain("no longer valid");
    expect(await server.stack().db.selectFrom("pending_registrations").selectAll().execute()).toEqual([]);
  });

  it("protects the owner's registration from a stranger's", async () => {
    const own = await register("ada@example.org");
    await register("ada@example.org");
    expect((await confirm(linkIn(mailbox.mails[0]?.text))).text).toContain("Your account is ready");
    expect((await login("ada@example.org", own.password)).status).toBe(200);
    expect((await confirm(linkIn(mailbox.mails[1]?.text))).text).toContain("no longer valid");
    expect((await login("ada@example.org", own.password)).status).toBe(200);
  });

  it("removes registrations that are not confirmed within seven days", async () => {
    const { password } = await register("ada@example.org");
    const link = linkIn(mailbox.mails[0]?.text);
    server.clock.at += 7 * DAY_MS;
    expect((await confirm(link)).text).toContain("no longer valid");
    await server.stack().sweep();
    expect(await server.stack().db.selectFrom("pending_registrations").selectAll().execute()).toEqual([]);
    expect((await login("ada@example.org", password)).status).toBe(401);
  });

  it("mails an address at most three times an hour per network", async () => {
    for (let asked = 0; asked < 5; asked += 1) expect((await register("ada@example.org")).answer.status).toBe(403);
    expect(mailbox.mails).toHaveLength(3);
  });

  it("responds at once if no mail is sent", async () => {
    const direct = await createTestServer();
    const body = { email: "ada@example.org", password: aSecret(), kdf: aKdf(), keys: toNewVault(aVault()) };
    expect((await direct.call(auth.register, body)).status).toBe(200);
    expect((await direct.call(auth.register, body)).refusal().code).toBe("email-taken");
    expect((await direct.send("POST", "/account/verify/x", FORM)).status).toBe(404);
    await direct.close();
  });
});
