/**
 * Deletes an account with everything that this server stores for it and, if chosen, with the app's files in the user's own drive.
 * encryption.md 3.5 (13).
 */
import { type AccessRefusal, type Connections, isAccess } from "../google/connections.ts";
import type { DriveProvider } from "../google/drive-provider.ts";
import { eraseDrive } from "../google/erase-drive.ts";
import { type Refusal, refuse } from "../shared/refusal.ts";
import type { Account, AccountRepo } from "./account-repo.ts";

type ErasingRefusal = AccessRefusal | Refusal<"drive-unreachable" | "reconnection-needed" | "scope-missing">;

export type AccountDeletion = (account: Account, options: { readonly eraseDrive: boolean }) => Promise<ErasingRefusal | undefined>;

type Deps = {
  readonly provider: DriveProvider | undefined;
  readonly accounts: AccountRepo;
  readonly connections: Connections;
  /** Removes the account's files from managed storage. */
  readonly managed: { readonly purge: (account: Account) => Promise<void> };
};

/** Removes the account's row last: if an earlier step fails, the user can still sign in and try again. */
export function createAccountDeletion(deps: Deps): AccountDeletion {
  const { accounts, connections, managed } = deps;
  return async (account, { eraseDrive: isErasing }) => {
    const refused = isErasing ? await erase(deps, account) : undefined;
    if (refused !== undefined) return refused;
    await connections.disconnect(account.id);
    await managed.purge(account);
    await accounts.remove(account.id);
    return undefined;
  };
}

/** Runs first: after the deletion of the account the erasure could not be requested again. */
async function erase({ provider, connections }: Deps, account: Account): Promise<ErasingRefusal | undefined> {
  if (provider === undefined) return refuse("drive-not-connected");
  const access = await connections.access(account.id);
  if (!isAccess(access)) return access;
  const refused = await eraseDrive(provider, access.accessToken);
  return refused === undefined || refused.code === "not-found" ? undefined : refuse(refused.code, refused.details);
}
