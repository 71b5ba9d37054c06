/** The session in local storage, under the spec's two names. What is not of its form counts as nothing. Port: core/ports/credentials.ts. */
import { planType } from "@satchel/contract/plans.ts";
import type { Credentials, StoredSession } from "@satchel/core/ports/credentials.ts";
import { LOCAL_KEYS } from "@satchel/core/storage-keys.ts";
import * as z from "zod/mini";

const storedUser = z.object({
  email: z.string(),
  needsOnboarding: z.boolean(),
  planType,
  createdAt: z.optional(z.number()),
  limited: z.optional(z.boolean()),
  vaultChanged: z.optional(z.boolean()),
});

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
        // A browser that refuses storage kept nothing.
      }
    },
  };
}

function parseUser(text: string): Omit<StoredSession, "token"> | undefined {
  const parsed = storedUser.safeParse(JSON.parse(text));
  if (!parsed.success) return undefined;
  const { createdAt, limited, vaultChanged, ...user } = parsed.data;
  return { user: createdAt === undefined ? user : { ...user, createdAt }, ...flags(limited, vaultChanged) };
}

/** Absent while they are false, as in the spec's own form of the user. */
function flags(limited: boolean | undefined, vaultChanged: boolean | undefined): Pick<StoredSession, "limited" | "vaultChanged"> {
  return { ...(limited === true ? { limited } : {}), ...(vaultChanged === true ? { vaultChanged } : {}) };
}
