/**
 * A device composed as in the browser, but without one: engine, notes, drive client and adapter, real sealing, keys.json. It reports when
 * the first screen of notes could be shown.
 */
import { type Library, openLibrary } from "@satchel/core/library/index/library-service.ts";
import { createNotesService, type OpenedNotesService } from "@satchel/core/library/notes/notes-service.ts";
import type { PackLimits } from "@satchel/core/model/drive/pack.ts";
import { NOTE } from "@satchel/core/model/limits/limits.ts";
import { createStore } from "@satchel/core/model/store.ts";
import type { LocalStore } from "@satchel/core/ports/device/local-store.ts";
import type { Clock, Timers } from "@satchel/core/ports/environment.ts";
import type { RemoteStore } from "@satchel/core/ports/remote/remote-store.ts";
import type { CycleDeps } from "@satchel/core/sync/context/cycle-types.ts";
import { runCycle } from "@satchel/core/sync/cycle/sync-cycle.ts";
import { MemoryDisk, MemoryLocalStore } from "@satchel/core/testing/memory-local-store.ts";
import { createSequenceIds } from "@satchel/core/testing/sequence-ids.ts";
import { createTestWriters } from "@satchel/core/testing/test-writers.ts";
import { createKeysJsonService } from "@satchel/core/vault/account/keys-json-service.ts";
import type { DriveClient } from "@satchel/drive/client/drive-client.ts";
import { createDriveRemoteStore } from "@satchel/web/adapters/drive/drive-remote-store.ts";
import { createChance } from "../corpus.ts";
import type { Keys } from "./keys.ts";

export type DeviceDeps = {
  /** Six characters. */
  readonly name: string;
  readonly keys: Keys;
  readonly client: DriveClient;
  readonly time: Clock & Timers;
  readonly store?: LocalStore;
  /** If false, packs are neither read nor written. */
  readonly usesPacks?: boolean;
  readonly packLimits?: PackLimits;
  /** Called once, when the notes for the first page of the list are in memory. */
  readonly onFirstScreen?: (device: Device) => void;
  /** Called at the end of a cycle; the copies of keys are updated then. */
  readonly onCycle?: () => void;
};

export type Device = {
  readonly keys: Keys;
  readonly remote: RemoteStore;
  readonly library: Library;
  readonly notes: OpenedNotesService;
  /** Runs one cycle and the work after it; writes packs in a quiet moment. */
  sync(moment?: "busy" | "quiet"): Promise<void>;
};

export async function createDevice(deps: DeviceDeps): Promise<Device> {
  const { name, keys, time } = deps;
  const opened = await openLibrary({ writers: createTestWriters(), store: deps.store ?? new MemoryLocalStore(new MemoryDisk(name)) });
  if (!opened.ok) throw new Error(opened.problem.kind);
  const library = opened.value;
  const ids = createSequenceIds(name);
  const notes = createNotesService({ library, clock: time, timers: time, ids, isSyncing: () => false });
  const remote = createDriveRemoteStore({ client: deps.client, newTargetId: () => ids.random(12) });
  const latest = createStore({ latest: { document: keys.document, entries: [] } });
  const currentTargetId = () => library.index.meta.target?.targetId;
  const keysJson = createKeysJsonService({ remote, keyring: keys.keyring, keys: latest, currentTarget: currentTargetId });
  const packs = deps.usesPacks === false ? undefined : keys.packs;
  const means: Omit<CycleDeps, "mayPack"> = {
    library,
    held: new Map(),
    space: { fits: "packs" },
    remote,
    ids,
    codec: keys.codec,
    packs,
    packLimits: deps.packLimits,
    random: createChance(name.charCodeAt(0)),
    clock: time,
    isStopped: () => false,
  };
  const device: Device = {
    keys,
    remote,
    library,
    notes,
    async sync(moment = "busy") {
      const outcome = await runCycle({ ...means, mayPack: () => moment === "quiet" });
      if (!outcome.ok) throw new Error(`${name}: ${outcome.problem.kind}`);
      notes.refresh();
      deps.onCycle?.();
      await notes.ensureDefaultFolders();
      await keysJson.keep();
    },
  };
  const stop = library.onChange(() => {
    if (library.index.entities.size < NOTE.pageSize) return;
    stop();
    deps.onFirstScreen?.(device);
  });
  return device;
}
