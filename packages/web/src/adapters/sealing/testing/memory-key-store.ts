/** Key rows in memory. Contract: session-rows.test.ts, which the rows in IndexedDB also pass. */
import type { DeviceRow, KeyStore, SessionRow } from "../documents/key-rows.ts";

export function createMemoryKeyStore(): KeyStore {
  let current: DeviceRow | undefined;
  let former: readonly DeviceRow[] = [];
  let sessions: readonly SessionRow[] = [];
  return {
    readSessions: async (name) => sessions.filter((row) => row.name === name),
    async addSessions(rows) {
      sessions = [...sessions, ...rows];
    },
    async replaceSessions(rows) {
      const isThere = rows.every((row) => sessions.some((one) => isSameSession(one, row)));
      if (isThere) sessions = [...sessions.filter((one) => !rows.some((row) => isSameSession(one, row))), ...rows];
      return isThere;
    },
    async forgetSessions(isOver) {
      sessions = sessions.filter((row) => !isOver(row));
    },
    read: async () => ({ current, former }),
    async replace(next, replaced) {
      if (replaced !== undefined) former = [...former.filter((row) => row.vaultId !== replaced.vaultId), replaced];
      current = next;
    },
    async clear() {
      current = undefined;
      former = [];
      sessions = [];
    },
  };
}

function isSameSession(one: SessionRow, other: SessionRow): boolean {
  return one.name === other.name && one.sid === other.sid;
}
