/** One device for tests: the real engine and note service on a memory disk and a shared memory drive. */

import { createAttachmentsService, type OpenedAttachments } from "../library/attachments/attachments-service.ts";
import type { Uploads } from "../library/attachments/attachments-service-types.ts";
import { type Library, openLibrary } from "../library/index/library-service.ts";
import { createNotesService, type OpenedNotesService } from "../library/notes/notes-service.ts";
import type { PackLimits } from "../model/drive/pack.ts";
import { PACKS } from "../model/limits/limits.ts";
import type { RemoteProblem } from "../model/remote-problem.ts";
import type { Result } from "../model/result.ts";
import type { StoreProblem } from "../ports/device/local-store.ts";
import type { AttachmentRemote } from "../ports/remote/attachment-remote.ts";
import type { RemoteStore } from "../ports/remote/remote-store.ts";
import type { AttachmentCodec } from "../ports/sealing/attachment-codec.ts";
import type { Codec } from "../ports/sealing/codec.ts";
import type { PackCodec } from "../ports/sealing/pack-codec.ts";
import { createUploads } from "../sync/attachments/upload-service.ts";
import type { ConflictStrategy } from "../sync/conflicts/conflict-records.ts";
import { createConflictsService } from "../sync/conflicts/conflicts-service.ts";
import type { ConflictsService } from "../sync/conflicts/conflicts-service-types.ts";
import type { CycleProblem, HistoryLimits } from "../sync/context/cycle-types.ts";
import { type RemovalChoice, resolveRemovals } from "../sync/cycle/removals.ts";
import { switchTarget } from "../sync/cycle/switch-target.ts";
import { runCycle } from "../sync/cycle/sync-cycle.ts";
import { MERGING_HERE, RESOLVING_HERE } from "./loaded-rules.ts";
import { ManualClock } from "./manual-clock.ts";
import { createMemoryAttachmentRemote } from "./memory-attachment-remote.ts";
import { createMemoryExclusive } from "./memory-exclusive.ts";
import { MemoryDisk, MemoryLocalStore } from "./memory-local-store.ts";
import { createMemoryRemoteStore, type MemoryDrive } from "./memory-remote-store.ts";
import { createPlainCodec } from "./plain-codec.ts";
import { createSequenceIds } from "./sequence-ids.ts";
import { createTestWriters } from "./test-writers.ts";

/** Limits with which every note gets its own file. */
export const ALL_IN_FILES: PackLimits = { ...PACKS, primaryFrom: Number.POSITIVE_INFINITY };

export type TestDevice = {
  readonly library: Library;
  readonly store: MemoryLocalStore;
  readonly remote: RemoteStore;
  readonly files: AttachmentRemote;
  readonly codec: Codec & PackCodec & AttachmentCodec;
  readonly notes: OpenedNotesService;
  readonly attachments: OpenedAttachments;
  /** Runs when a file is added; tests also call it as after a cycle. */
  readonly uploads: Uploads;
  readonly clock: ManualClock;
  readonly disk: MemoryDisk;
  readonly conflicts: ConflictsService;
  /** The strategy for conflicts in the settings. */
  readonly strategy: { chosen: ConflictStrategy };
  readonly calls: string[];
  /** The browser's network state. */
  readonly network: { isOnline: boolean };
  readonly faults: { next?: (call: string, at: "before" | "after") => RemoteProblem | undefined | Promise<RemoteProblem | undefined> };
  /** `mayPack`: whether the device is idle enough to write packs. */
  readonly means: { mayPack: () => boolean; historyLimits?: HistoryLimits; packLimits?: PackLimits };
  sync(): Promise<Result<void, CycleProblem>>;
  /** The same disk in a new process, with another drive if one is given. */
  restart(change?: { readonly drive: MemoryDrive }): Promise<TestDevice>;
  /** A second device on a copy of this disk. */
  copy(): Promise<TestDevice>;
  /** Accepts the drive that is connected now. */
  switchTarget(): Promise<Result<void, StoreProblem>>;
  /** The user's decision about a mass removal. */
  resolveRemovals(choice: RemovalChoice): Promise<Result<void, StoreProblem>>;
  titles(): readonly string[];
};

type Parts = {
  readonly idSeed: string;
  readonly drive: MemoryDrive;
  readonly disk: MemoryDisk;
  readonly clock: ManualClock;
  readonly codec: Codec & PackCodec & AttachmentCodec;
};

export function createTestDevice(name: string, drive: MemoryDrive, clock = new ManualClock()): Promise<TestDevice> {
  const deviceId = name.padEnd(6, "-").slice(0, 6);
  return startDevice({ idSeed: deviceId, drive, disk: new MemoryDisk(deviceId), clock, codec: createPlainCodec() });
}

async function startDevice(parts: Parts): Promise<TestDevice> {
  const { drive, disk, clock, codec } = parts;
  const store = new MemoryLocalStore(disk);
  const opened = await openLibrary({ writers: createTestWriters(), store });
  if (!opened.ok) throw new Error(opened.problem.kind);
  const library = opened.value;
  const calls: string[] = [];
  const faults: TestDevice["faults"] = {};
  const fault = async (call: string, at: "before" | "after") => {
    if (at === "before") calls.push(call);
    return faults.next?.(call, at);
  };
  const remote: RemoteStore = createMemoryRemoteStore(drive, { md5: codec.md5, fault });
  const files = createMemoryAttachmentRemote(drive.attachments, { md5: codec.md5, fault });
  const ids = createSequenceIds(parts.idSeed);
  const notes = createNotesService({ library, clock, timers: clock, ids, isSyncing: () => false, merging: MERGING_HERE });
  const sent = { ...files, reserveIds: remote.reserveIds };
  const network = { isOnline: true };
  const isOnline = () => network.isOnline;
  const uploads = createUploads({ library, store, remote: sent, codec, exclusive: createMemoryExclusive(), clock, isOnline });
  const attachments = createAttachmentsService({ library, store, codec, clock, ids, cloud: { remote: files, uploads } });
  const means: TestDevice["means"] = { mayPack: () => true };
  const strategy: TestDevice["strategy"] = { chosen: "manual" };
  const conflicts = createConflictsService({ library, records: store, clock, strategy: () => strategy.chosen, resolving: RESOLVING_HERE });
  return {
    library,
    store,
    remote,
    files,
    codec,
    notes,
    attachments,
    uploads,
    clock,
    disk,
    calls,
    network,
    faults,
    means,
    conflicts,
    strategy,
    sync: async () => {
      const outcome = await runCycle({
        library,
        remote,
        codec,
        packs: codec,
        attachments: { store, remote: files },
        mayPack: () => means.mayPack(),
        historyLimits: means.historyLimits,
        packLimits: means.packLimits,
        ids,
        random: () => 0.5,
        clock,
        isStopped: () => false,
      });
      await conflicts.resolveByStrategy();
      notes.refresh();
      return outcome;
    },
    restart: (change) => startDevice({ ...parts, ...change }),
    copy: () => startDevice({ ...parts, idSeed: "copied", disk: disk.copy() }),
    resolveRemovals: (choice) => resolveRemovals(library, clock, choice),
    switchTarget: async () => {
      const switched = await switchTarget(library);
      notes.refresh();
      return switched;
    },
    titles: () => notes.store.getState().notes.map(({ title }) => title),
  };
}
