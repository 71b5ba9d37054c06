/** SandboxStore in memory. */
import type { SandboxStore, SandboxUser, Ticket } from "./sandbox-store.ts";

export function createMemorySandboxStore(): SandboxStore {
  const users = new Map<string, SandboxUser>();
  const tickets = new Map<string, Ticket>();
  const grants = new Map<string, readonly string[]>();
  const keyOf = (kind: string, hash: string) => JSON.stringify([kind, hash]);
  const grantKey = (userId: string, clientId: string) => JSON.stringify([userId, clientId]);
  const removeWhere = (isMeant: (ticket: Ticket) => boolean) => {
    for (const [key, ticket] of tickets) if (isMeant(ticket)) tickets.delete(key);
  };
  return {
    putUser: async (user) => void users.set(user.id, user),
    getUser: async (id) => users.get(id),
    put: async (ticket) => void tickets.set(keyOf(ticket.kind, ticket.hash), ticket),
    get: async (kind, hash) => tickets.get(keyOf(kind, hash)),
    take: async (kind, hash) => {
      const ticket = tickets.get(keyOf(kind, hash));
      tickets.delete(keyOf(kind, hash));
      return ticket;
    },
    revoke: async (userId, clientId) => {
      removeWhere((ticket) => ticket.userId === userId && ticket.clientId === clientId);
      grants.delete(grantKey(userId, clientId));
    },
    removeAccessTokens: async (userId) =>
      removeWhere((ticket) => ticket.kind === "access" && (userId === undefined || ticket.userId === userId)),
    removeExpired: async (now) => removeWhere((ticket) => ticket.expiresAt <= now),
    grantedScopes: async (userId, clientId) => grants.get(grantKey(userId, clientId)) ?? [],
    grant: async (userId, clientId, scopes) => {
      const all = new Set([...(grants.get(grantKey(userId, clientId)) ?? []), ...scopes]);
      grants.set(grantKey(userId, clientId), [...all]);
    },
    close: async () => undefined,
  };
}
