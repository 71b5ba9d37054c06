/** The sequences of encryption.md 3.5 as one user performs them on any device. A page may crash, or a call be lost, inside any of them. */

import { aNote } from "@satchel/core/testing/entities.ts";
import { flushPromises } from "@satchel/core/testing/manual-clock.ts";
import { areRecoveryGroupsRight } from "@satchel/core/vault/account/check-credentials.ts";
import fc from "fast-check";
import { expect } from "vitest";
import type { Fault, Page } from "./browser.ts";
import {
  type Device,
  isLimited,
  isLocked,
  next,
  openDevice,
  openVaultOf,
  type SimUser,
  unlockedOf,
  type World,
} from "./random-walk-user.ts";

const DEVICES = 3;
const IDLE_MS = 120_000;
const MAIL_MS = 21 * 60_000;

type Step = { readonly at: number } & (
  | { readonly kind: Often | Seldom | SensitiveStep }
  | { readonly kind: "fault"; readonly fault: Fault; readonly after: number }
  | { readonly kind: "approve" }
  | { readonly kind: "meddle"; readonly how: Meddling }
);

const OFTEN = [
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
  "copy",
] as const;
const SELDOM = ["sign-out", "leave", "prove", "later", "start-over", "adopt", "revoke"] as const;
const SENSITIVE_STEPS = [
  "s-set-up",
  "s-unlock",
  "s-unlock",
  "s-lock",
  "s-idle",
  "s-active",
  "s-write",
  "s-write",
  "s-change",
  "s-recover",
  "s-recover-by-paper",
] as const;
const MEDDLINGS = ["delete", "double", "garble", "forge", "foreign"] as const;
type Often = (typeof OFTEN)[number];
type Seldom = (typeof SELDOM)[number];
type SensitiveStep = (typeof SENSITIVE_STEPS)[number];
type Meddling = (typeof MEDDLINGS)[number];

const at = fc.nat({ max: DEVICES - 1 });
const fault = fc.record({
  kind: fc.constant("fault" as const),
  at,
  fault: fc.constantFrom<Fault>("request", "answer", "crash-before", "crash-after"),
  after: fc.integer({ min: 1, max: 6 }),
});
const approve = fc.record({ kind: fc.constant("approve" as const), at });
const meddle = fc.record({ kind: fc.constant("meddle" as const), at, how: fc.constantFrom(...MEDDLINGS) });
const sensitiveStep = fc.record({ kind: fc.constantFrom(...SENSITIVE_STEPS), at });

/** All actions of the user. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ kind: fc.constantFrom(...OFTEN), at }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom(...SELDOM), at }) },
  { weight: 6, arbitrary: sensitiveStep },
  { weight: 4, arbitrary: fault },
  { weight: 3, arbitrary: approve },
  { weight: 1, arbitrary: meddle },
);

/** Mostly actions on the Sensitive folder, on signed-in devices. */
export const anySensitiveStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: sensitiveStep },
  { weight: 4, arbitrary: fault },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom("sign-in", "reload", "refresh", "rotate", "by-device", "forget", "copy"), at }),
  },
);

/** Performs the step. If its page crashes in the middle, a new page of the same profile and tab is opened. */
export async function take(step: Step, world: World): Promise<void> {
  // A page may have crashed in a call that no step awaited.
  await reopenDead(world);
  const device = world.devices[step.at] as Device;
  // In an approval the other device can crash as well.
  const atRisk = step.kind === "approve" ? world.devices : [device];
  await Promise.race([run(step, world, device), ...atRisk.map(({ line }) => line.crashed)]);
  await reopenDead(world);
}

async function reopenDead(world: World): Promise<void> {
  for (const [index, { line }] of world.devices.entries()) if (line.isEnded) await reopen(world, index);
}

async function reopen({ baseUrl, user, devices }: World, index: number): Promise<void> {
  const { profile, tab, line } = devices[index] as Device;
  line.end();
  devices[index] = await openDevice(baseUrl, user, { profile, tab });
}

async function run(step: Step, world: World, page: Device): Promise<unknown> {
  const { user } = world;
  const password = user.passwords.at(-1) ?? "";
  switch (step.kind) {
    case "fault":
      page.line.fault = step.fault;
      page.line.at = step.after;
      return;
    case "sign-in":
      return page.state().kind === "signed-out" ? signIn(page, user) : undefined;
    case "sign-out":
      if (page.state().kind !== "signed-in") return;
      page.profile.signedOut += 1;
      return page.account.signOut();
    case "leave":
      return page.account.endSession();
    case "reload":
      return reopen(world, step.at);
    case "refresh":
      return page.account.refresh();
    case "write":
      return write(page, user);
    case "copy":
      return page.keysJson.keep();
    case "change":
      return change(page, user);
    case "rotate":
      return rotate(page, user);
    case "prove":
      return prove(page, user);
    case "forget":
      return forget(world, page);
    case "later":
      return isLimited(page) ? later(world, page) : undefined;
    case "by-password":
      return recover(
        page,
        user,
        user.passwords.slice(-4).map((one) => ({ kind: "password", password: one })),
      );
    case "by-paper":
      return recover(
        page,
        user,
        user.papers.toReversed().map((text) => ({ kind: "recovery-key", text })),
      );
    case "by-device":
      return recover(page, user, [{ kind: "device" }]);
    case "start-over":
      return startOver(page, user, password);
    case "adopt":
      return openVaultOf(page) === undefined ? undefined : adoptAll(page, user);
    case "unlock":
      return isLocked(page) && !isLimited(page) ? page.security.unlock(password) : undefined;
    case "revoke": {
      const listed = await page.security.sessions();
      const other = listed.ok ? listed.value.find((session) => !session.current) : undefined;
      if (other === undefined) return;
      user.revoked += 1;
      return page.security.endOther(other.id);
    }
    case "approve":
      return approveDevice(world, page);
    case "meddle":
      return meddleWith(user, step.how);
    default:
      return takeSensitive(step.kind, page, user);
  }
}

async function takeSensitive(kind: SensitiveStep, page: Page, user: SimUser): Promise<unknown> {
  const { sensitive } = page;
  switch (kind) {
    case "s-set-up":
      return sensitive.setUp(newSensitive(user));
    case "s-unlock":
      return unlockSensitive(page, user);
    case "s-lock":
      return sensitive.lock();
    case "s-idle":
      await page.clock.advance(IDLE_MS + 1);
      return flushPromises();
    case "s-active":
      await page.clock.advance(IDLE_MS / 4);
      return sensitive.touch();
    case "s-write":
      if (unlockedOf(page) === undefined) await unlockSensitive(page, user);
      return writeSensitive(page, user);
    case "s-change":
      for (const current of user.sensitivePasswords.toReversed())
        if (await replaceSensitive(user, (nextOne) => sensitive.change(current, nextOne), current)) return;
      return;
    case "s-recover":
      return recoverSensitive(page, user, (password) => ({ kind: "password", password }));
    case "s-recover-by-paper": {
      const text = user.papers.at(-1) ?? "";
      return recoverSensitive(page, user, (password) => ({ kind: "recovery-key", text, password }));
    }
  }
}

type SensitiveRecovery = Parameters<Page["sensitive"]["recover"]>[0];

async function recoverSensitive({ sensitive }: Page, user: SimUser, toRecovery: (password: string) => SensitiveRecovery): Promise<void> {
  for (const password of user.passwords.toReversed())
    if (await replaceSensitive(user, (nextOne) => sensitive.recover(toRecovery(password), nextOne))) return;
}

/** Only the changed password certainly opens nothing anymore: another folder may still have it. */
async function replaceSensitive(
  user: SimUser,
  change: (nextOne: string) => Promise<{ readonly ok: boolean }>,
  replaced?: string,
): Promise<boolean> {
  const nextOne = newSensitive(user);
  const { ok } = await change(nextOne);
  if (ok && replaced !== undefined) user.retiredSensitive.add(replaced);
  return ok;
}

/** Unlocks with any of the passwords that the user remembers. */
async function unlockSensitive({ sensitive }: Page, user: SimUser): Promise<void> {
  for (const password of user.sensitivePasswords.toReversed()) if ((await sensitive.unlock(password)).ok) return;
}

/** Sets up the folder on the first device, with a note in it. */
export async function beginSensitive(page: Page, user: SimUser): Promise<void> {
  await page.sensitive.setUp(newSensitive(user));
  await writeSensitive(page, user);
}

async function writeSensitive(page: Page, user: SimUser): Promise<void> {
  const sid = unlockedOf(page);
  if (sid === undefined) return;
  const id = `secret-${user.sensitiveNotes.length}`;
  const sealed = await page.keyring.sealSensitiveNote(id, { title: "Diary", content: "quiet" });
  if (!sealed.ok) throw new Error(`an unlocked folder does not seal: ${sealed.problem}`);
  user.sensitiveNotes.push({ id, sid, sealed: sealed.value });
}

export async function write(page: Page, user: SimUser): Promise<void> {
  const kid = openVaultOf(page);
  if (kid === undefined) return;
  const id = `note-${user.notes.length}`;
  const sealed = await page.codec.seal(aNote({ id }));
  if (!sealed.ok) throw new Error(`an open vault does not seal: ${sealed.problem}`);
  user.notes.push({ id, kid, bytes: sealed.value });
}

function newPassword(user: SimUser): string {
  const password = next(user, "Correct horse");
  user.passwords.push(password);
  return password;
}

function newSensitive(user: SimUser): string {
  const password = next(user, "quiet sea");
  user.sensitivePasswords.push(password);
  return password;
}

/** Signs in with the account's password, tried among all that the user remembers. */
export async function signIn(page: Page, user: SimUser): Promise<string | undefined> {
  for (const password of user.passwords.toReversed()) {
    const answer = await page.account.signIn(user.email, password, { discardOther: true });
    if (answer.ok) return password;
    if (answer.problem.kind !== "invalid-credentials") return undefined;
  }
  return undefined;
}

export async function readPaper(page: Page, user: SimUser): Promise<void> {
  const groups = await page.account.pendingRecoveryKey();
  const paper = groups?.join("");
  if (paper !== undefined && !user.papers.includes(paper)) user.papers.push(paper);
}

/** After an acknowledged change, all earlier passwords must fail. */
function changed(user: SimUser, password: string): void {
  for (const one of user.passwords) if (one !== password) user.retiredPasswords.add(one);
}

async function change(page: Page, user: SimUser): Promise<void> {
  if (openVaultOf(page) === undefined) return;
  for (const current of user.passwords.toReversed()) {
    const password = newPassword(user);
    const answer = await page.security.changePassword(current, password);
    if (answer.ok) return changed(user, password);
    if (answer.problem.kind !== "wrong-password") return;
  }
}

async function rotate(page: Page, user: SimUser): Promise<void> {
  if (openVaultOf(page) === undefined) return;
  const begun = await beginRotation(page, user);
  if (begun?.ok !== true) return;
  // The user has confirmed the key before, so it is on paper whether or not the write succeeds.
  const before = [...user.papers];
  user.papers.push(begun.value.join(""));
  if ((await page.security.confirmRotation(begun.value)).ok) for (const old of before) user.retiredPapers.add(old);
}

async function beginRotation(page: Page, user: SimUser) {
  for (const password of user.passwords.toReversed()) {
    const begun = await page.security.beginRotation(password);
    if (begun.ok || begun.problem.kind !== "wrong-password") return begun;
  }
  return undefined;
}

async function prove(page: Page, user: SimUser): Promise<void> {
  await readPaper(page, user);
  const groups = (await page.account.pendingRecoveryKey()) ?? [];
  expect(await page.account.confirmRecoveryKey(groups)).toBe(areRecoveryGroupsRight(groups, groups));
}

export async function forget({ server, user }: World, page: Page): Promise<void> {
  // The clock advances because mails are ordered by their time, and three are allowed per hour.
  server.clock.at += MAIL_MS;
  if (!(await page.account.forgotPassword(user.email)).ok) return;
  await server.stack().services.reset.idle();
  const mail = (await server.outbox()).findLast((text) => text.includes(user.email) && text.includes("Your new Satchel password"));
  const password = mail === undefined ? undefined : /\b[0-9A-HJKMNP-TV-Z]{20}\b/.exec(mail)?.[0];
  if (password !== undefined) await page.account.signIn(user.email, password, { discardOther: true });
}

type Recovery = Parameters<Page["security"]["recover"]>[0];

/** Tries each of the user's secrets until one opens. A full session also sends the current password. */
export async function recover(page: Page, user: SimUser, methods: readonly Recovery[]): Promise<void> {
  if (openVaultOf(page) !== undefined || page.state().kind !== "signed-in") return;
  const currents: readonly (string | undefined)[] = isLimited(page) ? [undefined] : user.passwords.toReversed();
  for (const method of methods) {
    for (const current of currents) {
      const password = newPassword(user);
      const answer = await page.security.recover(method, password, current);
      if (answer.ok) {
        changed(user, password);
        return readPaper(page, user);
      }
      if (answer.problem.kind !== "wrong-password") break;
    }
  }
}

/** A new password without proof of the vault key takes 72 hours, which pass here. */
async function later(world: World, page: Page): Promise<void> {
  await page.security.setPasswordOnly(newPassword(world.user));
  await world.server.stack().services.pendingSteps.idle();
  world.server.clock.at += 72 * 3_600_000;
}

async function startOver(page: Page, user: SimUser, current: string): Promise<void> {
  if (page.state().kind !== "signed-in") return;
  if ((await page.security.startOver(isLimited(page) ? newPassword(user) : current)).ok) await readPaper(page, user);
}

/** Adopts older vaults and their Sensitive folders with every recovery key on paper. */
export async function adoptAll(page: Page, user: SimUser): Promise<void> {
  const copies = [...user.drive.values()].map(({ bytes }) => bytes);
  for (const text of user.papers) {
    const adopted = await page.security.adopt({ kind: "recovery-key", text }, copies);
    if (adopted.ok && adopted.value.sensitiveFolders > 0)
      await page.sensitive.adopt({ kind: "recovery-key", text }, copies, newSensitive(user));
  }
}

/** Runs the whole of 3.5 (6) with the user at both devices. A loss on the way ends it without opening anything. */
async function approveDevice(world: World, fresh: Page): Promise<void> {
  const old = world.devices.find((device) => device !== fresh && openVaultOf(device) !== undefined);
  if (old === undefined) return;
  if (fresh.state().kind === "signed-out") await forget(world, fresh);
  if (!isLocked(fresh)) return;
  if (!(await fresh.approvals.ask()).ok) return;
  const [asking, letting] = [() => fresh.approvals.store.getState().asking, () => old.approvals.store.getState()];
  const until = async (isThere: () => boolean): Promise<boolean> => {
    for (let tries = 0; tries < 60 && !isThere() && asking().kind !== "ended"; tries += 1) {
      await old.clock.advance(5000);
      await fresh.clock.advance(5000);
      // Responses over real sockets take real time, while the clocks of the time-outs are manual.
      for (let turns = 0; turns < 40; turns += 1) await new Promise((resolve) => setImmediate(resolve));
      await flushPromises();
    }
    return isThere();
  };
  const stop = old.approvals.watch("often");
  const isSeen = await until(() => letting().incoming.length > 0);
  stop();
  if (!isSeen) return;
  await old.approvals.offer(letting().incoming[0]?.requestId ?? "");
  if (!(await until(() => asking().kind === "code" && letting().letting.kind === "type-code"))) return fresh.approvals.withdraw();
  const state = asking();
  await old.approvals.typeCode(state.kind === "code" ? state.code : "");
  if (!(await until(() => asking().kind === "type-code" && letting().letting.kind === "done"))) return fresh.approvals.withdraw();
  const done = letting().letting;
  await fresh.approvals.confirm(done.kind === "done" ? (done.code ?? "") : "");
  old.approvals.dismiss();
  await recover(fresh, world.user, [{ kind: "device" }]);
}

/** Changes to the copies of the keys that an attacker with access to the drive, or a fault, may cause. */
function meddleWith({ drive, ...user }: SimUser, how: Meddling): void {
  const [[fileId, file] = []] = drive;
  if (fileId === undefined || file === undefined) return;
  switch (how) {
    case "delete":
      drive.delete(fileId);
      return;
    case "double":
      drive.set(`${fileId} again`, file);
      return;
    case "garble":
      drive.set(fileId, { ...file, bytes: file.bytes.map((byte, offset) => (offset % 7 === 0 ? byte ^ 1 : byte)) });
      return;
    case "forge":
      drive.set(`${fileId} forged`, {
        ...file,
        bytes: Buffer.from(JSON.stringify({ v: 1, vaultId: file.vaultId, rev: 9000 + user.made })),
      });
      return;
    case "foreign":
      drive.set(`${fileId} foreign`, {
        vaultId: file.vaultId,
        bytes: Buffer.from(JSON.stringify({ v: 1, vaultId: "AAAAAAAAAAA", rev: 3 })),
      });
      return;
  }
}
