/** The contract of SandboxStore, run on the memory and the SQL implementation. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SandboxStore, Ticket } from "../sandbox/sandbox-store.ts";

const ADA = { id: "ada", email: "ada@sandbox.example", name: "Ada Lovelace" };

export function describeSandboxStore(name: string, open: () => Promise<SandboxStore>): void {
  describe(`SandboxStore: ${name}`, () => {
    let store: SandboxStore;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    it("returns users and tickets as written, by kind and hash", async () => {
      const [code, refresh] = [toTicket({ details: '{"a":1}' }), toTicket({ kind: "refresh", expiresAt: Number.POSITIVE_INFINITY })];
      await store.putUser({ ...ADA, name: "before" });
      await store.putUser(ADA);
      await store.put(code);
      await store.put(refresh);

      expect([await store.getUser("ada"), await store.getUser("grace")]).toEqual([ADA, undefined]);
      expect([await store.get("code", "h"), await store.get("refresh", "h")]).toEqual([code, refresh]);
      expect([await store.get("access", "h"), await store.get("code", "x")]).toEqual([undefined, undefined]);
    });

    it("gives a ticket to only one of several concurrent takers", async () => {
      await store.put(toTicket({}));

      const taken = await Promise.all(Array.from({ length: 5 }, () => store.take("code", "h")));

      expect(taken.filter((ticket) => ticket !== undefined)).toEqual([toTicket({})]);
      expect(await store.get("code", "h")).toBeUndefined();
    });

    it("removes expired tickets, and keeps those that never expire", async () => {
      await store.put(toTicket({ hash: "old", expiresAt: 10 }));
      await store.put(toTicket({ hash: "young", expiresAt: 11 }));
      await store.put(toTicket({ hash: "lasting", expiresAt: Number.POSITIVE_INFINITY }));

      await store.removeExpired(10);

      expect(await kept("code", ["old", "young", "lasting"])).toEqual(["young", "lasting"]);
    });

    it("remembers all granted scopes until they are revoked with the tickets", async () => {
      await store.grant("ada", "app", ["b"]);
      await store.grant("ada", "app", ["b", "a"]);
      await store.grant("ada", "other", ["c"]);
      for (const ticket of [toTicket({}), toTicket({ hash: "other", clientId: "other" }), toTicket({ hash: "grace", userId: "grace" })])
        await store.put(ticket);
      expect([...(await store.grantedScopes("ada", "app"))].sort()).toEqual(["a", "b"]);

      await store.revoke("ada", "app");

      expect([await store.grantedScopes("ada", "app"), await store.grantedScopes("ada", "other")]).toEqual([[], ["c"]]);
      expect(await kept("code", ["h", "other", "grace"])).toEqual(["other", "grace"]);
    });

    it("ends the access tokens of one user", async () => {
      await store.put(toTicket({ kind: "access" }));
      await store.put(toTicket({ kind: "access", hash: "other", userId: "grace" }));
      await store.put(toTicket({ kind: "refresh" }));

      await store.removeAccessTokens("ada");

      expect([await kept("access", ["h", "other"]), await kept("refresh", ["h"])]).toEqual([["other"], ["h"]]);
    });

    it("ends all access tokens at once", async () => {
      await store.put(toTicket({ kind: "access" }));
      await store.put(toTicket({ kind: "refresh" }));

      await store.removeAccessTokens();

      expect([await kept("access", ["h"]), await kept("refresh", ["h"])]).toEqual([[], ["h"]]);
    });

    const kept = async (kind: Ticket["kind"], hashes: readonly string[]) => {
      const found = await Promise.all(hashes.map((hash) => store.get(kind, hash)));
      return found.flatMap((ticket) => ticket?.hash ?? []);
    };
  });
}

function toTicket(fields: Partial<Ticket>): Ticket {
  return { kind: "code", hash: "h", userId: "ada", clientId: "app", scopes: ["a", "b"], expiresAt: 5, details: "", ...fields };
}
