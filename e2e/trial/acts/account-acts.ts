/** Acts on the account while its devices edit: signing out and in, a new password, ended sessions, the approval of a device. */
import { readQr } from "../../harness/camera-video.ts";
import { endSessions, mailedPassword } from "../../harness/servers/running-server.ts";
import * as user from "../../harness/user.ts";
import { TrialDevice } from "../trial-device.ts";
import { addWord, editOrdinarily, type Household, pickNote, signIn } from "./household.ts";

const RETURN_MS = 30_000;

/** Two different devices. */
export function pickTwo({ chance, devices }: Household): readonly [TrialDevice, TrialDevice] {
  const at = chance.int(0, devices.length - 1);
  const other = (at + chance.int(1, devices.length - 1)) % devices.length;
  return [devices[at] as TrialDevice, devices[other] as TrialDevice];
}

/** Signs out, with edits that may not have been sent yet, while another device edits, and signs in again. */
export async function signOutAndIn(house: Household): Promise<void> {
  const [leaver, other] = pickTwo(house);
  await editOrdinarily(house, [leaver, other], 2);
  await signOut(leaver);
  await editOrdinarily(house, [other], 2);
  await signIn(leaver, house);
}

/** Signs out. If something would be lost, it goes back and syncs first. */
async function signOut(device: TrialDevice): Promise<void> {
  const { page } = device;
  await page.goto(new URL("/notes", page.url()).href);
  await device.ready();
  await page.getByRole("navigation").getByRole("button", { name: "Sign Out" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign Out" }).click();
  const form = page.getByLabel("Email", { exact: true });
  const stay = page.getByRole("button", { name: "Stay signed in" });
  await form.or(stay).first().waitFor();
  if (!(await stay.isVisible())) return;
  await stay.click();
  await device.sync();
  await signOut(device);
}

/** Changes the password while another device has unsent edits. */
export async function changePassword(house: Household): Promise<void> {
  const [changer, other] = pickTwo(house);
  await other.offline(true);
  await editOrdinarily(house, [changer, other], 2);
  const next = `Correct horse ${house.words.length + 2}`;
  const isChanged = await changer.page.evaluate(
    async ([before, after]) => (await window.__satchelTest?.services.security.changePassword(before, after))?.ok === true,
    [house.who.password, next] as const,
  );
  if (!isChanged) throw new Error("the password was not changed");
  house.who.password = next;
  await addWord(house, other, pickNote(house));
  await other.offline(false);
  for (const device of house.devices) await comeBack(house, device);
}

/** Ends every session, like a revocation by another device or after half a year; one device has unsent edits. */
export async function endAllSessions(house: Household): Promise<void> {
  const [away, other] = pickTwo(house);
  await away.offline(true);
  await editOrdinarily(house, [away, other], 2);
  const how = house.chance.pick(["revoked", "expired"] as const) ?? "revoked";
  house.trace.push(`all sessions ${how}, device ${house.devices.indexOf(away)} is offline`);
  await endSessions(house.server.dataDir, house.who.email, how);
  await addWord(house, away, pickNote(house));
  await away.offline(false);
  for (const device of house.devices) await comeBack(house, device);
}

/** Signs in again on a device whose session ended; otherwise does nothing. */
async function comeBack(house: Household, device: TrialDevice): Promise<void> {
  const { page } = device;
  await page.evaluate(() => void window.dispatchEvent(new Event("online")));
  await device.sync().catch(() => false);
  const email = page.getByLabel("Email", { exact: true });
  const isOut = await email.waitFor({ timeout: RETURN_MS / 10 }).then(
    () => true,
    () => false,
  );
  if (isOut) await signIn(device, house);
  else {
    await page.goto(`${house.server.origin}/notes`);
    await device.ready().catch(async () => signIn(device, house));
  }
}

/** A new device asks for the key, is approved by its QR code and sets a password, while another device edits. */
export async function approveDevice(house: Household): Promise<void> {
  const [holder, other] = pickTwo(house);
  await editOrdinarily(house, [holder, other], 1);
  const fresh = await TrialDevice.open();
  house.devices.push(fresh);
  await fresh.learnToLook();
  await askForKey(house, fresh);
  const code = fresh.page.getByRole("img", { name: "Code for the camera of your other device" }).locator("path");
  const link = readQr((await code.getAttribute("d")) ?? "");
  const camera = await holder.openTab(house.server.origin);
  await camera.goto(link);
  await Promise.all([camera.getByRole("button", { name: "Approve" }).click(), editOrdinarily(house, [other], 3)]);
  await camera.getByText("Approved. The new device unlocks by itself.").waitFor();
  await camera.close();
  const { page } = fresh;
  house.who.password = `Correct horse ${house.words.length + 2}`;
  await page.getByRole("radio", { name: /This device/ }).waitFor();
  await page.getByLabel("New Password", { exact: true }).fill(house.who.password);
  await page.getByLabel("Confirm New Password", { exact: true }).fill(house.who.password);
  await Promise.all([
    page.getByRole("button", { name: "Set password and unlock my notes" }).click(),
    addWord(house, other, pickNote(house)),
  ]);
  await page.getByRole("button", { name: "Settings" }).first().waitFor();
  await page.goto(`${house.server.origin}/notes`);
  await fresh.ready();
  await addWord(house, fresh, pickNote(house)).catch(() => undefined);
  for (const device of house.devices) if (device !== fresh) await comeBack(house, device);
}

/** Signs in with a mailed password, which opens no notes, and asks the other devices. */
async function askForKey({ server, who }: Household, { page }: TrialDevice): Promise<void> {
  await page.goto(`${server.origin}/forgot-password`);
  await page.getByLabel("Email", { exact: true }).fill(who.email);
  await page.getByRole("button", { name: "Send new password" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
  await user.signIn(page, server.origin, { ...who, password: await mailedPassword(server.dataDir, who.email) });
  await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
  await page.getByRole("radio", { name: /^Another device/ }).check({ force: true });
  await page.getByRole("button", { name: "Ask another device" }).click();
  await page.getByRole("img", { name: "Code for the camera of your other device" }).waitFor();
}
