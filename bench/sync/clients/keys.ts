/** One user's vault, unlocked on all devices of a measurement, with real keys and sealing. */
import type { AccountKeys, KeyDocument } from "@satchel/contract/accounts/keys.ts";
import { createDirectSealing, type Sealing } from "@satchel/web/adapters/sealing/testing/direct-sealing.ts";

const OWNER = "ada@example.org";
const PASSWORD = "Correct horse 1";

export type Keys = Sealing & { readonly document: KeyDocument; readonly account: AccountKeys };

export async function makeKeys(): Promise<Keys> {
  const sealing = await createDirectSealing();
  const registration = await sealing.keyring.prepareRegistration(PASSWORD);
  if (!registration.ok) throw new Error(registration.problem.kind);
  const { kdf, keys } = registration.value;
  const entry = { entryId: "1", kdf, signsIn: true, vaultId: keys.document.vaultId, pw: keys.pw };
  return install(sealing, { document: keys.document, entries: [entry] });
}

/** Opens the same vault in another process with the password. */
export async function openKeys(account: AccountKeys): Promise<Keys> {
  const sealing = await createDirectSealing();
  await sealing.keyring.deriveForSignIn(PASSWORD, account.entries[0]?.kdf);
  const opened = await sealing.keyring.openVault(account);
  if (!opened.ok) throw new Error(opened.problem.kind);
  return install(sealing, account);
}

async function install(sealing: Sealing, account: AccountKeys): Promise<Keys> {
  const installed = await sealing.keyring.install(OWNER, false);
  if (!installed.ok) throw new Error(installed.problem.kind);
  if (account.document === null) throw new Error("The account has no vault");
  return { ...sealing, document: account.document, account };
}
