/**
 * One device: the product's engine, note service, drive client and adapter over a disk in memory. Its process can die before or after
 * any commit; the disk survives. Wiping the device makes it a new one.
 */

import { needsPush } from "@satchel/core/library/index/derive.ts";
import { type Library, openLibrary } from "@satchel/core/library/index/library-service.ts";
import { createNotesService, type OpenedNotesService } from "@satchel/core/library/notes/notes-service.ts";
import { createTrashService } from "@satchel/core/library/trash/trash-service.ts";
import type { TrashService } from "@satchel/core/library/trash/trash-service-types.ts";
import type { PackLimits } from "@satchel/core/model/drive/pack.ts";
import type { VersionVector } from "@satchel/core/model/entities/version-vector.ts";
import { EMBEDDED, HISTORY_PACKS } from "@satchel/core/model/limits/history-limits.ts";
import { PACKS } from "@satchel/core/model/limits/limits.ts";
import { ok } from "@satchel/core/model/result.ts";
import type { LocalStore, Writes } from "@satchel/core/ports/device/local-store.ts";
import type { Preferences } from "@satchel/core/ports/device/preferences.ts";
import type { Clock, Ids } from "@satchel/core/ports/environment.ts";
import type { AttachmentCodec } from "@satchel/core/ports/sealing/attachment-codec.ts";
import type { Codec } from "@satchel/core/ports/sealing/codec.ts";
import type { PackCodec } from "@satchel/core/ports/sealing/pack-codec.ts";
import { type OrphanedFiles, watchOrphanedFiles } from "@satchel/core/sync/attachments/orphaned-files-service.ts";
import { createConflictsService } from "@satchel/core/sync/conflicts/conflicts-service.ts";
import type { ConflictsService } from "@satchel/core/sync/conflicts/conflicts-service-types.ts";
import type { HistoryLimits } from "@satchel/core/sync/context/cycle-types.ts";
import { type RemovalChoice, resolveRemovals } from "@satchel/core/sync/cycle/removals.ts";
import { runCycle } from "@satchel/core/sync/cycle/sync-cycle.ts";
import { createHistoryFetcher } from "@satchel/core/sync/history/fetch-history-service.ts";
import { retryUnknownKeys } from "@satchel/core/sync/queue/retry-service.ts";
import { MERGING_HERE, RESOLVING_HERE } from "@satchel/core/testing/loaded-rules.ts";
import { NO_FILES } from "@satchel/core/testing/memory-resealing.ts";
import { noUnlockedTexts } from "@satchel/core/testing/memory-sensitive.ts";
import { createSensitiveNotes, type SensitiveNotes } from "@satchel/core/vault/sensitive/sensitive-notes-service.ts";
import { createDays, type DaysService } from "@satchel/core/workspace/organize/days-service.ts";
import { createSavedSearches, type SavedSearchesService } from "@satchel/core/workspace/organize/saved-searches-service.ts";
import { createTemplates, type TemplatesService } from "@satchel/core/workspace/organize/templates-service.ts";
import { createTagsService, type TagsService } from "@satchel/core/workspace/tags/tags-service.ts";
import { createDriveClient } from "@satchel/drive/client/create-drive-client.ts";
import type { DriveClient } from "@satchel/drive/client/drive-client.ts";
import { createDriveRemoteStore } from "@satchel/web/adapters/drive/drive-remote-store.ts";
import { withOpaqueNames } from "@satchel/web/adapters/drive/opaque-names.ts";
import { falseClaims, tokensIn } from "../oracle/oracle.ts";
import type { VersionsOracle } from "../oracle/versions.ts";
import type { Disk } from "../world/disk.ts";
import { ACCESS_TOKEN, DRIVE_URLS, SENT_BY } from "../world/drive.ts";
import { createPlainFileNames } from "../world/file-names.ts";
import type { Wire } from "../world/network.ts";
import type { Chance } from "../world/random.ts";
import type { VirtualTime } from "../world/virtual-time.ts";
import { type DeviceFiles, type FilesSettings, falseFileClaims, openDeviceFiles, waitingFiles } from "./device-files.ts";
import { type DeviceSignals, openSignals, type SignalsEnd } from "./device-signals.ts";
import { contentOf } from "./reading.ts";
import { createSensitiveKey, type SensitiveKey } from "./sensitive-keys.ts";
import { sealedWith, type VaultKeys } from "./vault-keys.ts";

export type DeviceDeps = {
  readonly name: string;
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly wire: Wire;
  readonly codec: Codec & PackCodec & AttachmentCodec;
  /** If absent, devices learn of each other's changes from the drive alone. */
  readonly signals?: DeviceSignals;
  /** If absent, no one attaches any files. */
  readonly files?: FilesSettings | undefined;
  /** How far this device's clock is off, up to hours. */
  readonly skewMs: number;
  readonly newDisk: (deviceId: string) => Disk;
  readonly onCrash: () => void;
  /** Called when the user answered the questions about this note; the answer makes a new version. */
  readonly onResolved: (noteId: string, vv: VersionVector, choice: RemovalChoice) => void;
  readonly trace: (line: string) => void;
  readonly versions: VersionsOracle;
  /** A random stream of its own, so that a run without sensitive notes stays the same run. */
  readonly keyChance: Chance;
  /**
   * How many devices of a version vector fit into a file's properties (all of them if absent), and from how many notes on the device sends
   * them in primary packs.
   */
  readonly limits: { readonly maxDots?: number; readonly primaryFrom?: number; readonly maxEntries?: number };
  /** If absent, the account never gets a second vault. */
  readonly keys?: VaultKeys | undefined;
  /** Starts with a version of the app that does not know encrypted names. */
  readonly isOlder?: boolean;
  /** Lets the files of notes hold few versions and packs only a handful of them. If absent, the product's limits apply. */
  readonly historyLimits?: HistoryLimits | undefined;
  /** Keeps a copy of the disk from before each commit. */
  readonly keepsLastCommit?: boolean | undefined;
  /** Source of the names of its writers. */
  readonly writerNames: Chance;
};

/** No simulated user leaves text unsaved in an editor. */
const NO_DRAFTS = { loadDrafts: async () => ok([]) };

/** Runs are short and libraries small, so packs hold a handful of notes and are written and replaced within minutes. */
export const SMALL_PACKS: PackLimits = {
  ...PACKS,
  minUncovered: 2,
  aheadFrom: 2,
  primaryFrom: Number.POSITIVE_INFINITY,
  aheadMs: 300_000,
  jitterMs: 30_000,
  lookEveryMs: 60_000,
  growth: 2,
  maxEntries: 6,
  useFromMissing: 1,
};

export const SMALL_HISTORY: HistoryLimits = {
  embedded: { ...EMBEDDED, maxVersions: 2 },
  packs: { ...HISTORY_PACKS, minVersions: 2, growth: 2, fullBytes: 20_000, maxTextChars: 400, notesPerRead: 2 },
};

/** Names under a key that all devices of a run have. */
const sealNames = async (ids: readonly string[]) => ok(ids.map((id) => `name of ${id}`));

/** A run lasts some hours, so nothing is old enough to be purged automatically. */
const NO_PREFERENCES: Preferences = { read: () => undefined, write: () => undefined };

export type Commands = {
  readonly library: Library;
  readonly sensitive: SensitiveNotes;
  readonly conflicts: ConflictsService;
  readonly trash: TrashService;
  readonly tags: TagsService;
  readonly searches: SavedSearchesService;
  readonly templates: TemplatesService;
  readonly days: DaysService;
  readonly files?: DeviceFiles | undefined;
};

type Process = {
  readonly library: Library;
  readonly notes: OpenedNotesService;
  readonly sensitive: SensitiveNotes;
  readonly orphanedFiles: OrphanedFiles;
  readonly conflicts: ConflictsService;
  readonly trash: TrashService;
  readonly tags: TagsService;
  readonly searches: SavedSearchesService;
  readonly templates: TemplatesService;
  readonly days: DaysService;
  readonly remote: ReturnType<typeof createDriveRemoteStore>;
  readonly files?: DeviceFiles | undefined;
  readonly signals?: SignalsEnd | undefined;
  readonly hideNames: (limit: number) => Promise<number>;
  isDead: boolean;
};

export class Device {
  readonly name: string;
  readonly #deps: DeviceDeps;
  readonly #clock: Clock;
  readonly #ids: Ids = { random: (length) => idText(this.#deps.chance, length) };
  /** A random stream of its own, so that older seeds draw nearly the same. */
  readonly #writerNames: Chance;
  #disk: Disk;
  #beforeLast: Disk | undefined;
  /** Set on a machine that was copied with its memory: the writer's name that the first process continues under. */
  #resumed: string | undefined;
  #process: Process | undefined;
  #crashes = 0;
  #starts = 0;
  #cycles: Promise<unknown> = Promise.resolve();
  #pointsLeft = 0;
  readonly #falseClaims = new Set<string>();
  readonly key: SensitiveKey;
  #keys: VaultKeys | undefined;
  #codec: DeviceDeps["codec"];
  /** Runs a version of the app that does not know encrypted names, until it is updated. */
  #isOlder: boolean;
  readonly #fileNames = createPlainFileNames(() => this.#keys);
  /** Whether the user of this device knows the password of the Sensitive folder. */
  knowsPassword = true;

  constructor(deps: DeviceDeps) {
    this.#deps = deps;
    this.#writerNames = deps.writerNames;
    this.name = deps.name;
    this.#clock = { now: () => deps.time.now() + deps.skewMs };
    this.#disk = deps.newDisk(deps.name);
    this.key = createSensitiveKey(deps.keyChance);
    this.#keys = deps.keys;
    this.#isOlder = deps.isOlder ?? false;
    this.#codec = deps.keys === undefined ? deps.codec : sealedWith(deps.codec, deps.keys);
  }

  /** Restarts the device with the current version of the app if it runs an earlier one. */
  async update(): Promise<void> {
    if (!this.#isOlder) return;
    this.#isOlder = false;
    this.crash();
    await this.start();
  }

  /** Renames files that an earlier version wrote, as the app does in a quiet moment. Returns how many. */
  async hideNames(limit: number): Promise<number> {
    const process = this.#process;
    if (process === undefined || process.isDead) return 0;
    const hidden = await Promise.race([process.hideNames(limit), this.#death(process)]);
    return hidden === "died" ? 0 : hidden;
  }

  /** Makes the process die at this crash point, counted from now. There is one point before and one after each commit. */
  crashAtPoint(point: number): void {
    this.#pointsLeft = point;
  }

  setCrashes(probability: number): void {
    this.#crashes = probability;
  }

  get disk(): Disk {
    return this.#disk;
  }

  /** The disk before its last commit, which a power failure may take. Only with `keepsLastCommit`. */
  get diskBeforeLastCommit(): Disk | undefined {
    return this.#beforeLast;
  }

  /** Replaces the disk by an earlier copy of itself and restarts the app. */
  async setBackTo(earlier: Disk): Promise<void> {
    this.crash();
    this.#disk = earlier;
    this.#beforeLast = undefined;
    await this.start();
  }

  /** Undefined while the process is dead; `start` starts a new one. */
  get notes(): OpenedNotesService | undefined {
    return this.#process?.isDead === false ? this.#process.notes : undefined;
  }

  get conflicts(): ConflictsService | undefined {
    return this.#process?.isDead === false ? this.#process.conflicts : undefined;
  }

  async start(): Promise<void> {
    if (this.notes !== undefined) return;
    const { time, chance } = this.#deps;
    const [process, sentBy] = [{ isDead: false } as Process, this.#beginProcess()];
    // The key of an unlocked folder does not outlive the process.
    this.key.lock();
    const store = await this.#openStore(process);
    const library = await this.#openLibrary(store);
    const plainClient = this.#openClient(process, sentBy);
    const opaque = this.#isOlder ? undefined : withOpaqueNames(plainClient, this.#fileNames);
    const client = opaque ?? plainClient;
    const own = { library, clock: this.#clock, sealing: this.key };
    const remote = createDriveRemoteStore({ client, newTargetId: () => idText(chance, 12), ...this.#deps.limits });
    const [codec, { files }] = [this.#codec, this.#deps];
    const means = { library, store, client, reserveIds: remote.reserveIds, codec, clock: this.#clock };
    const opening = files && openDeviceFiles({ ...means, ...files });
    const sensitive = createSensitiveNotes({
      ...own,
      ids: this.#ids,
      drafts: NO_DRAFTS,
      files: opening?.resealing ?? NO_FILES,
      merging: MERGING_HERE,
    });
    const notes = createNotesService({
      library,
      clock: this.#clock,
      timers: time,
      ids: this.#ids,
      isSyncing: () => false,
      merging: MERGING_HERE,
    });
    this.#process = Object.assign(process, {
      library,
      sensitive,
      orphanedFiles: watchOrphanedFiles({ ...own, sensitive }),
      conflicts: createConflictsService({ ...own, records: store, strategy: () => "manual", resolving: RESOLVING_HERE }),
      tags: createTagsService(own),
      searches: createSavedSearches({ library, clock: this.#clock, ids: this.#ids }),
      days: createDays({ library, notes, clock: this.#clock, ids: this.#ids, sealNames }),
      templates: createTemplates({ library, notes, clock: this.#clock, ids: this.#ids }),
      trash: createTrashService({
        library,
        clock: this.#clock,
        timers: time,
        preferences: NO_PREFERENCES,
        isLocal: false,
        otherChoices: async () => undefined,
        onChosen: () => undefined,
        openTexts: noUnlockedTexts,
        open: async (note) => note,
      }),
      notes,
      remote,
      files: opening,
      signals: this.#openSignals(process, library),
      hideNames: async (limit: number) => opaque?.hideNames(limit) ?? 0,
    });
    this.#watchClaims(library, this.#process.notes);
  }

  #openClient(process: Process, sentBy: Readonly<Record<string, string>>): DriveClient {
    const { time, chance, wire } = this.#deps;
    return createDriveClient({
      baseUrls: DRIVE_URLS,
      fetch: (input, init) =>
        process.isDead ? new Promise<never>(() => {}) : wire.fetch(input, { ...init, headers: { ...init?.headers, ...sentBy } }),
      token: async () => ACCESS_TOKEN,
      refresh: async () => ACCESS_TOKEN,
      timers: time,
      random: () => chance.next(),
      isOnline: wire.isOnline,
      limits: { perSecond: Number.POSITIVE_INFINITY, writesPerSecond: Number.POSITIVE_INFINITY },
    });
  }

  /** Returns the header that tells this process's requests from those of other processes. */
  #beginProcess(): Readonly<Record<string, string>> {
    this.#starts += 1;
    return { [SENT_BY]: `${this.name} ${this.#starts}` };
  }

  async #openStore(process: Process) {
    const opened = this.#keepLastCommit(await this.#disk.open(() => this.#mayCrash(process)));
    return this.#deps.versions.watch(opened, this.name, () => process.library?.index.writer.name ?? "");
  }

  #takeResumed(): string | undefined {
    const resumed = this.#resumed;
    this.#resumed = undefined;
    return resumed;
  }

  #keepLastCommit<Store extends LocalStore>(store: Store): Store {
    if (this.#deps.keepsLastCommit !== true) return store;
    const transact: LocalStore["transact"] = async (reads, plan, durability) => {
      const before = await this.#disk.copy();
      let writes: Writes = {};
      const committed = await store.transact(
        reads,
        (seen) => {
          const planned = plan(seen);
          writes = planned.writes;
          return planned;
        },
        durability,
      );
      if (Object.keys(writes).length > 0) this.#beforeLast = before;
      return committed;
    };
    return new Proxy(store, {
      get: (target, name) => {
        if (name === "transact") return transact;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  }

  async #openLibrary(store: LocalStore): Promise<Library> {
    const opened = await openLibrary({
      store,
      writers: {
        random: (length) => this.#takeResumed() ?? idText(this.#writerNames, length),
        now: () => 0,
        maxEntries: this.#deps.limits.maxEntries,
      },
    });
    if (!opened.ok) throw new Error(opened.problem.kind);
    // A key may have joined while the process was not running.
    if (this.#keys !== undefined) await retryUnknownKeys(opened.value);
    return opened.value;
  }

  #openSignals(process: Process, library: Library): SignalsEnd | undefined {
    const { name, time, wire, signals } = this.#deps;
    if (signals === undefined) return undefined;
    const isThere = (): boolean => !process.isDead && wire.isOnline();
    const scheduleSync = (): void => void (process.isDead ? undefined : this.sync());
    return openSignals({ name, library, clock: this.#clock, time, isThere, scheduleSync }, signals);
  }

  /** Every claim of the interface that was not true, each listed once. */
  get falseClaims(): readonly string[] {
    return [...this.#falseClaims];
  }

  /** Checks the claims against the disk, which is what counts while no command is running. */
  async checkClaimsOnDisk(): Promise<void> {
    const { entities, remote } = await this.#disk.view();
    const tainted = this.#tainted();
    if (this.notes === undefined) return;
    const filesOf = (id: string) => remote.filter((file) => file.id === id);
    const claimed = this.notes.store.getState();
    for (const claim of falseClaims(claimed, { entity: (id) => entities.get(id), filesOf, tainted })) {
      this.#falseClaims.add(`${claim} (on disk)`);
    }
  }

  /** Listens after the note service, so that it sees the same state as the user once a write has been reported. */
  #watchClaims(library: Library, notes: OpenedNotesService): void {
    library.onChange(() => {
      const { index } = library;
      const truth = { entity: (id: string) => index.entities.get(id), filesOf: (id: string) => index.filesOf(id), tainted: index.tainted };
      const claims = [...falseClaims(notes.store.getState(), truth), ...falseFileClaims(notes.store.getState(), library)];
      for (const claim of claims) this.#falseClaims.add(claim);
    });
  }

  /** Runs cycles one after the other and returns `true` if this one completed. */
  sync(): Promise<boolean> {
    // Without the channel, nothing asks for a second cycle while one runs.
    if (this.#deps.signals === undefined) return this.#cycle();
    const cycle = this.#cycles.then(() => this.#cycle());
    this.#cycles = cycle.catch(() => undefined);
    return cycle;
  }

  /** A cycle whose process died never answers, so the death itself is reported to the caller. */
  async #cycle(): Promise<boolean> {
    const process = this.#process;
    if (process === undefined || process.isDead) return false;
    const { library, remote, signals } = process;
    signals?.setPhase("syncing");
    const cycle = runCycle({
      library,
      remote,
      codec: this.#isOlder ? this.#codec : { ...this.#codec, openNames: this.#fileNames.openNames },
      packs: this.#codec,
      sealing: this.key,
      mayPack: () => true,
      packLimits: { ...SMALL_PACKS, primaryFrom: this.#deps.limits.primaryFrom ?? SMALL_PACKS.primaryFrom },
      historyLimits: this.#deps.historyLimits,
      attachments: process.files?.means,
      isAwaited: signals?.isAwaited,
      ids: this.#ids,
      random: () => this.#deps.chance.next(),
      clock: this.#clock,
      isStopped: () => process.isDead,
    });
    const outcome = await Promise.race([cycle, this.#death(process)]);
    if (outcome === "died") return false;
    signals?.setPhase("idle", outcome.ok ? undefined : outcome.problem);
    if (outcome.ok && (await Promise.race([process.orphanedFiles.look(), this.#death(process)])) === "died") return false;
    if (outcome.ok) void process.files?.uploads.run();
    if (!outcome.ok) this.#deps.trace(`${this.name} stopped: ${outcome.problem.kind}`);
    if (!outcome.ok && outcome.problem.kind === "mass-removal") await this.#answerRemovals(process);
    return outcome.ok;
  }

  /** The user opens a history. `false`: not all of it could be fetched. */
  async fetchHistory(): Promise<boolean> {
    const process = this.#process;
    if (process === undefined || process.isDead) return false;
    const { library, remote } = process;
    const fetch = createHistoryFetcher({ library, remote, packs: this.#codec, clock: this.#clock });
    const fetched = await Promise.race([fetch({ isStopped: () => process.isDead, onRead: () => undefined }), this.#death(process)]);
    return fetched !== "died" && fetched.ok && fetched.value.unread === 0;
  }

  /** Asked whether to remove here, too, what is in the drive's trash, people choose either answer. */
  async #answerRemovals(process: Process): Promise<void> {
    const { library } = process;
    const choice = this.#deps.chance.happens(0.5) ? "remove" : "keep";
    this.#deps.trace(`${this.name} is asked about removals: ${choice}`);
    const asked = [...library.index.pendingRemoval];
    await Promise.race([resolveRemovals(library, this.#clock, choice), this.#death(process)]);
    const { entities } = await this.#disk.view();
    for (const id of asked) this.#deps.onResolved(id, entities.get(id)?.vv ?? {}, choice);
  }

  /** Texts on this disk that are not known to be in any file of the drive, and the notes that contain them. */
  async unsaved(): Promise<{ readonly noteIds: readonly string[]; readonly texts: readonly string[] }> {
    const { entities, remote } = await this.#disk.view();
    const tainted = this.#tainted();
    const filesOf = (id: string) => remote.filter((file) => file.id === id);
    const notes = [...entities.values()].flatMap((entity) => (entity.kind === "note" ? [entity] : []));
    const waiting = notes.filter((note) => needsPush(note, filesOf(note.id), tainted));
    const safe = new Set(notes.filter((note) => !waiting.includes(note)).flatMap((note) => tokensIn(contentOf(note))));
    const texts = waiting.flatMap((note) => tokensIn(contentOf(note))).filter((text) => !safe.has(text));
    return { noteIds: waiting.map(({ id }) => id), texts };
  }

  /** Empty for a dead process, whose writes no other process continues. */
  #tainted(): ReadonlySet<string> {
    return this.#process?.isDead === false ? this.#process.library.index.tainted : new Set();
  }

  /** Attachments that exist on this device only. */
  waitingFiles(): readonly string[] {
    return this.#process === undefined ? [] : waitingFiles(this.#process.library);
  }

  /** A second device over a copy of this disk, with the same device id, counters and reserved file ids, and a writer of its own. */
  async copyTo(deps: Pick<DeviceDeps, "name" | "chance" | "keyChance" | "wire" | "files" | "signals" | "writerNames">): Promise<Device> {
    const copied = new Device({ ...this.#deps, keys: this.#keys?.copy(), ...deps });
    copied.#disk = await this.#disk.copy();
    return copied;
  }

  /** Copies the machine with its memory, before either of the two notices the gap. */
  async copyWithMemoryTo(deps: Parameters<Device["copyTo"]>[0]): Promise<Device> {
    const copied = await this.copyTo(deps);
    const { writer, meta } = this.#process?.library.index ?? {};
    copied.#resumed = writer?.name.slice(meta?.deviceId.length);
    return copied;
  }

  /** The user starts over on this device with another vault, or signs in again if there is a vault that the device does not know. */
  async turnKeys(act: "start over" | "start over without joining" | "sign in"): Promise<void> {
    const keys = this.#keys;
    if (keys === undefined || (act === "sign in" && keys.isCurrent)) return;
    if (act === "sign in") keys.signIn();
    else keys.startOver(act === "start over");
    const process = this.#process;
    if (process?.isDead === false) await Promise.race([retryUnknownKeys(process.library), this.#death(process)]);
  }

  /** The device and its disk are gone for ever. */
  destroy(): void {
    this.#keys?.recover();
    if (this.#process !== undefined) this.#process.isDead = true;
    for (const notify of this.#dying.splice(0)) notify("died");
  }

  /** Runs the user's command. `undefined`: the process died before the command was answered. */
  async command<Value>(run: (notes: OpenedNotesService, more: Commands) => Promise<Value>): Promise<Value | undefined> {
    const process = this.#process;
    if (process === undefined || process.isDead) return undefined;
    const answer = await Promise.race([run(process.notes, process), this.#death(process)]);
    return answer === "died" ? undefined : (answer as Value);
  }

  get entityCount(): number {
    return this.#process?.library.index.entities.size ?? 0;
  }

  /**
   * Whether everything is in the drive, so that the user may throw the device away (sync.md I3). Files in doubt do not count, since nothing
   * relies on them.
   */
  isAllSynced(): boolean {
    return this.unsettled() === "";
  }

  /** Says what is left to do, for a trace. */
  unsettled(): string {
    const library = this.#process?.library;
    if (library === undefined) return "not running";
    const { pendingPush: push, pendingFetch: fetch, pendingCollect: collect } = library.index;
    const left = { push, fetch, collect, files: new Set(waitingFiles(library)) };
    return Object.entries(left)
      .filter(([, ids]) => ids.size > 0)
      .map(([what, ids]) => `${what} ${[...ids].join(" ")}`)
      .join("; ");
  }

  crash(): void {
    if (this.#process === undefined || this.#process.isDead) return;
    this.#process.isDead = true;
    this.#deps.onCrash();
    for (const notify of this.#dying.splice(0)) notify("died");
  }

  /** Gives the device a new database, which makes it a new device. */
  wipe(newName: string): void {
    if (this.#process !== undefined) this.#process.isDead = true;
    for (const notify of this.#dying.splice(0)) notify("died");
    this.#process = undefined;
    this.#disk = this.#deps.newDisk(newName);
    this.#keys?.recover();
    this.#keys = this.#keys?.fresh();
    if (this.#keys !== undefined) this.#codec = sealedWith(this.#deps.codec, this.#keys);
  }

  readonly #dying: ((died: "died") => void)[] = [];

  #death(process: Process): Promise<"died"> {
    return new Promise((resolve) => {
      if (process.isDead) resolve("died");
      else this.#dying.push(resolve);
    });
  }

  async #mayCrash(process: Process): Promise<undefined> {
    this.#pointsLeft -= 1;
    if (!process.isDead && (this.#pointsLeft === 0 || this.#deps.chance.happens(this.#crashes))) this.crash();
    return process.isDead ? new Promise<never>(() => {}) : undefined;
  }
}

function idText(chance: Chance, length: number): string {
  return Array.from({ length }, () => chance.int(0, 35).toString(36)).join("");
}
