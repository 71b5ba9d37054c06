// @vitest-environment node
/** The Sensitive folder's keys with the whole server: encryption.md 3.5 (8) (10) (11), 3.6 (h) (i). */
import type { SensitiveSession } from "@satchel/core/ports/device/sensitive-session.ts";
import { flushPromises } from "@satchel/core/testing/manual-clock.ts";
import { createTestServer, type TestServer } from "@satchel/server/testing/test-server.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createProfile, openPage, type Profile, type Tab } from "./browser.ts";

const PASSWORD = "Correct horse 1";
const SECRET = "quiet sea 77";
const OTHER = "quiet sea 78";
const IDLE_MS = 120_000;

let server: TestServer;
let baseUrl: string;
let people = 0;
let email: string;

async function openTab(profile: Profile = createProfile(), tab: Tab = { session: undefined }) {
  const page = await openPage(baseUrl, profile, tab);
  return { ...page, profile, reload: () => openTab(profile, tab), kind: () => page.sensitive.store.getState().kind };
}
type Device = Awaited<ReturnType<typeof openTab>>;
let first: Device;

const refused = (kind: string) => ({ ok: false, problem: { kind } });
const done = { ok: true, value: undefined };
async function sealed(device: Device): Promise<object> {
  const answer = await device.keyring.sealSensitiveNote("note-1", { title: "Diary", content: "<p>quiet</p>" });
  if (!answer.ok) throw new Error(answer.problem);
  return answer.value;
}
const opens = async (device: Device, note: object) => (await device.keyring.openSensitiveNote("note-1", note)).ok;
async function signedIn(password = PASSWORD): Promise<Device> {
  const device = await openTab();
  expect(await device.account.signIn(email, password)).toMatchObject({ ok: true });
  return device;
}
async function withMailedPassword(device: Device): Promise<void> {
  await device.account.forgotPassword(email);
  await server.stack().services.reset.idle();
  const mail = (await server.outbox()).findLast((text) => text.includes(email) && text.includes("Your new Satchel password")) ?? "";
  await device.account.signIn(email, /\b[0-9A-HJKMNP-TV-Z]{20}\b/.exec(mail)?.[0] ?? "");
}
async function paperOf(device: Device, password = PASSWORD): Promise<string> {
  const shown = await device.security.showRecoveryKey(password);
  if (!shown.ok) throw new Error(shown.problem.kind);
  return shown.value.join("");
}
/** Starts over with a new vault, on a device without keys. */
async function startedOver(password: string): Promise<Device> {
  const device = await openTab();
  await withMailedPassword(device);
  expect(await device.security.startOver(password)).toMatchObject({ problem: { kind: "step-waits" } });
  await server.stack().services.pendingSteps.idle();
  server.clock.at += 72 * 3_600_000;
  expect(await device.account.signIn(email, password)).toMatchObject({ ok: true });
  expect(await device.security.startOver(password)).toEqual(done);
  return device;
}
async function copyOf(device: Device): Promise<Uint8Array> {
  const keys = await device.backend.getKeys(device.account.token() as string);
  const copy = keys.ok && keys.value.document !== null ? await device.keyring.driveCopyOf(keys.value.document) : undefined;
  if (copy === undefined) throw new Error("no copy of the keys");
  return copy;
}
/** Returns the stored rows of unlocked folders. */
async function rowsOf(profile: Profile): Promise<readonly unknown[]> {
  const rows: unknown[] = [];
  await profile.keys.forgetSessions((row) => rows.push(row) < 0);
  return rows;
}
/** Returns everything that a browser stores on disk for this profile. */
async function stored(profile: Profile): Promise<string> {
  return JSON.stringify([await profile.keys.read(), profile.credentials.read()]);
}

beforeAll(async () => {
  server = await createTestServer({ SATCHEL_TEST: "1" });
  baseUrl = await server.listen();
});
afterAll(() => server.close());
beforeEach(async () => {
  people += 1;
  email = `sen${people}@example.org`;
  first = await openTab();
  await first.account.register(email, PASSWORD);
});

describe("decision 0016: a key document that was put back", () => {
  it("is rejected on a device that saw a newer one, under any revision", async () => {
    await first.sensitive.setUp(SECRET);
    const { db } = server.stack();
    const row = () => db.selectFrom("vaults").selectAll().orderBy("created_at", "desc").executeTakeFirstOrThrow();
    const former = await row();
    expect(await first.sensitive.change(SECRET, OTHER)).toEqual(done);
    const newest = await row();
    await first.sensitive.lock();
    const seenRev = async () => (await first.profile.keys.read()).current?.document?.rev;
    await expect.poll(seenRev).toBe(newest.rev);
    const put = ({ rev, document }: Pick<typeof former, "rev" | "document">) =>
      db.updateTable("vaults").set({ rev, document }).where("vault_id", "=", former.vault_id).execute();

    await put(former);
    // An older wrap under the newest revision is not the newest document, and no device of this account wrote one under a higher revision.
    const under = (rev: number) => ({ rev, document: former.document.replace(`"rev":${former.rev}`, `"rev":${rev}`) });
    const { bound: _, ...unbound } = JSON.parse(former.document);
    const stripped = { rev: newest.rev + 2, document: JSON.stringify({ ...unbound, rev: newest.rev + 2 }) };
    for (const document of [former, under(newest.rev), under(newest.rev + 1), stripped]) {
      await put(document);
      const again = await first.reload();
      for (const password of [SECRET, OTHER]) expect(await again.sensitive.unlock(password)).toEqual(refused("keys-rolled-back"));
      expect(again.kind()).toBe("locked");
      expect(await again.security.changePassword(PASSWORD, "Correct horse 9")).toEqual(refused("keys-rolled-back"));
    }
    await put(newest);
    const back = await first.reload();
    expect(await back.sensitive.unlock(SECRET)).toEqual(refused("sensitive-refused"));
    expect(await back.sensitive.unlock(OTHER)).toEqual(done);
  });
});

describe("A4 Sensitive folder, encryption.md 3.5 (8)", () => {
  it("is set up once, and opens with its password on another device", async () => {
    await first.sensitive.checkSetUp();
    expect(first.sensitive.store.getState()).toEqual({ kind: "not-set-up" });
    expect(await first.sensitive.unlock(SECRET)).toEqual(refused("not-set-up"));
    expect(await first.sensitive.setUp(SECRET)).toEqual(done);
    expect(first.kind()).toBe("unlocked");
    const note = await sealed(first);

    const second = await signedIn();
    await second.sensitive.checkSetUp();
    expect(second.sensitive.store.getState().kind).toBe("locked");
    expect(await second.sensitive.setUp(OTHER)).toEqual(refused("sensitive-exists"));
    expect(await second.sensitive.unlock("quiet sea")).toEqual(refused("sensitive-refused"));
    expect(await opens(second, note)).toBe(false);
    expect(await second.sensitive.unlock(SECRET)).toEqual(done);
    expect(await opens(second, note)).toBe(true);
  });

  it("locks after two minutes without activity, and not before", async () => {
    await first.sensitive.setUp(SECRET);
    await first.clock.advance(IDLE_MS - 1000);
    first.sensitive.touch();
    await first.clock.advance(IDLE_MS - 1000);
    expect(first.kind()).toBe("unlocked");
    await first.clock.advance(1001);
    expect(first.kind()).toBe("locked");
    expect((await first.keyring.sealSensitiveNote("note-1", {})).ok).toBe(false);
    expect(first.tab.session).toBeUndefined();
  });

  it("stays unlocked over a reload of its tab, but not in another tab or beyond its time", async () => {
    await first.sensitive.setUp(SECRET);
    const note = await sealed(first);
    const again = await first.reload();
    expect(again.kind()).toBe("unlocked");
    expect(await opens(again, note)).toBe(true);
    expect((await openTab(first.profile)).kind()).toBe("locked");
    await again.sensitive.lock();
    expect((await again.reload()).kind()).toBe("locked");
    const left: Tab = { session: { sessionKey: "A".repeat(43), expiresAt: 1, token: "of a session that is over" } };
    expect((await openTab(first.profile, left)).kind()).toBe("locked");
    await expect.poll(() => left.session).toBeUndefined();

    await again.sensitive.unlock(SECRET);
    const laterSession = again.tab.session as SensitiveSession;
    again.tab.session = { ...laterSession, expiresAt: laterSession.expiresAt + IDLE_MS };
    const profile = again.profile;
    const past = await openPage(baseUrl, profile);
    expect(await past.keyring.restoreSensitive(laterSession.sessionKey, laterSession.expiresAt)).toEqual(done);
    expect(await past.keyring.unlockedSensitive()).toBeUndefined();
  });

  it("locks with the session", async () => {
    await first.sensitive.setUp(SECRET);
    await first.account.endSession();
    expect(first.kind()).toBe("locked");
    expect(await first.sensitive.unlock(SECRET)).toEqual(refused("vault-locked"));
  });

  it("changes its password, keeps its key, and rejects the old password", async () => {
    await first.sensitive.setUp(SECRET);
    const note = await sealed(first);
    expect(await first.sensitive.change("wrong sea 1", OTHER)).toEqual(refused("sensitive-refused"));
    expect(await first.sensitive.change(SECRET, OTHER)).toEqual(done);
    const second = await signedIn();
    expect(await second.sensitive.unlock(SECRET)).toEqual(refused("sensitive-refused"));
    expect(await second.sensitive.unlock(OTHER)).toEqual(done);
    expect(await opens(second, note)).toBe(true);
  });

  it("locks when its password was changed elsewhere", async () => {
    await first.sensitive.setUp(SECRET);
    const second = await signedIn();
    expect(await second.sensitive.unlock(SECRET)).toEqual(done);
    const events: unknown[] = [];
    first.sensitive.onEvent((event) => events.push(event));
    expect(await second.sensitive.change(SECRET, OTHER)).toEqual(done);
    await first.account.refresh();
    await expect.poll(() => first.kind()).toBe("locked");
    expect(events).toEqual([{ kind: "locked", reason: "refused" }]);
    expect(second.kind()).toBe("unlocked");
    expect(await first.sensitive.unlock(SECRET)).toEqual(refused("sensitive-refused"));
    expect(await first.sensitive.unlock(OTHER)).toEqual(done);
  });

  it("stays unlocked with the password that had been changed elsewhere before", async () => {
    await first.sensitive.setUp(SECRET);
    const second = await signedIn();
    await second.account.refresh();
    expect(await first.sensitive.change(SECRET, OTHER)).toEqual(done);
    expect(await second.sensitive.unlock(OTHER)).toEqual(done);
    const events: unknown[] = [];
    second.sensitive.onEvent((event) => events.push([event, second.account.keys.getState().latest?.document?.rev]));
    await second.account.refresh();
    expect(await first.sensitive.change(OTHER, "quiet sea 79")).toEqual(done);
    await second.account.refresh();
    await expect.poll(() => second.kind()).toBe("locked");
    const changedAgain = first.account.keys.getState().latest?.document?.rev;
    expect(events).toEqual([[{ kind: "locked", reason: "refused" }, changedAgain]]);
  });

  it("lets the server count wrong passwords without seeing them", async () => {
    await first.sensitive.setUp(SECRET);
    await first.sensitive.lock();
    first.line.requests.length = 0;
    expect(await first.sensitive.unlock("wrong sea 1")).toEqual(refused("sensitive-refused"));
    expect(first.line.requests.filter((request) => request.includes("/api/sensitive/authenticate"))).toHaveLength(1);
    expect(first.line.requests.join(" ")).not.toContain("wrong sea");
  });

  it("ends the server's session when it locks", async () => {
    await first.sensitive.setUp(SECRET);
    const token = first.tab.session?.token;
    expect(token).toBeDefined();
    await first.sensitive.lock();
    const revoking = () => first.line.requests.filter((request) => request.includes("/api/sensitive/revoke"));
    await expect.poll(revoking).toHaveLength(1);
    expect(revoking()[0]).toContain(token);
  });

  it("shows whether it is set up as soon as that is known", async () => {
    await first.account.refresh();
    await expect.poll(() => first.kind()).toBe("not-set-up");
    await first.sensitive.setUp(SECRET);
    const second = await signedIn();
    await second.account.refresh();
    await expect.poll(() => second.kind()).toBe("locked");
  });

  it("is recovered by the account's password, or by the recovery key with it", async () => {
    await first.sensitive.setUp(SECRET);
    const note = await sealed(first);
    const paper = await paperOf(first);
    expect(await first.sensitive.recover({ kind: "password", password: "Wrong horse 1" }, OTHER)).toEqual(refused("wrong-password"));
    expect(await first.sensitive.recover({ kind: "password", password: PASSWORD }, OTHER)).toEqual(done);
    const second = await signedIn();
    expect(await second.sensitive.unlock(OTHER)).toEqual(done);
    expect(await second.sensitive.recover({ kind: "recovery-key", text: paper, password: PASSWORD }, SECRET)).toEqual(done);
    expect(await opens(second, note)).toBe(true);
    expect(await (await signedIn()).sensitive.unlock(SECRET)).toEqual(done);
  });

  it("keeps the box with another recovery key, and recreates it for another pair on unlock", async () => {
    await first.sensitive.setUp(SECRET);
    const note = await sealed(first);
    await first.sensitive.lock();
    const begun = await first.security.beginRotation(PASSWORD);
    await first.security.confirmRotation(begun.ok ? begun.value : []);
    expect(await first.sensitive.recover({ kind: "password", password: PASSWORD }, OTHER)).toEqual(done);

    // Opened by the device alone, which made a recovery key with a new pair. The box is recreated when the folder is unlocked.
    await first.account.endSession();
    await withMailedPassword(first);
    expect(await first.security.recover({ kind: "device" }, "Correct horse 9")).toMatchObject({ ok: true });
    const pairs = async () => {
      const keys = await first.backend.getKeys(first.account.token() as string);
      return keys.ok ? keys.value.document?.priv.length : undefined;
    };
    expect(await pairs()).toBe(2);
    expect(await first.sensitive.recover({ kind: "password", password: "Correct horse 9" }, SECRET)).toEqual(refused("sensitive-refused"));
    expect(await first.sensitive.unlock(OTHER)).toEqual(done);
    expect(await pairs()).toBe(1);
    expect(await first.sensitive.recover({ kind: "password", password: "Correct horse 9" }, SECRET)).toEqual(done);
    expect(await opens(first, note)).toBe(true);
  });

  it.each(["request", "answer"] as const)("opens with exactly one password after a lost %s at any call", async (fault) => {
    await first.sensitive.setUp(SECRET);
    const note = await sealed(first);
    for (const at of [1, 2, 3]) {
      const [from, to] = at % 2 === 1 ? [SECRET, OTHER] : [OTHER, SECRET];
      first.line.fault = fault;
      first.line.at = at;
      const changed = await first.sensitive.change(from, to);
      first.line.at = 0;
      const now = changed.ok ? to : from;
      const second = await signedIn();
      expect(await second.sensitive.unlock(now)).toEqual(done);
      expect(await opens(second, note)).toBe(true);
      if (!changed.ok) await first.sensitive.change(from, to);
    }
  });

  it("opens offline with the newest password this device has seen, over a reload too", async () => {
    await first.sensitive.setUp(SECRET);
    const note = await sealed(first);
    await first.sensitive.lock();
    // Another device changes the password; this one is notified and then goes offline.
    await (await signedIn()).sensitive.change(SECRET, OTHER);
    await first.account.refresh();
    await first.account.refresh();
    const offline = await first.reload();
    offline.line.isCut = true;
    expect(await offline.sensitive.unlock(SECRET)).toEqual(refused("sensitive-refused"));
    expect(await offline.sensitive.unlock(OTHER)).toEqual(done);
    expect(await opens(offline, note)).toBe(true);
  });

  it("locks all tabs together, and stays open in all while one is used", async () => {
    await first.sensitive.setUp(SECRET);
    const second = await openTab(first.profile);
    await second.sensitive.unlock(SECRET);
    await first.clock.advance(IDLE_MS - 1000);
    await second.clock.advance(IDLE_MS - 1000);
    second.sensitive.touch();
    await flushPromises();
    await first.clock.advance(2000);
    await second.clock.advance(2000);
    expect([first.kind(), second.kind()]).toEqual(["unlocked", "unlocked"]);
    await second.sensitive.lock();
    await flushPromises();
    expect(first.kind()).toBe("locked");
    expect((await first.keyring.sealSensitiveNote("note-1", {})).ok).toBe(false);
  });

  it("does not store a session if it locks while activity is being recorded", async () => {
    await first.sensitive.setUp(SECRET);
    await first.clock.advance(30_000);
    first.sensitive.touch();
    await first.sensitive.lock();
    await first.quiet();
    expect(first.tab.session).toBeUndefined();
    expect((await first.reload()).kind()).toBe("locked");
    expect(await rowsOf(first.profile)).toEqual([]);
  });

  it("stays locked if the session ends while the password is checked", async () => {
    await first.sensitive.setUp(SECRET);
    await first.sensitive.lock();
    const unlocking = first.sensitive.unlock(SECRET);
    first.account.sessionRefused(first.account.token() as string, "session-ended");
    expect(await unlocking).toMatchObject({ ok: false });
    expect(first.kind()).toBe("locked");
    expect(await first.keyring.unlockedSensitive()).toBeUndefined();
    expect(await rowsOf(first.profile)).toEqual([]);
  });

  it("discards the device's copy of the recovery key, and keeps the reminder", async () => {
    const second = await signedIn();
    expect(await first.account.pendingRecoveryKey()).toBeDefined();
    await second.sensitive.setUp(SECRET);
    await first.account.refresh();
    await first.account.refresh();
    expect(await first.account.pendingRecoveryKey()).toBeUndefined();
    expect((await first.reload()).state()).toMatchObject({ hasPendingRecoveryKey: true });
    const shown = await first.security.showRecoveryKey(PASSWORD);
    const groups = shown.ok ? shown.value : [];
    expect(await first.account.confirmRecoveryKey(groups.with(0, "AAAA"), groups)).toBe(false);
    expect(await first.account.confirmRecoveryKey(groups, groups)).toBe(true);
    expect((await first.reload()).state()).toMatchObject({ hasPendingRecoveryKey: false });
  });

  it("3.6 (i) stores neither S nor the password, and does not send the password", async () => {
    await first.sensitive.setUp(SECRET);
    await first.sensitive.change(SECRET, OTHER);
    await first.sensitive.lock();
    for (const password of [SECRET, OTHER]) {
      expect(first.line.requests.filter((request) => request.includes(password))).toEqual([]);
      expect(await stored(first.profile)).not.toContain(password);
    }
    expect((await first.keyring.restoreSensitive("A".repeat(43), 0)).ok).toBe(true);
    expect(await first.keyring.unlockedSensitive()).toBeUndefined();
  });
});

describe("encryption.md 3.5 (5) Sensitive folders of another vault", () => {
  it("join under a new password by the recovery key of the former vault", async () => {
    await first.sensitive.setUp(SECRET);
    const note = await sealed(first);
    const paper = await paperOf(first);
    const copy = await copyOf(first);
    const fresh = await startedOver("Correct horse 9");
    expect(await fresh.security.adopt({ kind: "recovery-key", text: paper }, [])).toEqual({ ok: true, value: { sensitiveFolders: 1 } });
    expect(await fresh.sensitive.unlock(OTHER)).toEqual(refused("not-set-up"));
    expect(await fresh.sensitive.adopt({ kind: "recovery-key", text: paper }, [], OTHER)).toEqual(done);
    expect(await fresh.sensitive.unlock(OTHER)).toEqual(done);
    expect(await opens(fresh, note)).toBe(true);
    // Adopting once is enough, and the current recovery key recovers it from now on.
    expect(await fresh.security.adopt({ kind: "recovery-key", text: paper }, [])).toEqual({ ok: true, value: { sensitiveFolders: 0 } });
    expect(await fresh.sensitive.recover({ kind: "password", password: "Correct horse 9" }, SECRET)).toEqual(done);
    expect(await opens(fresh, note)).toBe(true);

    // Another account of the same user finds only the copy in the drive.
    const foreign = await openTab();
    await foreign.account.register(`other-${email}`, PASSWORD);
    expect(await foreign.security.adopt({ kind: "recovery-key", text: paper }, [copy])).toEqual({
      ok: true,
      value: { sensitiveFolders: 1 },
    });
    expect(await foreign.sensitive.adopt({ kind: "recovery-key", text: paper }, [copy], OTHER)).toEqual(done);
    expect(await foreign.sensitive.unlock(OTHER)).toEqual(done);
    expect(await opens(foreign, note)).toBe(true);
  });

  it("join by the old account password", async () => {
    await first.sensitive.setUp(SECRET);
    const note = await sealed(first);
    const fresh = await startedOver("Correct horse 9");
    expect(await fresh.security.adopt({ kind: "password", password: PASSWORD }, [])).toMatchObject({ value: { sensitiveFolders: 1 } });
    expect(await fresh.sensitive.adopt({ kind: "password", password: PASSWORD }, [], OTHER)).toEqual(done);
    expect(await fresh.sensitive.unlock(OTHER)).toEqual(done);
    expect(await opens(fresh, note)).toBe(true);
  });

  it("join by their own password beside a folder of this vault, and open together", async () => {
    await first.sensitive.setUp(SECRET);
    const old = await sealed(first);
    const fresh = await startedOver("Correct horse 9");
    await fresh.sensitive.setUp(OTHER);
    const own = await sealed(fresh);
    await fresh.security.adopt({ kind: "password", password: PASSWORD }, []);
    expect(await fresh.sensitive.unlock("quiet tea")).toEqual(refused("sensitive-refused"));
    expect(await fresh.sensitive.unlock(SECRET)).toEqual(done);
    expect([await opens(fresh, old), await opens(fresh, own)]).toEqual([true, false]);
    expect(await fresh.sensitive.unlock(OTHER)).toEqual(done);
    expect([await opens(fresh, old), await opens(fresh, own)]).toEqual([false, true]);

    // After a recovery, both folders have one password, set in one write, also after a reload.
    const writes = fresh.line.requests.length;
    expect(await fresh.sensitive.recover({ kind: "password", password: "Correct horse 9" }, "quiet sky 1")).toEqual(done);
    expect(fresh.line.requests.slice(writes).filter((request) => request.includes("/sensitive/change"))).toHaveLength(1);
    expect(await fresh.sensitive.change("quiet sky 1", "quiet sky 2")).toEqual(done);
    await fresh.sensitive.lock();
    const other = await signedIn("Correct horse 9");
    expect(await other.sensitive.unlock("quiet sky 1")).toEqual(refused("sensitive-refused"));
    expect(await other.sensitive.unlock("quiet sky 2")).toEqual(done);
    const again = await other.reload();
    expect([again.kind(), await opens(again, old), await opens(again, own)]).toEqual(["unlocked", true, true]);
  });
});

describe("encryption.md 3.5 (10) (11) local mode and joining", () => {
  it("changes its password, keeps its key, and rejects the former password", async () => {
    const { keyring } = first;
    const made = await keyring.prepareLocalSensitive(SECRET);
    if (!made.ok) throw new Error(made.problem.kind);
    await keyring.takeSensitive();
    const note = await sealed(first);
    await keyring.prepareSensitivePassword(OTHER);
    expect(await keyring.changeLocalSensitive(made.value, OTHER)).toEqual(refused("sensitive-refused"));
    const changed = await keyring.changeLocalSensitive(made.value, SECRET);
    if (!changed.ok) throw new Error(changed.problem.kind);
    expect([changed.value.sid, changed.value.kdf.salt === made.value.kdf.salt]).toEqual([made.value.sid, false]);
    await keyring.lockSensitive(undefined);
    expect(await keyring.openLocalSensitive(changed.value, SECRET)).toEqual(refused("sensitive-refused"));
    expect(await opens(first, note)).toBe(false);
    expect(await keyring.openLocalSensitive(changed.value, OTHER)).toEqual(done);
    await keyring.takeSensitive();
    expect(await opens(first, note)).toBe(true);
  });

  it("is created without an account, and joins one with its own password", async () => {
    const made = await first.keyring.prepareLocalSensitive(SECRET);
    if (!made.ok) throw new Error(made.problem.kind);
    await first.keyring.takeSensitive();
    const note = await sealed(first);
    await first.keyring.lockSensitive(undefined);
    expect(await first.keyring.openLocalSensitive(made.value, OTHER)).toEqual(refused("sensitive-refused"));
    expect(await first.keyring.openLocalSensitive(made.value, SECRET)).toEqual(done);

    const keys = await first.backend.getKeys(first.account.token() as string);
    if (!keys.ok || keys.value.document === null) throw new Error("no document");
    const joining = await first.keyring.prepareJoin(keys.value.document, made.value, SECRET);
    if (!joining.ok) throw new Error(joining.problem.kind);
    const body = { ...joining.value, rev: keys.value.document.rev };
    expect(await first.backend.setUpSensitive(first.account.token() as string, body)).toMatchObject({ ok: true });
    const second = await signedIn();
    expect(await second.sensitive.unlock(SECRET)).toEqual(done);
    expect(await opens(second, note)).toBe(true);
  });
});
