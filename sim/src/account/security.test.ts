// @vitest-environment node
/** Passwords and recovery keys against the whole server: encryption.md 3.5 (3)–(5) (7) (13). */
import { aNote } from "@satchel/core/testing/entities.ts";
import { createTestServer, type TestServer } from "@satchel/server/testing/test-server.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openPage, type Page } from "./browser.ts";

const PASSWORD = "Correct horse 1";
const NEXT = "Correct horse 2";
const LATER = "Correct horse 3";

let server: TestServer;
let baseUrl: string;
let people = 0;
let email: string;
let first: Page;

beforeAll(async () => {
  server = await createTestServer({ SATCHEL_TEST: "1" });
  baseUrl = await server.listen();
});
afterAll(() => server.close());

beforeEach(async () => {
  people += 1;
  email = `ada${people}@example.org`;
  first = await openPage(baseUrl);
  expect(await first.account.register(email, PASSWORD)).toMatchObject({ ok: true });
});

const vaultOf = (page: Page) => {
  const state = page.state();
  return state.kind === "signed-in" && state.vault === "open" ? state.vaultId : undefined;
};
async function signedIn(password: string): Promise<Page> {
  const page = await openPage(baseUrl);
  expect(await page.account.signIn(email, password)).toMatchObject({ ok: true });
  return page;
}
async function sealedBy(page: Page): Promise<Uint8Array> {
  const sealed = await page.codec.seal(aNote({ title: "Milk" }));
  if (!sealed.ok) throw new Error(sealed.problem);
  return sealed.value;
}
const opens = async (page: Page, bytes: Uint8Array) => (await page.codec.open("note", aNote().id, bytes)).ok;
const refused = (kind: string) => ({ ok: false, problem: { kind } });
const groupsOf = (groups: readonly string[]) => groups.map((group, index) => (index % 3 === 0 ? group.toLowerCase() : ""));

/** Returns the 20-character password in the newest mail. */
async function mailedPassword(): Promise<string> {
  await server.stack().services.reset.idle();
  const mail = (await server.outbox()).findLast((text) => text.includes(email) && text.includes("Your new Satchel password")) ?? "";
  const found = /\b[0-9A-HJKMNP-TV-Z]{20}\b/.exec(mail)?.[0];
  if (found === undefined) throw new Error("no password in the mail");
  return found;
}
async function withMailedPassword(page: Page): Promise<void> {
  // The clock advances because mails are ordered by their time.
  server.clock.at += 1000;
  expect(await page.account.forgotPassword(email)).toMatchObject({ ok: true });
  expect(await page.account.signIn(email, await mailedPassword())).toMatchObject({ ok: true });
  expect(page.state()).toMatchObject({ kind: "signed-in", vault: "locked", limited: true });
}

/** Advances 72 hours from the time of the mail about the step. */
async function waitForStep(): Promise<void> {
  await server.stack().services.pendingSteps.idle();
  server.clock.at += 72 * 3_600_000;
}

describe("B5 Change password, encryption.md 3.5 (3)", () => {
  it("opens the same notes afterwards, rejects the old password, and ends other sessions", async () => {
    const note = await sealedBy(first);
    const second = await signedIn(PASSWORD);
    expect(await first.security.changePassword(PASSWORD, NEXT)).toEqual({ ok: true, value: undefined });

    expect(await opens(first, note)).toBe(true);
    expect(await opens(await signedIn(NEXT), note)).toBe(true);
    expect(await (await openPage(baseUrl)).account.signIn(email, PASSWORD)).toEqual(refused("invalid-credentials"));
    await second.account.refresh();
    expect(second.state()).toEqual({ kind: "signed-out", reason: "session-ended" });
  });

  it("changes nothing with a wrong current password or a weak new one", async () => {
    expect(await first.security.changePassword("Wrong horse 1", NEXT)).toEqual(refused("wrong-password"));
    expect(await first.security.changePassword(PASSWORD, "weak")).toEqual(refused("password-refused"));
    expect(vaultOf(await signedIn(PASSWORD))).toBe(vaultOf(first));
  });

  it("leaves the key document, and with it recovery key and revision, unchanged", async () => {
    const before = (await first.backend.getKeys(first.account.token() as string)) as { value: { document: object } };
    await first.security.changePassword(PASSWORD, NEXT);
    const after = (await first.backend.getKeys(first.account.token() as string)) as { value: { document: object } };
    expect(after.value.document).toEqual(before.value.document);
  });

  it.each([1, 2, 3])("leaves exactly one working password if the response to call %d is lost", async (at) => {
    first.line.at = at;
    first.line.fault = "answer";
    const changed = await first.security.changePassword(PASSWORD, NEXT);
    const page = await openPage(baseUrl);
    const answers = [(await page.account.signIn(email, NEXT)).ok, (await (await openPage(baseUrl)).account.signIn(email, PASSWORD)).ok];
    expect(answers).toEqual(changed.ok ? [true, false] : [false, true]);
  });
});

describe("encryption.md 3.5 (4) forgot", () => {
  it("opens a limited session without keys by the mailed password, and keeps the old one", async () => {
    const page = await openPage(baseUrl);
    await withMailedPassword(page);
    expect(await page.codec.seal(aNote())).toEqual({ ok: false, problem: "locked" });
    expect(vaultOf(await signedIn(PASSWORD))).toBe(vaultOf(first));
  });

  it("opens with the old password after all, and sets the new one", async () => {
    const note = await sealedBy(first);
    const page = await openPage(baseUrl);
    await withMailedPassword(page);
    expect(await page.security.recover({ kind: "password", password: "Wrong horse 1" }, NEXT)).toEqual(refused("wrong-password"));
    expect(await page.security.recover({ kind: "password", password: PASSWORD }, NEXT)).toMatchObject({ ok: true });
    expect(page.state()).toMatchObject({ vault: "open", hasPendingRecoveryKey: false });
    expect(await opens(page, note)).toBe(true);
    expect(await opens(await signedIn(NEXT), note)).toBe(true);
    expect((await (await openPage(baseUrl)).account.signIn(email, PASSWORD)).ok).toBe(false);
  });

  it("opens with the recovery key in any common spelling", async () => {
    const note = await sealedBy(first);
    const groups = (await first.account.pendingRecoveryKey()) as readonly string[];
    const page = await openPage(baseUrl);
    await withMailedPassword(page);
    const typed = groups.join(" ").toLowerCase().replaceAll("0", "o");
    const mistyped = groups.join("").replace(/.$/, (last) => (last === "7" ? "8" : "7"));
    expect(await page.security.recover({ kind: "recovery-key", text: "what" }, NEXT)).toEqual(refused("recovery-key-malformed"));
    expect(await page.security.recover({ kind: "recovery-key", text: mistyped }, NEXT)).toEqual(refused("recovery-key-mistyped"));
    expect(await page.security.recover({ kind: "recovery-key", text: typed }, NEXT)).toMatchObject({ ok: true });
    expect(await opens(page, note)).toBe(true);
    expect(await opens(await signedIn(NEXT), note)).toBe(true);
    // The key on paper is still the same.
    expect(await page.security.showRecoveryKey(NEXT)).toEqual({ ok: true, value: groups });
  });

  it("opens on a device that still holds the key, with a new recovery key", async () => {
    const note = await sealedBy(first);
    const old = (await first.account.pendingRecoveryKey()) as readonly string[];
    await first.account.confirmRecoveryKey(old);
    first.account.sessionRefused(first.account.token() as string, "session-ended");
    await withMailedPassword(first);
    expect(await first.security.holdsKey()).toBe(true);
    expect(await first.security.recover({ kind: "device" }, NEXT)).toMatchObject({ ok: true });
    expect(first.state()).toMatchObject({ vault: "open", hasPendingRecoveryKey: true });
    expect(await first.account.pendingRecoveryKey()).not.toEqual(old);
    expect(await opens(await signedIn(NEXT), note)).toBe(true);

    const other = await openPage(baseUrl);
    await withMailedPassword(other);
    expect(await other.security.recover({ kind: "recovery-key", text: old.join("-") }, LATER)).toEqual(refused("recovery-key-older"));
  });

  it("opens nothing on 'Later', but any older secret still opens", async () => {
    const note = await sealedBy(first);
    const page = await openPage(baseUrl);
    await withMailedPassword(page);
    expect(await page.security.setPasswordOnly(NEXT)).toEqual(refused("step-waits"));
    expect(page.state()).toMatchObject({ kind: "signed-in", vault: "locked", limited: true });
    await waitForStep();
    const again = await openPage(baseUrl);
    await again.account.signIn(email, NEXT);
    expect(again.state()).toMatchObject({ vault: "locked" });
    expect(await again.security.recover({ kind: "password", password: PASSWORD }, LATER, "Wrong horse 1")).toEqual(
      refused("wrong-password"),
    );
    expect(await again.security.recover({ kind: "password", password: PASSWORD }, LATER, NEXT)).toMatchObject({ ok: true });
    expect(await opens(again, note)).toBe(true);
    expect(await opens(await signedIn(LATER), note)).toBe(true);
  });

  it("keeps the limited session over a reload", async () => {
    const page = await openPage(baseUrl);
    await withMailedPassword(page);
    expect((await openPage(baseUrl, page.profile)).state()).toMatchObject({ vault: "locked", limited: true });
  });

  it("opens nothing on a device with the key while its session is limited", async () => {
    first.account.sessionRefused(first.account.token() as string, "session-ended");
    await withMailedPassword(first);
    expect((await first.codec.seal(aNote())).ok).toBe(false);
    expect((await (await openPage(baseUrl, first.profile)).codec.seal(aNote())).ok).toBe(false);
  });
});

describe("encryption.md 3.5 (5) start over", () => {
  it("makes another vault, and the old recovery key restores the old notes", async () => {
    const note = await sealedBy(first);
    const old = (await first.account.pendingRecoveryKey()) as readonly string[];
    const page = await openPage(baseUrl);
    await withMailedPassword(page);
    expect(await page.security.startOver(NEXT)).toEqual(refused("step-waits"));
    await waitForStep();
    expect(await page.account.signIn(email, NEXT)).toMatchObject({ ok: true });
    expect(await page.security.startOver(NEXT)).toMatchObject({ ok: true });
    expect(page.state()).toMatchObject({ vault: "open", hasPendingRecoveryKey: true });
    expect(vaultOf(page)).not.toBe(vaultOf(first));
    expect(await opens(page, note)).toBe(false);

    expect(await page.security.adopt({ kind: "recovery-key", text: "AAAA" }, [])).toEqual(refused("recovery-key-malformed"));
    expect(await page.security.adopt({ kind: "recovery-key", text: old.join("") }, [])).toMatchObject({ ok: true });
    expect(await opens(page, note)).toBe(true);
    expect(await opens(await signedIn(NEXT), note)).toBe(true);
  });

  it("restores them with the old password, and with a copy of the keys from a drive", async () => {
    const note = await sealedBy(first);
    const old = (await first.account.pendingRecoveryKey()) as readonly string[];
    const keys = await first.backend.getKeys(first.account.token() as string);
    const copy = keys.ok && keys.value.document !== null ? await first.keyring.driveCopyOf(keys.value.document) : undefined;
    expect(await first.security.startOver(PASSWORD)).toMatchObject({ ok: true });
    // This device had the old key, so it joined automatically.
    expect(await opens(first, note)).toBe(true);
    const stranger = await openPage(baseUrl);
    await stranger.account.register(`other-${email}`, PASSWORD);
    const garbled = new TextEncoder().encode("{}");
    expect(await stranger.security.adopt({ kind: "recovery-key", text: old.join("") }, [garbled])).toEqual(refused("nothing-found"));
    expect(await stranger.security.adopt({ kind: "recovery-key", text: old.join("") }, [garbled, copy as Uint8Array])).toMatchObject({
      ok: true,
    });
    expect(await opens(stranger, note)).toBe(true);
  });

  it("stops another device with the old vault, keeps its data, and continues with the new one", async () => {
    const second = await signedIn(PASSWORD);
    const note = await sealedBy(second);
    await first.security.startOver(PASSWORD);
    await second.account.refresh();
    expect(second.state()).toMatchObject({ vault: "locked", vaultChanged: true });
    expect((await openPage(baseUrl, second.profile)).state()).toMatchObject({ vault: "locked", vaultChanged: true });
    expect(second.profile.cleared).toBe(0);
    expect(await second.security.unlock(PASSWORD)).toMatchObject({ ok: true });
    expect(vaultOf(second)).toBe(vaultOf(first));
    expect(await opens(second, note)).toBe(true);
  });
});

describe("decision 0016: replaced data that is put back", () => {
  const rows = async () => {
    const { db } = server.stack();
    const account = await db.selectFrom("accounts").selectAll().where("email", "=", email).executeTakeFirstOrThrow();
    const read = () => db.selectFrom("passwords").selectAll().where("account_id", "=", account.id).execute();
    const put = async (passwords: Awaited<ReturnType<typeof read>>) => {
      await db.deleteFrom("passwords").where("account_id", "=", account.id).execute();
      await db.insertInto("passwords").values(passwords).execute();
    };
    return { read, put };
  };

  it("opens nothing with a former password on a device that has seen the next one", async () => {
    const note = await sealedBy(first);
    const { read, put } = await rows();
    const former = await read();
    expect(await first.security.changePassword(PASSWORD, NEXT)).toMatchObject({ ok: true });
    const newest = await read();

    await put(former);
    expect(await first.security.changePassword(PASSWORD, LATER)).toEqual(refused("keys-rolled-back"));
    expect(await first.security.showRecoveryKey(PASSWORD)).toEqual(refused("keys-rolled-back"));
    await server.stack().db.updateTable("sessions").set({ ended: "ended" }).execute();
    await first.account.refresh();
    expect(await first.account.signIn(email, PASSWORD)).toEqual(refused("keys-rolled-back"));
    await put(newest);
    expect(await first.account.signIn(email, NEXT)).toMatchObject({ ok: true });
    expect(await opens(first, note)).toBe(true);
  });

  it("detects a wrap that was replaced together with the recovery key", async () => {
    const { read, put } = await rows();
    const former = await read();
    const begun = await first.security.beginRotation(PASSWORD);
    expect(await first.security.confirmRotation(begun.ok ? begun.value : [])).toMatchObject({ ok: true });
    await put(former);
    expect(await first.security.showRecoveryKey(PASSWORD)).toEqual(refused("keys-rolled-back"));
  });

  it("accepts a copy in the drive only if a device of the vault wrote it, with its revision", async () => {
    const keys = await first.backend.getKeys(first.account.token() as string);
    const document = keys.ok ? keys.value.document : null;
    if (document === null) throw new Error("no vault");
    const copy = (await first.keyring.driveCopyOf(document)) as Uint8Array;
    const text = new TextDecoder().decode(copy);
    const forged = new TextEncoder().encode(text.replace(`"rev":${document.rev}`, `"rev":${document.rev + 9}`));
    expect(forged).not.toEqual(copy);
    expect(await first.keyring.isDriveCopy(copy)).toBe(true);
    expect(await first.keyring.isDriveCopy(forged)).toBe(false);
    expect(await first.keyring.driveCopyOf({ ...document, rev: document.rev + 9 })).toBeUndefined();
    // An old copy of this vault opens nothing with a replaced recovery key.
    const old = (await first.account.pendingRecoveryKey()) as readonly string[];
    const begun = await first.security.beginRotation(PASSWORD);
    expect(await first.security.confirmRotation(begun.ok ? begun.value : [])).toMatchObject({ ok: true });
    for (const one of [copy, forged])
      expect(await first.security.adopt({ kind: "recovery-key", text: old.join("") }, [one])).toEqual(refused("nothing-found"));
    const stranger = await openPage(baseUrl);
    await stranger.account.register(`else-${email}`, PASSWORD);
    expect(await stranger.security.adopt({ kind: "recovery-key", text: old.join("") }, [forged])).toEqual(refused("nothing-found"));
  });
});

describe("encryption.md 3.5 (7) recovery key", () => {
  it("shows it to a user who types the password", async () => {
    const groups = await first.account.pendingRecoveryKey();
    expect(await first.security.showRecoveryKey("Wrong horse 1")).toEqual(refused("wrong-password"));
    expect(await (await signedIn(PASSWORD)).security.showRecoveryKey(PASSWORD)).toEqual({ ok: true, value: groups });
  });

  it("is replaced once the groups of the new one were typed, and not before", async () => {
    const old = (await first.account.pendingRecoveryKey()) as readonly string[];
    const begun = await first.security.beginRotation(PASSWORD);
    const next = begun.ok ? begun.value : [];
    expect(next).not.toEqual(old);
    expect(await first.security.confirmRotation(groupsOf(old))).toEqual(refused("groups-wrong"));
    expect(await first.security.showRecoveryKey(PASSWORD)).toEqual({ ok: true, value: old });
    // Showing the current key discarded the new one.
    expect(await first.security.confirmRotation(groupsOf(next))).toEqual(refused("begin-again"));

    const again = await first.security.beginRotation(PASSWORD);
    expect(await first.security.confirmRotation(groupsOf(again.ok ? again.value : []))).toEqual({ ok: true, value: undefined });
    expect(await first.security.showRecoveryKey(PASSWORD)).toEqual(again);
    expect(first.state()).toMatchObject({ hasPendingRecoveryKey: false });
    const note = await sealedBy(first);
    const page = await openPage(baseUrl);
    await withMailedPassword(page);
    const open = (text: string) => page.security.recover({ kind: "recovery-key", text }, NEXT);
    expect(await open(old.join(""))).toEqual(refused("recovery-key-older"));
    expect(await open((again.ok ? again.value : []).join(""))).toMatchObject({ ok: true });
    expect(await opens(page, note)).toBe(true);
  });

  it("handles a lost response, and allows sending a lost request again", async () => {
    for (const fault of ["answer", "request"] as const) {
      const begun = await first.security.beginRotation(PASSWORD);
      const next = begun.ok ? begun.value : [];
      first.line.fault = fault;
      first.line.at = 1;
      expect(await first.security.confirmRotation(groupsOf(next))).toEqual({ ok: true, value: undefined });
      expect(await first.security.showRecoveryKey(PASSWORD)).toEqual({ ok: true, value: next });
    }
  });

  it("starts again after a reload or a sign-out in between", async () => {
    const begun = await first.security.beginRotation(PASSWORD);
    await first.account.signOut();
    expect(await first.security.confirmRotation(groupsOf(begun.ok ? begun.value : []))).toMatchObject({ ok: false });
  });
});

describe("encryption.md 3.5 (13) sessions and the end of an account", () => {
  it("lists the sessions, and ends another one", async () => {
    const second = await signedIn(PASSWORD);
    const listed = await first.security.sessions();
    const others = listed.ok ? listed.value.filter((session) => !session.current) : [];
    expect(others).toHaveLength(1);
    expect(await first.security.endOther(others[0]?.id ?? "")).toMatchObject({ ok: true });
    await second.account.refresh();
    expect(second.state()).toEqual({ kind: "signed-out", reason: "session-revoked" });
    expect(await first.security.sessions()).toMatchObject({ ok: true, value: [{ current: true }] });
  });

  it("deletes the account with the password only, and clears this device", async () => {
    expect(await first.security.deleteAccount("Wrong horse 1", { eraseDrive: false })).toEqual(refused("wrong-password"));
    // If the drive should be erased and cannot be, nothing changes.
    expect(await first.security.deleteAccount(PASSWORD, { eraseDrive: true })).toEqual(refused("drive-not-erased"));
    expect(first.state()).toMatchObject({ kind: "signed-in" });
    expect(await first.security.deleteAccount(PASSWORD, { eraseDrive: false })).toEqual({ ok: true, value: { complete: true } });
    expect(first.state()).toEqual({ kind: "signed-out" });
    expect(first.profile.cleared).toBe(1);
    expect(await (await openPage(baseUrl)).account.signIn(email, PASSWORD)).toEqual(refused("invalid-credentials"));
  });

  it("never sends a typed password in any of these sequences", async () => {
    await first.security.changePassword(PASSWORD, NEXT);
    await first.security.showRecoveryKey(NEXT);
    await first.security.startOver(NEXT);
    await first.security.deleteAccount(NEXT, { eraseDrive: false });
    for (const request of first.line.requests) for (const secret of [PASSWORD, NEXT]) expect(request).not.toContain(secret);
  });
});
