/** The account's token and user as this browser keeps them over a reload. Spec A §3 "User", keys `authToken` and `user`. */
import type { PlanType } from "@satchel/contract/plans.ts";

export type SessionUser = {
  readonly email: string;
  readonly needsOnboarding: boolean;
  readonly planType: PlanType;
  /** "Member Since"; milliseconds since 1970 UTC. */
  readonly createdAt?: number;
};
export type StoredSession = {
  readonly token: string;
  readonly user: SessionUser;
  /** Opened with a mailed password: a new one has to be chosen before anything else (encryption.md 3.5 (4)). */
  readonly limited?: boolean;
  /** The account has another vault than the one this device holds (encryption.md 3.5 (13)). */
  readonly vaultChanged?: boolean;
};

export interface Credentials {
  /** Undefined when nothing is kept, or what is kept is not of this form. */
  read(): StoredSession | undefined;
  /** False when the browser refuses: the session then lasts until the page is left. */
  write(session: StoredSession): boolean;
  clear(): void;
  /** What this device keeps of the user was to be deleted, and the page was left before it was. Ends when someone signs in. */
  isErasing(): boolean;
  setErasing(isErasing: boolean): void;
}
