/** The account's token and user, stored in this browser across reloads. Spec A §3 "User", keys `authToken` and `user`. */
import type { PlanType } from "@satchel/contract/plans.ts";

export type SessionUser = {
  readonly email: string;
  readonly needsOnboarding: boolean;
  readonly planType: PlanType;
  /** "Member Since", Unix milliseconds. */
  readonly createdAt?: number;
};
export type StoredSession = {
  readonly token: string;
  readonly user: SessionUser;
  /** Set after sign-in with a mailed password: the user must choose a new password first (encryption.md 3.5 (4)). */
  readonly limited?: boolean;
  /** Set if the account has a different vault than this device (encryption.md 3.5 (13)). */
  readonly vaultChanged?: boolean;
};

export interface Credentials {
  /** Returns undefined if nothing valid is stored. */
  read(): StoredSession | undefined;
  /** Returns false if the browser refuses storage: the session then ends with the page. */
  write(session: StoredSession): boolean;
  clear(): void;
  /** True if the deletion of the user's data began and may be incomplete. Cleared by the next sign-in. */
  isErasing(): boolean;
  setErasing(isErasing: boolean): void;
}
