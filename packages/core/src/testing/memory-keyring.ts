/**
 * A keyring without secrecy for tests: wraps are readable texts, and `device` is what a browser keeps across a reload. Refuses like the
 * real one; keyring-contract.ts verifies both.
 */
import type { AccountKeys, Kdf, KeyDocument, NewVault } from "@satchel/contract/accounts/keys.ts";
import { hashText } from "../model/entities/entity-ids.ts";
import { failed, ok } from "../model/result.ts";
import type { Keyring } from "../ports/sealing/keyring.ts";

type Kept = { owner: string; vaultId: string; groups?: readonly string[] };
/** The browser's key database. `isDenied`: the browser refuses storage. */
export type KeyDevice = { kept: Kept | undefined; isDenied: boolean };
type Prepared = { vaultId: string; recoveryKey: string };

let made = 0;
const DENIED = { kind: "storage-denied" } as const;

export function createKeyDevice(): KeyDevice {
  return { kept: undefined, isDenied: false };
}

export function createMemoryKeyring(device: KeyDevice = createKeyDevice()): Keyring & { openVaultId(): string | undefined } {
  let password: { text: string; kdf: Kdf } | undefined;
  let prepared: Prepared | undefined;
  let open: string | undefined;

  const store = <Value>(act: () => Value) => (device.isDenied ? failed(DENIED) : ok(act()));
  const derive = (text: string, kdf: Kdf) => {
    password = { text, kdf };
    return `s1_${hashText(text + kdf.salt)
      .padEnd(43, "A")
      .slice(0, 43)}`;
  };
  const checked = (text: string) =>
    text === "" ? ({ kind: "password-empty" } as const) : text.length > 1024 ? ({ kind: "password-too-long" } as const) : undefined;
  const makeVault = (): NewVault => {
    prepared = { vaultId: nextId(), recoveryKey: nextId() };
    return { document: documentOf(prepared.vaultId), pw: wrapOf(prepared, password) };
  };
  const dropPrepared = () => {
    prepared = undefined;
    password = undefined;
  };

  return {
    openVaultId: () => open,
    async prepareRegistration(text) {
      const problem = checked(text);
      if (problem !== undefined) return failed(problem);
      const kdf = newKdf();
      const secret = derive(text, kdf);
      return ok({ secret, kdf, keys: makeVault() });
    },
    async deriveForSignIn(text, kdf) {
      const problem = checked(text);
      if (problem !== undefined) return failed(problem);
      if ((kdf as Kdf).m < 65_536) return failed({ kind: "kdf-refused" });
      return ok(derive(text, kdf as Kdf));
    },
    async prepareVault() {
      if (device.isDenied) return failed(DENIED);
      return device.kept === undefined ? ok(makeVault()) : failed({ kind: "holds-a-root" });
    },
    async openVault(keys: AccountKeys) {
      prepared = undefined;
      if (keys.document === null) return failed({ kind: "no-vault" });
      if ((keys.document.v as number) !== 1) return failed({ kind: "unknown-version" });
      const pw = keys.entries.find((entry) => entry.pw !== undefined)?.pw;
      const [vaultId, text, recoveryKey] = pw?.ct.split("|") ?? [];
      if (vaultId !== keys.document.vaultId || text !== password?.text) return failed({ kind: "does-not-open" });
      prepared = { vaultId, recoveryKey: recoveryKey ?? "" };
      return ok(undefined);
    },
    async install(owner, isRecoveryKeyNew) {
      const vault = prepared;
      if (vault === undefined) throw new Error("nothing is prepared");
      return store(() => {
        const groups = isRecoveryKeyNew
          ? groupsOf(vault.recoveryKey)
          : device.kept?.vaultId === vault.vaultId
            ? device.kept.groups
            : undefined;
        device.kept = { owner, vaultId: vault.vaultId, ...(groups === undefined ? {} : { groups }) };
        open = vault.vaultId;
        dropPrepared();
        return { vaultId: vault.vaultId, hasPendingRecoveryKey: groups !== undefined };
      });
    },
    async dropPrepared() {
      dropPrepared();
    },
    async restore() {
      return store(() => {
        if (device.kept === undefined) return { kind: "none" } as const;
        const { owner, vaultId, groups } = device.kept;
        open = vaultId;
        return { kind: "open", owner, vaultId, hasPendingRecoveryKey: groups !== undefined } as const;
      });
    },
    owner: async () => store(() => device.kept?.owner),
    pendingRecoveryKey: async () => store(() => device.kept?.groups),
    forgetPendingRecoveryKey: async () =>
      store(() => {
        if (device.kept === undefined) return;
        const { groups: _, ...kept } = device.kept;
        device.kept = kept;
      }),
    async lock() {
      open = undefined;
      dropPrepared();
    },
    forget: async () =>
      store(() => {
        open = undefined;
        dropPrepared();
        device.kept = undefined;
      }),
  };
}

function newKdf(): Kdf {
  return { alg: "argon2id", m: 65_536, t: 3, p: 1, salt: nextId().padEnd(22, "A") };
}

function nextId(): string {
  made += 1;
  return `id${made}`.padEnd(11, "A");
}

function groupsOf(recoveryKey: string): readonly string[] {
  return Array.from({ length: 9 }, (_, index) => `${recoveryKey.slice(2, 4)}${index}X`.toUpperCase().padEnd(4, "Z"));
}

function wrapOf(vault: Prepared, password: { text: string } | undefined): NewVault["pw"] {
  return { iv: "A".repeat(16), ct: `${vault.vaultId}|${password?.text}|${vault.recoveryKey}` };
}

function documentOf(vaultId: string): KeyDocument {
  const sealed = { iv: "A".repeat(16), ct: "A" };
  const recpub = { v: 1, alg: "A256GCM", kid: vaultId, ...sealed } as const;
  const [rec, priv] = [{ rkId: "A".repeat(8), ...sealed }, [{ pairId: "A".repeat(11), ...sealed }]];
  return { v: 1, vaultId, rev: 1, rec, priv, recpub, sens: null, also: [], proofHash: "A".repeat(43) };
}
