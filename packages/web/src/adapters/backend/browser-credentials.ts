/**
 * The session in local storage, under the spec's two names. Values of the wrong shape count as absent. Port:
 * core/ports/account/credentials.ts.
 */
import { PLAN_TYPES } from "@satchel/contract/plans.ts";
import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import type { Credentials, SessionUser, StoredSession } from "@satchel/core/ports/account/credentials.ts";

export function createBrowserCredentials(storage: () => Storage = () => localStorage): Credentials {
  return {
    read() {
      try {
        const [token, text] = [storage().getItem(LOCAL_KEYS.authToken), storage().getItem(LOCAL_KEYS.user)];
        const stored = text === null ? undefined : parseUser(text);
        return token === null || token === "" || stored === undefined ? undefined : { token, ...stored };
      } catch {
        return undefined;
      }
    },
    write({ token, user, limited, vaultChanged }) {
      try {
        storage().removeItem(LOCAL_KEYS.erasing);
        storage().setItem(LOCAL_KEYS.authToken, token);
        storage().setItem(LOCAL_KEYS.user, JSON.stringify({ ...user, ...flags(limited, vaultChanged) }));
        return true;
      } catch {
        return false;
      }
    },
    clear() {
      try {
        storage().removeItem(LOCAL_KEYS.authToken);
        storage().removeItem(LOCAL_KEYS.user);
      } catch {
        // A browser that refuses storage has stored nothing.
      }
    },
    isErasing() {
      try {
        return storage().getItem(LOCAL_KEYS.erasing) !== null;
      } catch {
        return false;
      }
    },
    setErasing(isErasing) {
      try {
        if (isErasing) storage().setItem(LOCAL_KEYS.erasing, "true");
        else storage().removeItem(LOCAL_KEYS.erasing);
      } catch {
        // The browser refuses storage and has stored nothing.
      }
    },
  };
}

type StoredUser = SessionUser & Pick<StoredSession, "limited" | "vaultChanged">;

function parseUser(text: string): Omit<StoredSession, "token"> | undefined {
  const stored: unknown = JSON.parse(text);
  if (!isStoredUser(stored)) return undefined;
  const { email, needsOnboarding, planType, createdAt, limited, vaultChanged } = stored;
  const user = { email, needsOnboarding, planType };
  return { user: createdAt === undefined ? user : { ...user, createdAt }, ...flags(limited, vaultChanged) };
}

/** Checked by hand, because this runs before the first paint and the schemas load later. */
function isStoredUser(value: unknown): value is StoredUser {
  const { email, needsOnboarding, planType, createdAt, limited, vaultChanged } = (value ?? {}) as Partial<Record<string, unknown>>;
  const isUser = typeof email === "string" && typeof needsOnboarding === "boolean" && PLAN_TYPES.some((type) => type === planType);
  return isUser && isOptional(createdAt, "number") && isOptional(limited, "boolean") && isOptional(vaultChanged, "boolean");
}

function isOptional(value: unknown, type: "number" | "boolean"): boolean {
  return value === undefined || typeof value === type;
}

/** Absent while false, as in the spec's form of the user. */
function flags(limited: boolean | undefined, vaultChanged: boolean | undefined): Pick<StoredSession, "limited" | "vaultChanged"> {
  return { ...(limited === true ? { limited } : {}), ...(vaultChanged === true ? { vaultChanged } : {}) };
}
