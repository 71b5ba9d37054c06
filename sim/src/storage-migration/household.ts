/**
 * Two devices of one user whose library moves from one drive server to another while they write, sync, lose answers and crash. The engine,
 * the drive adapter, the copying and the change of plan are the product's; only the wires and the timing are simulated. Decision 0010.
 */

import { createHash } from "node:crypto";
import type { PlanType } from "@satchel/contract/plans.ts";
import type { StorageKind } from "@satchel/core/connection/storage-access-service.ts";
import { type Library, openLibrary } from "@satchel/core/library/index/library-service.ts";
import { createNotesService, type OpenedNotesService } from "@satchel/core/library/notes/notes-service.ts";
import { createTrashService } from "@satchel/core/library/trash/trash-service.ts";
import type { TrashService } from "@satchel/core/library/trash/trash-service-types.ts";
import { ok } from "@satchel/core/model/result.ts";
import type { RemoteStore } from "@satchel/core/ports/remote/remote-store.ts";
import type { Codec } from "@satchel/core/ports/sealing/codec.ts";
import type { PackCodec } from "@satchel/core/ports/sealing/pack-codec.ts";
import { runCycle } from "@satchel/core/sync/cycle/sync-cycle.ts";
import { createHistoryFetcher } from "@satchel/core/sync/history/fetch-history-service.ts";
import { MERGING_HERE } from "@satchel/core/testing/loaded-rules.ts";
import { createMemoryBackend, type MemoryBackend } from "@satchel/core/testing/memory-backend.ts";
import { createMemoryExclusive } from "@satchel/core/testing/memory-exclusive.ts";
import { MemoryDisk, MemoryLocalStore } from "@satchel/core/testing/memory-local-store.ts";
import { createMemoryPreferences } from "@satchel/core/testing/memory-preferences.ts";
import { noUnlockedTexts } from "@satchel/core/testing/memory-sensitive.ts";
import { createPlainCodec } from "@satchel/core/testing/plain-codec.ts";
import { createTestWriters } from "@satchel/core/testing/test-writers.ts";
import { createMoveService } from "@satchel/core/transfer/storage-migration/move-service.ts";
import type { MoveService } from "@satchel/core/transfer/storage-migration/move-service-types.ts";
import { createDriveClient } from "@satchel/drive/client/create-drive-client.ts";
import type { DriveClient } from "@satchel/drive/client/drive-client.ts";
import { createDriveCopyTarget } from "@satchel/web/adapters/drive/drive-copy-target.ts";
import { createDriveRemoteStore } from "@satchel/web/adapters/drive/drive-remote-store.ts";
import { SMALL_HISTORY, SMALL_PACKS } from "../device/device.ts";
import { ACCESS_TOKEN, createSimDrive, DRIVE_URLS, type SimDrive } from "../world/drive.ts";
import { createWire, FAIR_WEATHER, type Weather, type Wire } from "../world/network.ts";
import type { Chance } from "../world/random.ts";
import type { VirtualTime } from "../world/virtual-time.ts";

const EMAIL = "ada@example.org";
const md5 = (bytes: Uint8Array): string => createHash("md5").update(bytes).digest("hex");
const CODEC = createPlainCodec(md5);

export class Household {
  readonly backend: MemoryBackend = createMemoryBackend();
  readonly drives: Record<StorageKind, SimDrive>;
  readonly preferences = createMemoryPreferences();
  readonly #wires: Wire[] = [];
  token = "";

  constructor(
    readonly time: VirtualTime,
    readonly chance: Chance,
  ) {
    this.drives = { "own-drive": createSimDrive(time, chance.fork()), managed: createSimDrive(time, chance.fork()) };
  }

  async start(): Promise<void> {
    this.backend.addPlainAccount(EMAIL, { alg: "argon2id", m: 65_536, t: 3, p: 1, salt: "A".repeat(22) }, "s1_x");
    const signedIn = await this.backend.login({ email: EMAIL, password: "s1_x" });
    if (!signedIn.ok) throw new Error(signedIn.problem.kind);
    this.token = signedIn.value.token;
  }

  get plan(): PlanType {
    return this.backend.account(EMAIL)?.user.planType ?? "free";
  }

  get storage(): StorageKind {
    return this.plan === "free" ? "own-drive" : "managed";
  }

  setWeather(weather: Weather): void {
    for (const wire of this.#wires) wire.setWeather(weather);
  }

  /** `isDead`: whether the process has died; then it neither sends nor receives anything. */
  client(kind: StorageKind, isDead: () => boolean): DriveClient {
    const { time, chance, drives } = this;
    const wire = createWire(
      { time, chance: chance.fork(), server: drives[kind].fetch, onAmbiguous: () => undefined, trace: () => undefined },
      FAIR_WEATHER,
    );
    this.#wires.push(wire);
    return createDriveClient({
      baseUrls: DRIVE_URLS,
      fetch: (input, init) => (isDead() ? new Promise<never>(() => undefined) : wire.fetch(input, init)),
      token: async () => ACCESS_TOKEN,
      refresh: async () => ACCESS_TOKEN,
      timers: time,
      random: () => chance.next(),
      isOnline: wire.isOnline,
      limits: { perSecond: Number.POSITIVE_INFINITY, writesPerSecond: Number.POSITIVE_INFINITY },
    });
  }

  text(length: number): string {
    return Array.from({ length }, () => this.chance.int(0, 35).toString(36)).join("");
  }

  /** One lifetime of the process that moves the library; what it remembers is in `preferences`. */
  mover(device: Roamer): { readonly service: MoveService; die(): void } {
    let isDead = false;
    const service = createMoveService({
      backend: this.backend,
      token: () => this.token,
      refreshSession: async () => device.refreshPlan(),
      confirmAccount: () => undefined,
      access: async (kind) => {
        const access = { token: async () => kind, refresh: async () => kind, close: () => undefined };
        return ok({ baseUrls: { api: kind, upload: kind }, ...access });
      },
      openTarget: ({ baseUrls }) =>
        createDriveCopyTarget({
          client: this.client(baseUrls.api as StorageKind, () => isDead),
          newTargetId: () => this.text(12),
          isOurs: baseUrls.api === "managed",
        }),
      sync: { pause: () => device.pause(), resume: () => device.resume() },
      here: {
        hasNotes: () => device.library.index.entities.size > 0,
        hasUnsent: () => device.library.index.countUnsent() > 0,
      },
      md5,
      packing: () => ({
        codec: CODEC,
        packs: CODEC,
        clock: this.time,
        ids: { random: (length) => this.text(length) },
        isSensitive: () => false,
        limits: { ...SMALL_PACKS, primaryFrom: 2 },
      }),
      preferences: this.preferences,
      exclusive: createMemoryExclusive(),
      network: { isOnline: () => true, onChange: () => () => undefined },
      // A process that has ended starts nothing again.
      timers: { after: () => () => undefined },
    });
    return {
      service,
      die: () => {
        isDead = true;
      },
    };
  }
}

/** A device that syncs with the drive in which it believes its library to be. */
export class Roamer {
  readonly trash: TrashService;
  readonly #codec: Codec & PackCodec = CODEC;
  #storage: StorageKind;
  #remote: RemoteStore | undefined;
  #isPaused = false;
  #running: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly house: Household,
    readonly library: Library,
    readonly notes: OpenedNotesService,
  ) {
    this.#storage = house.storage;
    this.trash = createTrashService({
      library,
      clock: house.time,
      timers: house.time,
      preferences: createMemoryPreferences(),
      isLocal: false,
      otherChoices: async () => [],
      onChosen: () => undefined,
      openTexts: noUnlockedTexts,
      open: async (note) => note,
    });
  }

  static async open(house: Household, name: string): Promise<Roamer> {
    const opened = await openLibrary({ writers: createTestWriters(), store: new MemoryLocalStore(new MemoryDisk(name)) });
    if (!opened.ok) throw new Error(opened.problem.kind);
    const { time } = house;
    const ids = { random: (length: number) => house.text(length) };
    const notes = createNotesService({
      library: opened.value,
      clock: time,
      timers: time,
      ids,
      isSyncing: () => false,
      merging: MERGING_HERE,
    });
    return new Roamer(house, opened.value, notes);
  }

  /** Takes the storage that the session names now; another storage needs another connection. */
  refreshPlan(): void {
    if (this.#storage === this.house.storage) return;
    this.#storage = this.house.storage;
    this.#remote = undefined;
    this.#isPaused = false;
  }

  async pause(): Promise<void> {
    this.#isPaused = true;
    await this.#running;
  }

  resume(): void {
    this.#isPaused = false;
  }

  /** `false`: not all former versions in the drive could be read. */
  async fetchHistory(): Promise<boolean> {
    const { house, library } = this;
    const remote = createDriveRemoteStore({ client: house.client(this.#storage, () => false), newTargetId: () => house.text(12) });
    const fetch = createHistoryFetcher({ library, remote, packs: this.#codec, clock: house.time });
    const fetched = await fetch({ isStopped: () => false, onRead: () => undefined });
    return fetched.ok && fetched.value.unread === 0;
  }

  /** The problem the cycle ended with, if it did not complete. */
  async sync(): Promise<string | undefined> {
    if (this.#isPaused) return "paused";
    const cycle = this.#cycle();
    this.#running = cycle;
    return cycle;
  }

  async #cycle(): Promise<string | undefined> {
    const { house, library } = this;
    this.#remote ??= createDriveRemoteStore({ client: house.client(this.#storage, () => false), newTargetId: () => house.text(12) });
    const outcome = await runCycle({
      library,
      remote: this.#remote,
      codec: this.#codec,
      packs: this.#codec,
      packLimits: SMALL_PACKS,
      historyLimits: SMALL_HISTORY,
      ids: { random: (length) => house.text(length) },
      random: () => house.chance.next(),
      mayPack: () => false,
      clock: house.time,
      isStopped: () => this.#isPaused,
    });
    if (outcome.ok) return undefined;
    const { problem } = outcome;
    if (problem.kind !== "target-changed") return problem.kind;
    if (problem.what === "moved-away") this.refreshPlan();
    return `target-changed ${problem.what}`;
  }
}
