// @vitest-environment node
/** Two devices and the whole server between them: encryption.md 3.5 (6). */
import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import { aNote } from "@satchel/core/testing/entities.ts";
import { flushPromises } from "@satchel/core/testing/manual-clock.ts";
import { type ApprovalLink, parseApprovalLink } from "@satchel/core/vault/approval/approval-code.ts";
import { createTestServer, type TestServer } from "@satchel/server/testing/test-server.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openPage, type Page, SEEN_IN_DRIVE } from "./browser.ts";

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

/** Lets both devices poll the server until `isThere` holds. Responses over real sockets take real time. */
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

/** Waits until one device shows the code and the other asks for it, and returns it. */
async function untilCode(): Promise<string> {
  await untilOffered();
  await until(() => fresh.at().asking.kind === "code" && old.at().letting.kind === "type-code");
  const { asking } = fresh.at();
  return asking.kind === "code" ? asking.code : "";
}

async function untilOffered(): Promise<void> {
  expect(await fresh.approvals.ask()).toMatchObject({ ok: true });
  await untilListed();
  await old.approvals.offer(old.at().incoming[0]?.requestId ?? "");
}

async function untilListed(): Promise<void> {
  const stop = old.approvals.watch("often");
  const { asking } = fresh.at();
  await until(() => old.at().incoming.some(({ requestId }) => "requestId" in asking && requestId === asking.requestId));
  expect(old.at().incoming).toHaveLength(1);
  stop();
}

/** Returns the link that a camera reads from a device's screen. */
function codeOf(device: Device): ApprovalLink {
  const { asking, letting } = device.at();
  const link = "link" in asking ? asking.link : "link" in letting ? letting.link : "";
  const parsed = parseApprovalLink(link, "https://notes.example.org");
  if (parsed === undefined) throw new Error(`no code on the screen: ${link}`);
  return parsed;
}

async function opensEverything(sealed: Awaited<ReturnType<Device["codec"]["seal"]>>): Promise<void> {
  expect(await fresh.security.recover({ kind: "device" }, NEXT)).toMatchObject({ ok: true });
  expect(fresh.state()).toMatchObject({ vault: "open", hasPendingRecoveryKey: true });
  const opened = await fresh.codec.open("note", aNote().id, sealed.ok ? sealed.value : new Uint8Array());
  expect(opened).toMatchObject({ ok: true });
}

describe("encryption.md 3.5 (6) approval", () => {
  it("lets a new device in by typed codes, with its own password and recovery key", async () => {
    const sealed = await old.codec.seal(aNote());
    const before = await old.account.pendingRecoveryKey();
    const code = await untilCode();
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
    expect(await old.approvals.typeCode(`${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase())).toMatchObject({ ok: true });
    expect(old.at().letting).toMatchObject({ kind: "done", code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{4}$/) });
    await until(() => fresh.at().asking.kind === "type-code");
    // Not used before its user has typed what the other device shows.
    expect(await fresh.security.holdsKey()).toBe(false);
    const { letting } = old.at();
    expect(await fresh.approvals.confirm(letting.kind === "done" ? (letting.code ?? "") : "")).toEqual({ ok: true, value: undefined });
    expect(fresh.at().asking.kind).toBe("opened");
    expect(fresh.state()).toMatchObject({ vault: "locked", limited: true });
    expect((await fresh.codec.seal(aNote())).ok).toBe(false);

    const kept = fresh.profile.preferences.read(LOCAL_KEYS.approvedSeen);
    expect(JSON.parse(kept ?? "")).toEqual({ seen: SEEN_IN_DRIVE, atMs: expect.any(Number) });
    await opensEverything(sealed);
    expect(await fresh.account.pendingRecoveryKey()).not.toEqual(before);
    const third: Page = await openPage(baseUrl);
    expect(await third.account.signIn(email, NEXT)).toMatchObject({ ok: true });
    expect(third.state()).toMatchObject({ vault: "open" });
  });

  it("opens without a typed code after the unlocked device scanned the new one", async () => {
    const sealed = await old.codec.seal(aNote());
    await fresh.approvals.ask();
    await untilListed();
    expect(await old.approvals.scan(codeOf(fresh))).toBe("ready");
    await old.approvals.offer(old.at().incoming[0]?.requestId ?? "");
    await until(() => fresh.at().asking.kind === "opened");
    expect(old.at().letting).toEqual({ kind: "done", requestId: expect.any(String) });
    await opensEverything(sealed);
  });

  it("opens without a typed code after the new device scanned the unlocked one", async () => {
    const sealed = await old.codec.seal(aNote());
    await untilCode();
    expect(await fresh.approvals.scan(codeOf(old))).toBe("taken");
    await until(() => fresh.at().asking.kind === "opened");
    expect(old.at().letting).toEqual({ kind: "done", requestId: expect.any(String) });
    await opensEverything(sealed);
  });

  it("hands a code that a camera opened in a new tab to the tab that asked", async () => {
    await untilCode();
    const { approvals } = await openPage(baseUrl, fresh.profile);
    expect(await approvals.scan(codeOf(old))).toBe("handed-on");
    await until(() => fresh.at().asking.kind === "opened");
  });

  it("reports another request if no tab is waiting for the code", async () => {
    await untilCode();
    const scanned = fresh.approvals.scan({ ...codeOf(old), requestId: "A".repeat(22) });
    await fresh.clock.advance(2000);
    expect(await scanned).toBe("other-request");
  });

  it("ends at the first wrong code, on both sides, and pauses approvals for an hour", async () => {
    const code = await untilCode();
    await old.approvals.typeCode(code === "00000000" ? "00000001" : "00000000");
    expect(old.at().letting).toEqual({ kind: "ended", reason: "code-wrong" });
    await until(() => fresh.at().asking.kind === "ended");
    expect(await old.approvals.typeCode(code)).toMatchObject({ ok: false });
    expect(await fresh.approvals.confirm("0000")).toMatchObject({ ok: false });
    expect(await fresh.security.holdsKey()).toBe(false);

    old.approvals.dismiss();
    await untilOffered();
    expect(old.at().letting).toEqual({ kind: "ended", reason: "paused" });
    await old.clock.advance(3_600_000);
    old.approvals.dismiss();
    await untilOffered();
    expect(old.at().letting.kind).toBe("offered");
  });

  it("installs nothing after a wrong code on the new device", async () => {
    await old.approvals.typeCode(await untilCode());
    await until(() => fresh.at().asking.kind === "type-code");
    const { letting } = old.at();
    const right = letting.kind === "done" ? letting.code : undefined;
    await fresh.approvals.confirm(right === "0000" ? "0001" : "0000");
    expect(fresh.at().asking).toEqual({ kind: "ended", reason: "code-wrong" });
    expect(await fresh.approvals.confirm(right ?? "")).toMatchObject({ ok: false });
    expect(await fresh.security.holdsKey()).toBe(false);
    await fresh.approvals.ask();
    expect(fresh.at().asking).toEqual({ kind: "ended", reason: "paused" });
  });

  it("ends by itself after ten minutes of the device's own clock, whatever the server says", async () => {
    await untilCode();
    await fresh.clock.advance(600_000);
    await old.clock.advance(600_000);
    await until(() => fresh.at().asking.kind === "ended" && old.at().letting.kind === "ended");
    expect([fresh.at().asking, old.at().letting]).toMatchObject([{ reason: "expired" }, { reason: "expired" }]);
  });

  it("does not take a response that the server held back until after the ten minutes", async () => {
    await old.approvals.typeCode(await untilCode());
    const { letting } = old.at();
    expect(letting.kind).toBe("done");
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const real = globalThis.fetch;
    let isHeld = false;
    const slow = vi.spyOn(globalThis, "fetch").mockImplementation(async (...call) => {
      const response = await real(...call);
      isHeld = true;
      await held;
      return response;
    });
    await until(() => isHeld);
    await fresh.clock.advance(600_000);
    release();
    slow.mockRestore();

    await until(() => fresh.at().asking.kind !== "code");
    expect(fresh.at().asking).toEqual({ kind: "ended", reason: "expired" });
  });

  it("ends when the server forgot it, and when either side does not want it", async () => {
    await fresh.approvals.ask();
    server.clock.at += 600_001;
    await until(() => fresh.at().asking.kind === "ended");
    expect(fresh.at().asking).toEqual({ kind: "ended", reason: "expired" });

    await fresh.approvals.ask();
    await untilListed();
    await old.approvals.refuse(old.at().incoming[0]?.requestId ?? "");
    expect(old.at().incoming).toEqual([]);
    await until(() => fresh.at().asking.kind === "ended");
    expect(fresh.at().asking).toEqual({ kind: "ended", reason: "refused" });
  });

  it("seals nothing on a locked device", async () => {
    await old.account.endSession();
    const parties = { requestId: "A".repeat(22), origin: "o", accountId: "a", email };
    const offered = await old.keyring.offerApproval(parties, { commitment: "A".repeat(43), name: "Phone" }, "Laptop");
    expect(offered).toEqual({ ok: false, problem: { kind: "not-held" } });
    expect(await old.keyring.sealApproval({ kind: "code", code: "00000000" }, {})).toMatchObject({ ok: false });
  });
});
