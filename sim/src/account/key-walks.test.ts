// @vitest-environment node
/**
 * Random orders of the sequences of encryption.md 3.5 on three devices, with the real keys and the whole server, and a request or an answer
 * that gets lost at any call, or the page with it. What must hold is encryption.md 3.6, (a) to (g). More with SATCHEL_WALKS=200.
 */
import { areRecoveryGroupsRight } from "@satchel/core/account/recovery-groups.ts";
import { aNote } from "@satchel/core/testing/entities.ts";
import type { Kdf } from "@satchel/crypto/kdf.ts";
import type { KeyDocument } from "@satchel/crypto/key-document.ts";
import { derivePasswordKeys } from "@satchel/crypto/password-keys.ts";
import { parseRecoveryKey } from "@satchel/crypto/recovery-key.ts";
import { openForPassword, openForRecovery, type Wrap } from "@satchel/crypto/wraps.ts";
import { createTestServer, type TestServer } from "@satchel/server/testing/test-server.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cheap, createProfile, type Fault, openPage, type Page } from "./browser.ts";

const WALKS = Number(process.env.SATCHEL_WALKS ?? 20);
const DEVICES = 3;

type Step =
  | {
      readonly kind:
        | "sign-in"
        | "sign-out"
        | "leave"
        | "reload"
        | "refresh"
        | "write"
        | "change"
        | "rotate"
        | "prove"
        | "forget"
        | "later"
        | "by-password"
        | "by-paper"
        | "by-device"
        | "start-over"
        | "adopt"
        | "unlock"
        | "revoke";
      readonly at: number;
    }
  | { readonly kind: "fault"; readonly at: number; readonly fault: Fault; readonly after: number };

const at = fc.nat({ max: DEVICES - 1 });
const often = [
  "sign-in",
  "reload",
  "refresh",
  "write",
  "change",
  "rotate",
  "forget",
  "by-password",
  "by-paper",
  "by-device",
  "unlock",
] as const;
const seldom = ["sign-out", "leave", "prove", "later", "start-over", "adopt", "revoke"] as const;
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom(...often), at }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom(...seldom), at }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("fault" as const),
      at,
      fault: fc.constantFrom<Fault>("request", "answer"),
      after: fc.integer({ min: 1, max: 6 }),
    }),
  },
);

/** What the person knows and what lies in the drive; `maybe` are passwords whose change was never answered. */
type Person = {
  readonly email: string;
  readonly passwords: string[];
  /** Those that a completed change has replaced: nothing may open with them any more. */
  readonly retiredPasswords: Set<string>;
  readonly papers: string[];
  readonly retiredPapers: Set<string>;
  readonly notes: { readonly id: string; readonly vaultId: string; readonly bytes: Uint8Array }[];
  made: number;
};

let server: TestServer;
let baseUrl: string;
let walks = 0;

beforeAll(async () => {
  server = await createTestServer({ SATCHEL_TEST: "1" });
  baseUrl = await server.listen();
});
afterAll(() => server.close());

const openVaultOf = (page: Page): string | undefined => {
  const state = page.state();
  return state.kind === "signed-in" && state.vault === "open" ? state.vaultId : undefined;
};
const isLimited = (page: Page): boolean => {
  const state = page.state();
  return state.kind === "signed-in" && state.vault === "locked" && state.limited === true;
};
const isLockedFull = (page: Page): boolean => {
  const state = page.state();
  return state.kind === "signed-in" && state.vault === "locked" && state.limited !== true;
};
const newPassword = (person: Person): string => {
  person.made += 1;
  return `Correct horse ${person.made}`;
};
const paperOf = (groups: readonly string[] | undefined): readonly string[] => (groups === undefined ? [] : [groups.join("")]);

/** Signs in with whichever of the passwords the person remembers is the account's. */
async function signIn(page: Page, person: Person): Promise<string | undefined> {
  for (const password of person.passwords.toReversed()) {
    const answer = await page.account.signIn(person.email, password, { discardOther: true });
    if (answer.ok) return password;
    if (answer.problem.kind !== "invalid-credentials") return undefined;
  }
  return undefined;
}

async function readPaper(page: Page, person: Person): Promise<void> {
  for (const paper of paperOf(await page.account.pendingRecoveryKey())) if (!person.papers.includes(paper)) person.papers.push(paper);
}

/** A change that was answered: everything typed before opens no more. */
function changed(person: Person, next: string, isWrapped: boolean): void {
  if (isWrapped) for (const password of person.passwords) if (password !== next) person.retiredPasswords.add(password);
}

async function forget(page: Page, person: Person): Promise<void> {
  // Mails are told apart by their time.
  server.clock.at += 1000;
  if (!(await page.account.forgotPassword(person.email)).ok) return;
  await server.stack().services.reset.idle();
  const mail = (await server.outbox()).findLast((text) => text.includes(person.email));
  const password = mail === undefined ? undefined : /\b[0-9A-HJKMNP-TV-Z]{20}\b/.exec(mail)?.[0];
  if (password !== undefined) await page.account.signIn(person.email, password, { discardOther: true });
}

type Recovery = Parameters<Page["security"]["recover"]>[0];

/** Of every secret the person has, the first that opens; in a full session the current password goes with it. */
async function recover(page: Page, person: Person, ways: readonly Recovery[]): Promise<void> {
  if (openVaultOf(page) !== undefined || page.state().kind !== "signed-in") return;
  const currents: readonly (string | undefined)[] = isLimited(page) ? [undefined] : person.passwords.toReversed();
  for (const way of ways) {
    for (const current of currents) {
      const next = newPassword(person);
      person.passwords.push(next);
      const answer = await page.security.recover(way, next, current);
      if (answer.ok) {
        changed(person, next, true);
        return readPaper(page, person);
      }
      if (answer.problem.kind !== "wrong-password") break;
    }
  }
}

async function take(step: Step, pages: Page[], person: Person): Promise<void> {
  const page = pages[step.at] as Page;
  switch (step.kind) {
    case "fault":
      page.line.fault = step.fault;
      page.line.at = step.after;
      return;
    case "sign-in":
      if (page.state().kind === "signed-out") await signIn(page, person);
      return;
    case "sign-out":
      if (page.state().kind === "signed-in") {
        page.profile.signedOut += 1;
        await page.account.signOut();
      }
      return;
    case "leave":
      return page.account.endSession();
    case "reload":
      // Whatever was under way died with the page.
      pages[step.at] = await openPage(baseUrl, page.profile);
      return;
    case "refresh":
      return page.account.refresh();
    case "write":
      return write(page, person);
    case "change": {
      if (openVaultOf(page) === undefined) return;
      const [current, next] = [person.passwords.at(-1) ?? "", newPassword(person)];
      person.passwords.push(next);
      if ((await page.security.changePassword(current, next)).ok) changed(person, next, true);
      return;
    }
    case "rotate":
      return rotate(page, person);
    case "prove": {
      await readPaper(page, person);
      const groups = (await page.account.pendingRecoveryKey()) ?? [];
      expect(await page.account.confirmRecoveryKey(groups)).toBe(areRecoveryGroupsRight(groups, groups));
      return;
    }
    case "forget":
      return forget(page, person);
    case "later": {
      if (!isLimited(page)) return;
      const next = newPassword(person);
      person.passwords.push(next);
      await page.security.setPasswordOnly(next);
      return;
    }
    case "by-password":
      return recover(
        page,
        person,
        person.passwords.slice(-4).map((password) => ({ kind: "password", password })),
      );
    case "by-paper":
      return recover(
        page,
        person,
        person.papers.toReversed().map((text) => ({ kind: "recovery-key", text })),
      );
    case "by-device":
      return recover(page, person, [{ kind: "device" }]);
    case "start-over": {
      if (page.state().kind !== "signed-in") return;
      const password = isLimited(page) ? newPassword(person) : (person.passwords.at(-1) ?? "");
      if (!person.passwords.includes(password)) person.passwords.push(password);
      if ((await page.security.startOver(password)).ok) await readPaper(page, person);
      return;
    }
    case "adopt":
      if (openVaultOf(page) !== undefined) for (const text of person.papers) await page.security.adopt({ kind: "recovery-key", text }, []);
      return;
    case "unlock":
      if (isLockedFull(page)) await page.security.unlock(person.passwords.at(-1) ?? "");
      return;
    case "revoke": {
      const listed = await page.security.sessions();
      const other = listed.ok ? listed.value.find((session) => !session.current) : undefined;
      if (other !== undefined) await page.security.endOther(other.id);
      return;
    }
  }
}

async function write(page: Page, person: Person): Promise<void> {
  const vaultId = openVaultOf(page);
  if (vaultId === undefined) return;
  const id = `note-${person.notes.length}`;
  const sealed = await page.codec.seal(aNote({ id }));
  if (!sealed.ok) throw new Error(`an open vault does not seal: ${sealed.problem}`);
  person.notes.push({ id, vaultId, bytes: sealed.value });
}

async function rotate(page: Page, person: Person): Promise<void> {
  if (openVaultOf(page) === undefined) return;
  const begun = await page.security.beginRotation(person.passwords.at(-1) ?? "");
  if (!begun.ok) return;
  // Shown and proved first: it is on paper whether or not the write goes through.
  const before = [...person.papers];
  const [paper] = paperOf(begun.value) as [string];
  person.papers.push(paper);
  if ((await page.security.confirmRotation(begun.value)).ok) for (const old of before) person.retiredPapers.add(old);
}

async function documents(
  person: Person,
): Promise<readonly { readonly vaultId: string; readonly isCurrent: boolean; readonly document: KeyDocument }[]> {
  const { db } = server.stack();
  const account = await db.selectFrom("accounts").select("id").where("email", "=", person.email).executeTakeFirst();
  const rows = await db
    .selectFrom("vaults")
    .selectAll()
    .where("account_id", "=", account?.id ?? "")
    .execute();
  return rows.map((row) => ({ vaultId: row.vault_id, isCurrent: row.retired_at === null, document: JSON.parse(row.document) }));
}

async function look(pages: readonly Page[], person: Person): Promise<void> {
  const known = (await documents(person)).map(({ vaultId }) => vaultId);
  for (const page of pages) {
    const [vaultId, sealed] = [openVaultOf(page), await page.codec.seal(aNote())];
    // (g) Locked, limited or signed out: nothing can be sealed, so nothing is written. An open vault seals.
    expect(sealed.ok).toBe(vaultId !== undefined);
    // (d) Nothing under a vault that the server has not acknowledged.
    if (vaultId !== undefined) expect(known).toContain(vaultId);
    // Only a person who signs out, or discards another's, clears a device.
    expect(page.profile.cleared).toBe(page.profile.signedOut);
    // (c) One vaultId, one root: whatever was sealed under it opens wherever it is open.
    for (const note of person.notes) {
      if (note.vaultId === vaultId) expect((await page.codec.open("note", note.id, note.bytes)).ok).toBe(true);
    }
  }
  // (e) No iv twice.
  const ivs = person.notes.map(({ bytes }) => JSON.parse(new TextDecoder().decode(bytes)).iv);
  expect(new Set(ivs).size).toBe(ivs.length);
}

/** (a) As soon as calls are answered again, what the person still has brings every note back on a device that knows nothing. */
async function opensAtLast(person: Person): Promise<void> {
  const fresh = await openPage(baseUrl);
  const password = await signIn(fresh, person);
  if (password === undefined) await forget(fresh, person);
  if (openVaultOf(fresh) === undefined) {
    await recover(fresh, person, [
      ...person.papers.toReversed().map((text) => ({ kind: "recovery-key" as const, text })),
      ...person.passwords.toReversed().map((one) => ({ kind: "password" as const, password: one })),
    ]);
  }
  expect(openVaultOf(fresh)).toBeDefined();
  for (const text of person.papers) await fresh.security.adopt({ kind: "recovery-key", text }, []);
  for (const note of person.notes) expect((await fresh.codec.open("note", note.id, note.bytes)).ok).toBe(true);
}

/** (b) What was replaced opens nothing of the vault that stands, with every byte the server has. */
async function retiredOpenNothing(person: Person): Promise<void> {
  const current = (await documents(person)).find(({ isCurrent }) => isCurrent);
  if (current === undefined) return;
  const { vaultId, document } = current;
  const rows = await server.stack().db.selectFrom("passwords").selectAll().where("vault_id", "=", vaultId).execute();
  for (const row of rows.filter(({ pw }) => pw !== null)) {
    const [kdf, wrap] = [JSON.parse(row.kdf) as Kdf, JSON.parse(row.pw as string) as Wrap];
    for (const password of person.retiredPasswords) {
      const keys = await derivePasswordKeys(password, kdf, cheap);
      if (!keys.ok) throw new Error(keys.problem);
      expect((await openForPassword(keys.value.passwordKey, vaultId, kdf, wrap)).ok, `${password} was replaced`).toBe(false);
    }
  }
  for (const paper of person.retiredPapers) {
    const rk = await parseRecoveryKey(paper);
    if (!rk.ok) throw new Error(rk.problem);
    expect((await openForRecovery(rk.value, vaultId, document.rec)).ok, "a replaced recovery key").toBe(false);
  }
}

async function walk(steps: readonly Step[]): Promise<void> {
  walks += 1;
  const person: Person = {
    email: `walker${walks}@example.org`,
    passwords: ["Correct horse 0"],
    retiredPasswords: new Set(),
    papers: [],
    retiredPapers: new Set(),
    notes: [],
    made: 0,
  };
  const pages = await Promise.all(Array.from({ length: DEVICES }, () => openPage(baseUrl, createProfile())));
  expect(await pages[0]?.account.register(person.email, "Correct horse 0")).toMatchObject({ ok: true });
  await readPaper(pages[0] as Page, person);
  await write(pages[0] as Page, person);
  for (const step of steps) {
    await take(step, pages, person);
    await look(pages, person);
  }
  await retiredOpenNothing(person);
  await opensAtLast(person);
}

describe("encryption.md 3.6 over random walks with the whole server", () => {
  it("what a person still holds opens every note, and what was replaced opens none", {
    timeout: 280_000 * Math.max(1, WALKS / 20),
  }, async () => {
    await fc.assert(fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 24 }), walk), { numRuns: WALKS, endOnFailure: true });
  });
});
