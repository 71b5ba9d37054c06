/** Contract of every keyring. Run by the memory keyring and the sealing one, in the page and in a worker. */
import type { AccountKeys, NewVault } from "@satchel/contract/accounts/keys.ts";
import { beforeEach, describe, expect, it } from "vitest";
import type { Keyring } from "../ports/sealing/keyring.ts";

/** `reload` opens the same device in a new page. `deny` makes the browser refuse storage. */
export type KeyringUnderTest = {
  readonly keyring: Keyring;
  readonly reload: () => Promise<Keyring>;
  readonly deny: (isDenied: boolean) => void;
};

const ADA = "ada@example.org";
const PASSWORD = "Correct horse 1";

export function describeKeyring(name: string, create: () => Promise<KeyringUnderTest>): void {
  describe(`keyring contract: ${name}`, () => {
    let under: KeyringUnderTest;
    let keyring: Keyring;

    beforeEach(async () => {
      under = await create();
      keyring = under.keyring;
    });

    const register = async (on = keyring) => {
      const prepared = await on.prepareRegistration(PASSWORD);
      if (!prepared.ok) throw new Error(prepared.problem.kind);
      return prepared.value;
    };
    const keysOf = ({ kdf, keys }: { kdf: AccountKeys["entries"][0]["kdf"]; keys: NewVault }): AccountKeys => ({
      document: keys.document,
      entries: [{ entryId: "e", kdf, signsIn: true, pw: keys.pw }],
    });

    it("is empty at first", async () => {
      expect(await keyring.restore()).toEqual({ ok: true, value: { kind: "none" } });
      expect(await keyring.owner()).toEqual({ ok: true, value: undefined });
      expect(await keyring.pendingRecoveryKey()).toEqual({ ok: true, value: undefined });
      expect(await keyring.forgetPendingRecoveryKey()).toMatchObject({ ok: true });
      expect(await keyring.forget()).toMatchObject({ ok: true });
    });

    it("does not store a vault before it is installed", async () => {
      await register();
      expect(await (await under.reload()).restore()).toEqual({ ok: true, value: { kind: "none" } });
    });

    it("gives equal secrets for equal passwords and parameters only", async () => {
      const { secret, kdf } = await register();
      expect(secret).toMatch(/^s1_[A-Za-z0-9_-]{43}$/);
      expect(secret).not.toContain(PASSWORD);
      expect(await keyring.deriveForSignIn(PASSWORD, kdf)).toEqual({ ok: true, value: secret });
      expect(await keyring.deriveForSignIn("Wrong horse 1", kdf)).not.toEqual({ ok: true, value: secret });
      expect((await register()).kdf.salt).not.toBe(kdf.salt);
    });

    it("rejects a weak KDF, an empty and an endless password", async () => {
      const { kdf } = await register();
      expect(await keyring.deriveForSignIn(PASSWORD, { ...kdf, m: 1024 })).toEqual({ ok: false, problem: { kind: "kdf-refused" } });
      expect(await keyring.deriveForSignIn("", kdf)).toEqual({ ok: false, problem: { kind: "password-empty" } });
      expect(await keyring.prepareRegistration("x".repeat(2000))).toEqual({ ok: false, problem: { kind: "password-too-long" } });
    });

    it("keeps an installed vault across a reload, with its unconfirmed recovery key", async () => {
      const { keys } = await register();
      const { vaultId } = keys.document;
      expect(await keyring.install(ADA, true)).toEqual({ ok: true, value: { vaultId, hasPendingRecoveryKey: true } });
      const groups = await keyring.pendingRecoveryKey();
      expect(groups.ok && groups.value).toHaveLength(9);

      const reloaded = await under.reload();
      expect(await reloaded.owner()).toEqual({ ok: true, value: ADA });
      expect(await reloaded.restore()).toEqual({ ok: true, value: { kind: "open", owner: ADA, vaultId, hasPendingRecoveryKey: true } });
      expect(await reloaded.pendingRecoveryKey()).toEqual(groups);
      await reloaded.forgetPendingRecoveryKey();
      expect(await reloaded.pendingRecoveryKey()).toEqual({ ok: true, value: undefined });
      expect(await reloaded.restore()).toMatchObject({ value: { kind: "open", vaultId, hasPendingRecoveryKey: false } });
    });

    it("opens on another device with the password, without the recovery key", async () => {
      const made = await register();
      const other = (await create()).keyring;
      await other.deriveForSignIn(PASSWORD, made.kdf);
      expect(await other.openVault(keysOf(made))).toEqual({ ok: true, value: undefined });
      expect(await other.install(ADA, false)).toEqual({
        ok: true,
        value: { vaultId: made.keys.document.vaultId, hasPendingRecoveryKey: false },
      });
      expect(await other.pendingRecoveryKey()).toEqual({ ok: true, value: undefined });
    });

    it("keeps the unconfirmed recovery key at another sign-in on the same device", async () => {
      const made = await register();
      await keyring.install(ADA, true);
      await keyring.lock();
      await keyring.deriveForSignIn(PASSWORD, made.kdf);
      await keyring.openVault(keysOf(made));
      expect(await keyring.install(ADA, false)).toMatchObject({ ok: true, value: { hasPendingRecoveryKey: true } });
    });

    it("distinguishes why a vault does not open", async () => {
      const made = await register();
      const keys = keysOf(made);
      const entry = keys.entries[0] as AccountKeys["entries"][0];
      const { pw: _, ...unshown } = entry;
      const other = (await create()).keyring;
      const asked = async (value: AccountKeys, password = PASSWORD) => {
        await other.deriveForSignIn(password, made.kdf);
        const answer = await other.openVault(value);
        return answer.ok ? "opened" : answer.problem.kind;
      };
      expect(await asked({ document: null, entries: [entry] })).toBe("no-vault");
      expect(await asked({ ...keys, entries: [{ ...entry, pw: null }] })).toBe("does-not-open");
      expect(await asked({ ...keys, entries: [unshown] })).toBe("does-not-open");
      expect(await asked(keys, "Wrong horse 1")).toBe("does-not-open");
      expect(await asked({ ...keys, document: { ...made.keys.document, v: 2 as 1 } })).toBe("unknown-version");
      await other.dropPrepared();
      expect(await other.restore()).toEqual({ ok: true, value: { kind: "none" } });
    });

    it("prepares a vault for an account without one, unless the device holds a root", async () => {
      const { kdf } = await register();
      await keyring.deriveForSignIn(PASSWORD, kdf);
      const prepared = await keyring.prepareVault();
      if (!prepared.ok) throw new Error(prepared.problem.kind);
      expect(await keyring.install(ADA, true)).toMatchObject({ ok: true, value: { vaultId: prepared.value.document.vaultId } });
      await keyring.deriveForSignIn(PASSWORD, kdf);
      expect(await keyring.prepareVault()).toEqual({ ok: false, problem: { kind: "holds-a-root" } });
    });

    it("forgets everything when asked", async () => {
      await register();
      await keyring.install(ADA, true);
      expect(await keyring.forget()).toEqual({ ok: true, value: undefined });
      expect(await (await under.reload()).restore()).toEqual({ ok: true, value: { kind: "none" } });
      expect(await keyring.owner()).toEqual({ ok: true, value: undefined });
    });

    it("reports refused storage, and installs nothing", async () => {
      await register();
      under.deny(true);
      expect(await keyring.install(ADA, true)).toEqual({ ok: false, problem: { kind: "storage-denied" } });
      expect(await keyring.owner()).toMatchObject({ ok: false });
      under.deny(false);
      expect(await keyring.owner()).toEqual({ ok: true, value: undefined });
    });

    it("does not install a dropped vault", async () => {
      await register();
      await keyring.dropPrepared();
      await expect(keyring.install(ADA, true)).rejects.toThrow();
    });
  });
}
