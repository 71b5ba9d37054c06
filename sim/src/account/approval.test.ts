// @vitest-environment node
/** Two devices and the whole server between them: encryption.md 3.5 (6). */
import { aNote } from "@satchel/core/testing/entities.ts";
import { flushPromises } from "@satchel/core/testing/manual-clock.ts";
import { createTestServer, type TestServer } from "@satchel/server/testing/test-server.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openPage, type Page } from "./browser.ts";

const PASSWORD = "Correct horse 1";
const NEXT = "Correct horse 2";

let server: TestServer;
let baseUrl: string;
let people = 0;
let email: string;

async function openDevice() {
  const page = await openPage(baseUrl);
  return { ...page, at: () => page.approvals.store.getState() };
}
type Device = Awaited<ReturnType<typeof openDevice>>;
let old: Device;
let fresh: Device;

/** Lets both ask the server until `isThere` holds; answers over real sockets take their own time. */
async function until(isThere: () => boolean): Promise<void> {
  const look = async () => {
    await old.clock.advance(5000);
    await fresh.clock.advance(5000);
    await flushPromises();
    return isThere();
  };
  if (!isThere()) await expect.poll(look, { interval: 1 }).toBe(true);
}

beforeAll(async () => {
  server = await createTestServer({ SATCHEL_TEST: "1" });
  baseUrl = await server.listen();
});
afterAll(() => server.close());

beforeEach(async () => {
  people += 1;
  email = `eve${people}@example.org`;
  old = await openDevice();
  await old.account.register(email, PASSWORD);
  fresh = await openDevice();
  await fresh.account.forgotPassword(email);
  await server.stack().services.reset.idle();
  const mail = (await server.outbox()).findLast((text) => text.includes(email) && text.includes("Your new Satchel password")) ?? "";
  await fresh.account.signIn(email, /\b[0-9A-HJKMNP-TV-Z]{20}\b/.exec(mail)?.[0] ?? "");
  expect(fresh.state()).toMatchObject({ vault: "locked", limited: true });
});

async function untilCode(): Promise<string> {
  expect(await fresh.approvals.ask()).toMatchObject({ ok: true });
  const stop = old.approvals.watch("often");
  await until(() => old.at().incoming.length === 1);
  stop();
  await old.approvals.offer(old.at().incoming[0]?.requestId ?? "");
  await until(() => fresh.at().asking.kind === "code" && old.at().letting.kind === "type-code");
  const { asking } = fresh.at();
  return asking.kind === "code" ? asking.code : "";
}

describe("encryption.md 3.5 (6) approval", () => {
  it("the new device opens everything, and gets a password and a recovery key of its own", async () => {
    const sealed = await old.codec.seal(aNote());
    const before = await old.account.pendingRecoveryKey();
    const code = await untilCode();
    expect(code).toMatch(/^\d{8}$/);
    expect(await old.approvals.typeCode(`${code.slice(0, 4)} ${code.slice(4)}`)).toMatchObject({ ok: true });
    expect(old.at().letting.kind).toBe("done");
    await until(() => fresh.at().asking.kind === "answered");
    // Not used before the user has said that the other device accepted it.
    expect(await fresh.security.holdsKey()).toBe(false);
    expect(await fresh.approvals.accept()).toEqual({ ok: true, value: undefined });
    expect(fresh.state()).toMatchObject({ vault: "locked", limited: true });
    expect((await fresh.codec.seal(aNote())).ok).toBe(false);

    expect(await fresh.security.recover({ kind: "device" }, NEXT)).toMatchObject({ ok: true });
    expect(fresh.state()).toMatchObject({ vault: "open", hasPendingRecoveryKey: true });
    expect(await fresh.account.pendingRecoveryKey()).not.toEqual(before);
    const opened = await fresh.codec.open("note", aNote().id, sealed.ok ? sealed.value : new Uint8Array());
    expect(opened).toMatchObject({ ok: true });
    const third: Page = await openPage(baseUrl);
    expect(await third.account.signIn(email, NEXT)).toMatchObject({ ok: true });
    expect(third.state()).toMatchObject({ vault: "open" });
  });

  it("a wrong code ends it at the first try, on both sides", async () => {
    const code = await untilCode();
    await old.approvals.typeCode(code === "00000000" ? "00000001" : "00000000");
    expect(old.at().letting).toEqual({ kind: "ended", reason: "code-wrong" });
    await until(() => fresh.at().asking.kind === "ended");
    expect(await old.approvals.typeCode(code)).toMatchObject({ ok: false });
    expect(await fresh.approvals.accept()).toMatchObject({ ok: false });
    expect(await fresh.security.holdsKey()).toBe(false);
  });

  it("ends by itself after ten minutes, and when either side does not want it", async () => {
    await fresh.approvals.ask();
    server.clock.at += 600_001;
    await until(() => fresh.at().asking.kind === "ended");
    expect(fresh.at().asking).toEqual({ kind: "ended", reason: "expired" });

    await fresh.approvals.ask();
    const stop = old.approvals.watch("often");
    await until(() => old.at().incoming.length === 1);
    stop();
    await old.approvals.refuse(old.at().incoming[0]?.requestId ?? "");
    expect(old.at().incoming).toEqual([]);
    await until(() => fresh.at().asking.kind === "ended");
    expect(fresh.at().asking).toEqual({ kind: "ended", reason: "refused" });
  });

  it("a server that puts another key in between is found out by the code", async () => {
    const code = await untilCode();
    const { asking } = fresh.at();
    const requestId = "requestId" in asking ? asking.requestId : "";
    const stranger = await openPage(baseUrl);
    const hash = await stranger.keyring.beginApproval();
    const [pubN, pubA] = [(await stranger.keyring.revealApproval()) ?? "", await old.keyring.offerApproval()];
    expect(await old.keyring.approvalCode({ requestId, pubHash: hash, pubN, pubA })).not.toBe(code);
    expect(await old.keyring.approvalCode({ requestId, pubHash: "A".repeat(43), pubN, pubA })).toBeUndefined();
    expect(await old.keyring.sealApproval({ requestId, pubHash: "A".repeat(43), pubN, pubA })).toMatchObject({ ok: false });
  });

  it("a locked device admits no one", async () => {
    await old.account.endSession();
    expect(
      await old.keyring.sealApproval({ requestId: "r", pubHash: "A".repeat(43), pubN: "A".repeat(87), pubA: "A".repeat(87) }),
    ).toMatchObject({ ok: false });
  });
});
