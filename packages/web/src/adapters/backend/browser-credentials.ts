/** The session in local storage, under the spec's two names. What is not of its form counts as nothing. Port: core/ports/credentials.ts. */
import { planType } from "@satchel/contract/plans.ts";
import type { Credentials, SessionUser } from "@satchel/core/ports/credentials.ts";
import { LOCAL_KEYS } from "@satchel/core/storage-keys.ts";
import * as z from "zod/mini";

const storedUser = z.object({ email: z.string(), needsOnboarding: z.boolean(), planType, createdAt: z.optional(z.number()) });

export function createBrowserCredentials(storage: () => Storage = () => localStorage): Credentials {
  return {
    read() {
      try {
        const [token, text] = [storage().getItem(LOCAL_KEYS.authToken), storage().getItem(LOCAL_KEYS.user)];
        const user = text === null ? undefined : parseUser(text);
        return token === null || token === "" || user === undefined ? undefined : { token, user };
      } catch {
        return undefined;
      }
    },
    write({ token, user }) {
      try {
        storage().setItem(LOCAL_KEYS.authToken, token);
        storage().setItem(LOCAL_KEYS.user, JSON.stringify(user));
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

function parseUser(text: string): SessionUser | undefined {
  const parsed = storedUser.safeParse(JSON.parse(text));
  if (!parsed.success) return undefined;
  const { createdAt, ...user } = parsed.data;
  return createdAt === undefined ? user : { ...user, createdAt };
}
