/** One user of a random walk: their knowledge, their devices, and their drive with its content. */

import { ok } from "@satchel/core/model/result.ts";
import type { KeysRemote } from "@satchel/core/ports/remote/remote-store.ts";
import { createKeysJsonService } from "@satchel/core/vault/account/keys-json-service.ts";
import type { TestServer } from "@satchel/server/testing/test-server.ts";
import { createProfile, openPage, type Page, type Profile, type Tab } from "./browser.ts";

export type Sealed = { readonly id: string; readonly kid: string; readonly bytes: Uint8Array };
export type SensitiveNote = { readonly id: string; readonly sid: string; readonly sealed: object };

export type SimUser = {
  readonly email: string;
  /** In the order they were chosen. A change without a response leaves both in use. */
  readonly passwords: string[];
  /** Passwords replaced by a completed change; they must not open anything anymore. */
  readonly retiredPasswords: Set<string>;
  readonly papers: string[];
  readonly retiredPapers: Set<string>;
  readonly sensitivePasswords: string[];
  readonly retiredSensitive: Set<string>;
  readonly notes: Sealed[];
  readonly sensitiveNotes: SensitiveNote[];
  readonly drive: Map<string, { readonly vaultId: string; readonly bytes: Uint8Array }>;
  made: number;
  /** Number of sessions ended from another device. */
  revoked: number;
};

export type Device = Page & { readonly keysJson: { keep(): Promise<void> } };

export type World = { readonly server: TestServer; readonly baseUrl: string; readonly user: SimUser; readonly devices: Device[] };

export function createUser(email: string): SimUser {
  return {
    email,
    passwords: [],
    retiredPasswords: new Set(),
    papers: [],
    retiredPapers: new Set(),
    sensitivePasswords: [],
    retiredSensitive: new Set(),
    notes: [],
    sensitiveNotes: [],
    drive: new Map(),
    made: 0,
    revoked: 0,
  };
}

export async function openDevice(
  baseUrl: string,
  user: SimUser,
  { profile = createProfile(), tab }: { readonly profile?: Profile; readonly tab?: Tab } = {},
): Promise<Device> {
  const page = await openPage(baseUrl, profile, tab);
  const keysJson = createKeysJsonService({
    remote: driveOf(user),
    keyring: page.keyring,
    keys: page.account.keys,
    currentTarget: () => undefined,
  });
  return { ...page, keysJson };
}

/** The part of the drive that contains keys. It always responds, and anyone may change its bytes. */
function driveOf(user: SimUser): KeysRemote {
  const { drive } = user;
  return {
    listKeys: async () => ok([...drive].map(([fileId, { vaultId }]) => ({ fileId, vaultId }))),
    download: async (fileId) => {
      const file = drive.get(fileId);
      return file === undefined ? { ok: false, problem: { kind: "not-found" } } : ok(file.bytes);
    },
    reserveIds: async () => ok([next(user, "file")]),
    createKeys: async (fileId, vaultId, bytes) => ok(void drive.set(fileId, { vaultId, bytes })),
    deleteKeys: async (fileId) => ok(void drive.delete(fileId)),
  };
}

export function next(user: SimUser, name: string): string {
  user.made += 1;
  return `${name} ${user.made}`;
}

export const openVaultOf = (page: Page): string | undefined => {
  const state = page.state();
  return state.kind === "signed-in" && state.vault === "open" ? state.vaultId : undefined;
};
export const isLocked = (page: Page): boolean => {
  const state = page.state();
  return state.kind === "signed-in" && state.vault === "locked";
};
export const isLimited = (page: Page): boolean => {
  const state = page.state();
  return state.kind === "signed-in" && state.vault === "locked" && state.limited === true;
};
export const unlockedOf = (page: Page): string | undefined => {
  const state = page.sensitive.store.getState();
  return state.kind === "unlocked" ? state.sid : undefined;
};
