/** Ends an account with everything of it that this server keeps. The person's own drive is left as it is. encryption.md 3.5 (13). */
import type { Connections } from "../google/connections.ts";
import type { ManagedDrive } from "../managed-storage/managed-drive.ts";
import type { Account } from "./account.ts";
import type { AccountRepo } from "./account-repo.ts";

export type AccountDeletion = (account: Account) => Promise<void>;

type Deps = { readonly accounts: AccountRepo; readonly connections: Connections; readonly managed: ManagedDrive };

/** The account's row goes last: when something before it fails, the person can still sign in and ask again. */
export function createAccountDeletion({ accounts, connections, managed }: Deps): AccountDeletion {
  return async (account) => {
    await connections.disconnect(account.id);
    await managed.purge(account);
    await accounts.remove(account.id);
  };
}
