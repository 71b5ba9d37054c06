/** The Sensitive folder in local mode: opening the wrap is the only check, and there is no recovery. Spec A §4, encryption.md 3.5 (10). */

import { failed, ok, type Result } from "../../model/result.ts";
import type { LocalSensitiveStore } from "../../ports/sealing/local-sensitive-store.ts";
import type { LocalSensitive, SensitiveKeys } from "../../ports/sealing/sensitive-keys.ts";
import type { SensitiveFailure, SensitiveFolder } from "./sensitive-service-types.ts";
import { SensitiveSession, type SensitiveSessionDeps } from "./sensitive-session-service.ts";

export type LocalSensitiveDeps = Omit<SensitiveSessionDeps, "keyring"> & {
  readonly keyring: SensitiveSessionDeps["keyring"] &
    Pick<SensitiveKeys, "prepareLocalSensitive" | "openLocalSensitive" | "changeLocalSensitive" | "prepareSensitivePassword">;
  readonly folder: LocalSensitiveStore;
};

export type LocalSensitiveService = SensitiveFolder & {
  start(): Promise<void>;
  /** Checks again whether a password was chosen: a restored backup may contain one. */
  look(): Promise<void>;
  close(): Promise<void>;
};

type Outcome<Value> = Promise<Result<Value, SensitiveFailure>>;

export function createLocalSensitiveService(deps: LocalSensitiveDeps): LocalSensitiveService {
  const { keyring, folder } = deps;
  const session = new SensitiveSession(deps);
  const take = async (): Outcome<void> => {
    const taken = await session.take(undefined, () => true);
    return taken === "taken" ? ok(undefined) : failed({ kind: "begin-again" });
  };
  /** Runs commands one after another, because they share the keyring's prepared keys. */
  let working: Promise<unknown> = Promise.resolve();
  const inTurn = <Value>(run: () => Outcome<Value>): Outcome<Value> => {
    const done = working.then(() => session.waitForLock()).then(run);
    working = done.catch(() => undefined);
    return done;
  };
  const read = async (): Outcome<LocalSensitive> => {
    const found = await folder.readSensitive();
    if (!found.ok) return found;
    return found.value === undefined ? failed({ kind: "not-set-up" }) : ok(found.value);
  };

  const look = async (): Promise<void> => {
    const found = await folder.readSensitive();
    if (found.ok) session.setUpIs(found.value !== undefined);
  };
  const checkSetUp = async (): Promise<void> => {
    const wasNew = session.store.getState().kind === "not-set-up";
    await look();
    if (wasNew && session.store.getState().kind === "locked") session.changedElsewhere("set-up");
  };

  return {
    store: session.store,
    countdown: session.countdown,
    lockWhenHidden: session.lockWhenHidden,
    look,
    checkSetUp,
    async start() {
      await look();
      await session.restore();
    },
    setUp: (password) =>
      inTurn(async () => {
        const made = await keyring.prepareLocalSensitive(password);
        if (!made.ok) return made;
        const written = await folder.writeSensitive(made.value, undefined);
        if (!written.ok) return written;
        if (written.value) return take();
        await checkSetUp();
        return failed({ kind: "sensitive-exists" });
      }),
    unlock: (password) =>
      inTurn(async () => {
        const found = await read();
        if (!found.ok) return found;
        const opened = await keyring.openLocalSensitive(found.value, password);
        return opened.ok ? take() : opened;
      }),
    change: (current, next) =>
      inTurn(async () => {
        const found = await read();
        if (!found.ok) return found;
        const prepared = await keyring.prepareSensitivePassword(next);
        if (!prepared.ok) return prepared;
        const changed = await keyring.changeLocalSensitive(found.value, current);
        if (!changed.ok) return changed;
        const written = await folder.writeSensitive(changed.value, found.value);
        if (!written.ok) return written;
        return written.value ? take() : failed({ kind: "changed-meanwhile" });
      }),
    touch: () => session.touch(),
    lock: () => session.lock("asked"),
    onEvent: (listener) => session.onEvent(listener),
    beforeKeyGoes: (seal) => session.beforeKeyGoes(seal),
    async close() {
      if (session.isUnlocked) await session.lock("session-ended");
      session.close();
    },
  };
}
