/**
 * One run: some devices, some people, bad network weather and crashes; then a calm phase, and the oracle's judgment. The same seed gives
 * the same run.
 */
import { createHash } from "node:crypto";
import { LAZY_FOLDER_CHANGES } from "@satchel/core/library/folders/folder-commands-service.ts";
import { foldersById, followFolder } from "@satchel/core/library/folders/folder-hygiene.ts";
import type { Entity } from "@satchel/core/model/entities/entity.ts";
import { folderPath } from "@satchel/core/model/entities/folder.ts";
import { parseEntity } from "@satchel/core/model/entities/parsing/parse-entity.ts";
import type { VersionVector } from "@satchel/core/model/entities/version-vector.ts";
import type { RemovalChoice } from "@satchel/core/sync/cycle/removals.ts";
import { createPlainCodec } from "@satchel/core/testing/plain-codec.ts";
import { createDriveClient } from "@satchel/drive/client/create-drive-client.ts";
import type { DriveClient } from "@satchel/drive/client/drive-client.ts";
import type { DriveFile } from "@satchel/drive/wire/resources.ts";
import { withOpaqueNames } from "@satchel/web/adapters/drive/opaque-names.ts";
import { AttachmentOracle } from "./checks/attachments.ts";
import { everyRecord, leaksIn, sensitiveIds } from "./checks/secrets.ts";
import { Device, SMALL_HISTORY } from "./device/device.ts";
import type { FilesSettings } from "./device/device-files.ts";
import type { DeviceSignals } from "./device/device-signals.ts";
import { contentOf, isRecordOf, textOf } from "./device/reading.ts";
import { Account, VaultKeys } from "./device/vault-keys.ts";
import { Oracle, type View } from "./oracle/oracle.ts";
import { VersionsOracle } from "./oracle/versions.ts";
import { leaveForeignNote } from "./others/foreign-notes.ts";
import { HostileDrive } from "./others/hostile-drive.ts";
import { Meddler } from "./others/meddler.ts";
import { actOnce, EVERYDAY } from "./users/user.ts";
import { attachOnce } from "./users/user-attachments.ts";
import { openDayOnce } from "./users/user-days.ts";
import { decideOnce, purgeOnce } from "./users/user-decisions.ts";
import { nestOnce } from "./users/user-folders.ts";
import { type ImportFile, importOnce, newImportFile } from "./users/user-import.ts";
import { searchOnce } from "./users/user-searches.ts";
import { SENSITIVE_ACTS } from "./users/user-sensitive.ts";
import { tagOnce } from "./users/user-tags.ts";
import { createIndexedDbDisk, createMemoryDisk, type Disk } from "./world/disk.ts";
import { ACCESS_TOKEN, createSimDrive, DRIVE_URLS, type SimDrive } from "./world/drive.ts";
import { createPlainFileNames } from "./world/file-names.ts";
import { createWire, FAIR_WEATHER, type Weather, type Wire } from "./world/network.ts";
import { Chance } from "./world/random.ts";
import { SignalPath } from "./world/signal-path.ts";
import { VirtualTime } from "./world/virtual-time.ts";

export type RunResult = {
  readonly seed: number;
  readonly ackedEdits: number;
  /** How many former versions had to be on a fresh device. */
  readonly versions: number;
  readonly failures: readonly string[];
  readonly counts: Readonly<
    Record<
      | "lost"
      | "diverged"
      | "duplicates"
      | "revived"
      | "folderFailures"
      | "silentFreshDevice"
      | "falseClaims"
      | "leaked"
      | "forged"
      | "unparsed"
      | "lostVersions",
      number
    >
  >;
  readonly crashes: number;
  readonly wipes: number;
  readonly ambiguous: number;
  /** How often the user started over with another vault. */
  readonly newVaults: number;
};

export type RunOptions = {
  readonly seed: number;
  readonly trace?: (line: string) => void;
  /** Where the devices store their data; in memory if absent. */
  readonly disks?: "memory" | "indexed-db";
  /** Kinds of trouble to force on or off, whatever the run draws. */
  readonly troubles?: Partial<Troubles>;
};

const md5 = (bytes: Uint8Array): string => createHash("md5").update(bytes).digest("hex");
const MINUTE_MS = 60_000;
const MAX_CALM_ROUNDS = 25;
/**
 * More than twice what the busiest runs need, with ten devices (seed 720150033: 4,131). Devices that answer each other endlessly would fill the
 * memory.
 */
const MAX_WRITES = 10_000;
const MAX_COPIES = 2;
/** With `manyCopies`, copies and copies of copies are made at any moment of a run. */
const MANY_COPIES = 6;
const MAX_SET_BACK = 4;

export async function runSeed({ seed, trace = () => {}, disks = "memory", troubles = {} }: RunOptions): Promise<RunResult> {
  // Virtual time would pass while a command waits for its code.
  await LAZY_FOLDER_CHANGES.load();
  const world = new World(seed, { trace, disks, troubles });
  let isOver = false;
  const ended = world.play().finally(() => {
    isOver = true;
  });
  // The code that awaits `ended` receives the exception.
  ended.catch(() => undefined);
  await world.time.run(() => isOver || world.isRestless());
  if (!isOver && world.isRestless()) throw new Error(`Seed ${seed} does not come to rest: ${world.restlessness()}`);
  if (!isOver) throw new Error(`Seed ${seed}: nothing is left to happen, yet the run has not ended`);
  return ended;
}

/** Kinds of trouble a run may have beside the network weather; each run draws its own. sync.md §10 and §12. */
export type Troubles = Readonly<
  Record<
    | "meddling"
    | "fewDotsFit"
    | "fullDrive"
    | "accessEnds"
    | "deviceLost"
    | "profileCopied"
    | "sensitive"
    | "deciding"
    | "attaching"
    | "foreign"
    | "hostile"
    | "signals"
    | "purging"
    | "packedHistory"
    | "startingOver"
    | "primary"
    | "tagging"
    | "nesting"
    | "searching"
    | "dating"
    | "manyCopies"
    | "setBack"
    | "fewEntries",
    boolean
  >
>;

type Seat = { readonly device: Device; readonly wire: Wire; readonly chance: Chance };

/** Random streams of their own for what was added later, so that older seeds still draw the same. */
const SECOND_STREAM = 0x5e4517;
const THIRD_STREAM = 0xa77ac4;
const FOURTH_STREAM = 0xf0e19;
const FIFTH_STREAM = 0xbadd1;
const SIXTH_STREAM = 0x516a1;
const SEVENTH_STREAM = 0x7a54;
const EIGHTH_STREAM = 0x41570;
const NINTH_STREAM = 0x5ea1;
const TENTH_STREAM = 0x9a5c;
const ELEVENTH_STREAM = 0x7a65;
const TWELFTH_STREAM = 0x77aa11;
const THIRTEENTH_STREAM = 0x13f01d;
const FOURTEENTH_STREAM = 0x14f5ea;
const FIFTEENTH_STREAM = 0x15f1f7;
const WRITER_STREAM = 0x3717e5;
const MAX_VAULTS = 4;
const HOUR_MS = 3_600_000;

class World {
  readonly time = new VirtualTime();
  readonly #disks: NonNullable<RunOptions["disks"]>;
  readonly #seed: number;
  readonly #chance: Chance;
  readonly #second: Chance;
  readonly #third: Chance;
  readonly #fourth: Chance;
  readonly #fifth: Chance;
  readonly #sixth: Chance;
  readonly #seventh: Chance;
  readonly #eighth: Chance;
  readonly #ninth: Chance;
  readonly #tenth: Chance;
  readonly #eleventh: Chance;
  readonly #twelfth: Chance;
  readonly #thirteenth: Chance;
  readonly #fourteenth: Chance;
  readonly #fifteenth: Chance;
  readonly #writerNames: Chance;
  /** Present in runs whose devices hear of each other's saves at once. */
  readonly #signals: SignalPath | undefined;
  /** Present in runs whose users attach files. */
  readonly #files: AttachmentOracle | undefined;
  readonly #keptMs: number;
  readonly #trace: (line: string) => void;
  readonly #oracle = new Oracle();
  readonly #versions = new VersionsOracle();
  readonly #account = new Account();
  readonly #drive: SimDrive;
  readonly #seats: Seat[] = [];
  readonly #copies: Promise<void>[] = [];
  readonly #imports: ImportFile[] = [];
  readonly #troubles: Troubles;
  #weather: Weather = FAIR_WEATHER;
  #crashes = 0;
  #wipes = 0;
  #copied = 0;
  #setBack = 0;
  /** Earlier copies of disks, from which a device may be restored. */
  readonly #images = new Map<Device, Disk>();
  #ambiguous = 0;
  #rounds = 0;
  #devicesMade = 0;

  constructor(seed: number, { trace, disks, troubles }: Required<Omit<RunOptions, "seed">>) {
    this.#disks = disks;
    this.#seed = seed;
    this.#chance = new Chance(seed);
    this.#second = new Chance(seed ^ SECOND_STREAM);
    this.#third = new Chance(seed ^ THIRD_STREAM);
    this.#fourth = new Chance(seed ^ FOURTH_STREAM);
    this.#fifth = new Chance(seed ^ FIFTH_STREAM);
    this.#sixth = new Chance(seed ^ SIXTH_STREAM);
    this.#seventh = new Chance(seed ^ SEVENTH_STREAM);
    this.#eighth = new Chance(seed ^ EIGHTH_STREAM);
    this.#ninth = new Chance(seed ^ NINTH_STREAM);
    this.#tenth = new Chance(seed ^ TENTH_STREAM);
    this.#eleventh = new Chance(seed ^ ELEVENTH_STREAM);
    this.#twelfth = new Chance(seed ^ TWELFTH_STREAM);
    this.#thirteenth = new Chance(seed ^ THIRTEENTH_STREAM);
    this.#fourteenth = new Chance(seed ^ FOURTEENTH_STREAM);
    this.#fifteenth = new Chance(seed ^ FIFTEENTH_STREAM);
    this.#writerNames = new Chance(seed ^ WRITER_STREAM);
    this.#trace = (line) => trace(`${((this.time.now() - 1_700_000_000_000) / 1000).toFixed(1)}s ${line}`);
    this.#drive = createSimDrive(this.time, this.#chance.fork());
    const happens = (probability: number): boolean => this.#chance.happens(probability);
    this.#troubles = {
      meddling: happens(0.25),
      fewDotsFit: happens(0.15),
      fullDrive: happens(0.15),
      accessEnds: happens(0.2),
      deviceLost: happens(0.25),
      profileCopied: happens(0.1),
      sensitive: this.#second.happens(0.4),
      deciding: this.#second.happens(0.3),
      attaching: this.#third.happens(0.25),
      foreign: this.#fourth.happens(0.2),
      hostile: this.#fifth.happens(0.25),
      signals: this.#sixth.happens(0.4),
      purging: this.#seventh.happens(0.25),
      packedHistory: this.#eighth.happens(0.5),
      // Never drawn, only requested, because the seeds below are older than the possibility of a second vault.
      startingOver: false,
      primary: this.#tenth.happens(0.5),
      tagging: this.#eleventh.happens(0.4),
      // Never drawn, only requested, for the same reason.
      nesting: false,
      searching: false,
      dating: false,
      manyCopies: false,
      setBack: false,
      fewEntries: false,
      ...troubles,
    };
    this.#keptMs = this.#third.int(1, 20) * HOUR_MS;
    const path = { time: this.time, chance: this.#sixth, trace: this.#trace };
    this.#signals = this.#troubles.signals ? new SignalPath(path) : undefined;
    const isMeddled = this.#troubles.meddling;
    const oracle = { client: this.#driveClient(), now: () => this.time.now(), keptMs: this.#keptMs, isMeddled, trace: this.#trace };
    this.#files = this.#troubles.attaching ? new AttachmentOracle(oracle) : undefined;
  }

  async play(): Promise<RunResult> {
    this.#weather = this.#pickWeather();
    const weather = this.#weather;
    this.#drive.setLag({ feedLagMs: this.#chance.int(0, 60_000), listLagMs: this.#chance.int(0, 60_000) });
    const seats = this.#chance.int(2, 5);
    // In every third run each second device begins with a version of the app that knows no encrypted names.
    for (let at = 0; at < seats; at += 1)
      this.#seats.push(this.#newSeat(weather, !this.#troubles.hostile && this.#seed % 3 === 0 && at % 2 === 1));
    const lives = this.#seats.map((seat) => this.#live(seat, this.#chance.int(4, 14)));
    if (this.#troubles.meddling) lives.push(this.#meddle(this.#chance.fork()));
    if (this.#troubles.fullDrive) lives.push(this.#fillUp(this.#chance.fork()));
    if (this.#troubles.hostile) lives.push(this.#attack(this.#fifth));
    if (this.#troubles.foreign) lives.push(this.#leaveForeign(this.#fourth));
    await Promise.all(lives);
    while (this.#copies.length > 0) await this.#copies.pop();
    await this.#calm();
    return this.#judge();
  }

  isRestless(): boolean {
    return this.#drive.writes() > MAX_WRITES;
  }

  restlessness(): string {
    const entities = Math.max(...this.#seats.map(({ device }) => device.entityCount));
    return `${this.#rounds} rounds, ${entities} entities, ${this.#drive.writes()} writes`;
  }

  #pickWeather(): Weather {
    const bad = this.#chance.next();
    return {
      lostBefore: 0.1 * bad,
      lostAfter: 0.12 * bad,
      landsDelayed: 0.06 * bad,
      serverFails: 0.1 * bad,
      throttled: 0.05 * bad,
      tokenRefused: 0.03 * bad,
      delayMs: 400,
    };
  }

  #newSeat(weather: Weather, isOlder = false): Seat {
    const chance = this.#chance.fork();
    const wire = this.#newWire(chance, weather);
    const device: Device = new Device({
      name: this.#newName(),
      time: this.time,
      chance,
      wire,
      codec: createPlainCodec(md5),
      skewMs: chance.int(-2 * 60, 2 * 60) * MINUTE_MS,
      newDisk: (deviceId) => (this.#disks === "memory" ? createMemoryDisk(deviceId) : createIndexedDbDisk(deviceId, this.time)),
      onCrash: () => this.#countCrash(),
      onResolved: (noteId, vv, choice) => this.#resolved(noteId, vv, choice),
      keyChance: this.#second.fork(),
      files: this.#filesOf(() => device),
      ...this.#signalsOf(),
      trace: this.#trace,
      versions: this.#versions,
      keys: this.#troubles.startingOver ? new VaultKeys(this.#account) : undefined,
      isOlder,
      historyLimits: this.#troubles.packedHistory ? SMALL_HISTORY : undefined,
      keepsLastCommit: this.#troubles.setBack,
      writerNames: this.#writerNames.fork(),
      limits: {
        ...(this.#troubles.fewDotsFit ? { maxDots: 2 } : {}),
        ...(this.#troubles.fewEntries ? { maxEntries: 4 } : {}),
        ...this.#primaryFrom(),
      },
    });
    device.knowsPassword = this.#second.happens(0.7);
    return { device, wire, chance };
  }

  #resolved(noteId: string, vv: VersionVector, choice: RemovalChoice): void {
    this.#oracle.edited(noteId, vv);
    if (choice === "keep") this.#oracle.kept(noteId);
  }

  /** Devices differ: some send a few notes together in one pack, others send each in a file. */
  #primaryFrom(): { readonly primaryFrom?: number } {
    return this.#troubles.primary ? { primaryFrom: this.#tenth.pick([0, 1, 2, Number.POSITIVE_INFINITY]) ?? 2 } : {};
  }

  #signalsOf(): { readonly signals?: DeviceSignals } {
    return this.#signals === undefined ? {} : { signals: { path: this.#signals, chance: this.#sixth.fork() } };
  }

  #filesOf(device: () => Device): FilesSettings | undefined {
    const files = this.#files;
    if (files === undefined) return undefined;
    return {
      chance: this.#third.fork(),
      keptMs: this.#keptMs,
      onTrash: (fileId) => files.trashing(fileId, device()),
      onErase: (fileId) => files.erasing(fileId, device()),
      onReseal: (ids, isSensitive) => files.resealed(ids, isSensitive),
    };
  }

  #newWire(chance: Chance, weather: Weather): Wire {
    const deps = {
      time: this.time,
      chance: chance.fork(),
      server: this.#drive.fetch,
      onAmbiguous: () => this.#countAmbiguous(),
      trace: this.#trace,
    };
    return createWire(deps, weather);
  }

  #newName(): string {
    this.#devicesMade += 1;
    return `dev${String(this.#devicesMade).padStart(3, "0")}`;
  }

  #countAmbiguous(): void {
    this.#ambiguous += 1;
  }

  #countCrash(): void {
    this.#crashes += 1;
  }

  /**
   * The user's days with one device: actions, syncs, offline hours, crashes and, once the device says that everything is synced, sometimes
   * a wipe.
   */
  async #live(seat: Seat, acts: number): Promise<void> {
    const { device, wire, chance } = seat;
    device.setCrashes(chance.next() * 0.01);
    await device.start();
    if (this.#troubles.sensitive && device.knowsPassword && chance.happens(0.5)) device.key.unlock();
    for (let act = 0; act < acts; act += 1) {
      await this.time.wait(chance.int(1000, 5 * MINUTE_MS));
      if (device.notes === undefined) await device.start();
      if (this.#troubles.startingOver) await this.#turnKeys(device);
      if (chance.happens(0.1)) wire.setOnline(!wire.isOnline());
      // Sometimes the user acts in two tabs at once, possibly on the same note.
      const inSecondTab = chance.happens(0.25) ? this.#act(seat) : undefined;
      const sync = chance.happens(0.6) ? this.#sync(seat) : undefined;
      await Promise.all([this.#act(seat), inSecondTab, sync, this.#copyMeanwhile(seat)]);
      if (this.#troubles.packedHistory && this.#eighth.happens(0.15)) await device.fetchHistory();
      await device.checkClaimsOnDisk();
      if (device.isAllSynced()) this.#versions.claimed(device.name);
      if (chance.happens(0.1)) device.crash();
      if (chance.happens(0.15) && device.isAllSynced() && !this.#troubles.hostile) this.#wipe(seat);
      if (this.#troubles.accessEnds && chance.happens(0.15)) this.#endAccess(seat);
      if (this.#troubles.profileCopied && this.#copied < MAX_COPIES && chance.happens(0.1)) {
        this.#copied += 1;
        await this.#copyProfile(seat);
      }
      if (this.#troubles.setBack && !this.#troubles.hostile && this.#setBack < MAX_SET_BACK) await this.#restoreDisk(seat);
      if (this.#troubles.deviceLost && this.#seats.length > 1 && chance.happens(0.05) && !this.#troubles.hostile) return this.#lose(seat);
    }
    device.setCrashes(0);
  }

  /** Most devices hear of another vault only after a while, and continue with the vault that they know. */
  async #turnKeys(device: Device): Promise<void> {
    if (this.#ninth.happens(0.3)) return device.turnKeys("sign in");
    if (this.#account.startedOver >= MAX_VAULTS || !this.#ninth.happens(0.12)) return;
    this.#trace(`${device.name} starts over with another vault`);
    await device.turnKeys(this.#ninth.happens(0.7) ? "start over" : "start over without joining");
  }

  async #act({ device, chance }: Seat): Promise<void> {
    if (chance.happens(0.5)) await this.time.wait(chance.int(0, 20_000));
    const user = { device, oracle: this.#oracle, chance, time: this.time, trace: this.#trace };
    await actOnce(user, this.#troubles.sensitive ? SENSITIVE_ACTS : EVERYDAY);
    if (this.#troubles.purging && this.#seventh.happens(0.5)) await purgeOnce({ ...user, chance: this.#seventh });
    if (this.#troubles.deciding && chance.happens(0.4)) await decideOnce(user);
    if (this.#troubles.tagging && this.#eleventh.happens(0.5)) await tagOnce({ ...user, chance: this.#eleventh });
    if (this.#troubles.searching && this.#fourteenth.happens(0.5)) await searchOnce({ ...user, chance: this.#fourteenth });
    if (this.#troubles.dating && this.#fifteenth.happens(0.5)) await openDayOnce({ ...user, chance: this.#fifteenth });
    if (this.#troubles.nesting && this.#thirteenth.happens(0.6)) await nestOnce({ ...user, chance: this.#thirteenth });
    if (this.#troubles.primary && this.#tenth.happens(0.15)) await importOnce(user, this.#pickImport());
    if (this.#files !== undefined && this.#third.happens(0.6)) await attachOnce({ ...user, chance: this.#third, files: this.#files });
  }

  /** Sometimes picks a file that was imported before, on this device or another. */
  #pickImport(): ImportFile {
    const known = this.#tenth.happens(0.4) ? this.#tenth.pick(this.#imports) : undefined;
    if (known !== undefined) return known;
    const file = newImportFile(this.#oracle, this.#tenth, this.#imports.length);
    this.#imports.push(file);
    return file;
  }

  async #sync({ device }: Seat): Promise<void> {
    const completed = await device.sync();
    this.#trace(`${device.name} synced: ${completed ? "complete" : "incomplete"}`);
    if (completed && this.#troubles.sensitive) await device.command((notes) => notes.ensureDefaultFolders());
  }

  /** Access stays away until the user connects again some minutes later. */
  #endAccess({ device, wire, chance }: Seat): void {
    this.#trace(`${device.name} has no access any more`);
    wire.setAccess(false);
    this.time.after(chance.int(MINUTE_MS, 20 * MINUTE_MS), () => wire.setAccess(true));
  }

  /** Copies a browser profile whole while the original stays in use. */
  async #copyProfile({ device, chance: from }: Seat): Promise<void> {
    const chance = from.fork();
    const wire = this.#newWire(chance, this.#weather);
    const keyChance = this.#second.fork();
    const copied: Device = await device.copyTo({
      name: this.#newName(),
      chance,
      keyChance,
      wire,
      files: this.#filesOf(() => copied),
      writerNames: this.#writerNames.fork(),
      ...this.#signalsOf(),
    });
    const seat = { device: copied, wire, chance };
    this.#trace(`${seat.device.name} is a copy of ${device.name}`);
    this.#seats.push(seat);
    this.#copies.push(this.#live(seat, chance.int(3, 6)));
  }

  /** Copies the profile while the app runs, between any two of its commits. */
  async #copyMeanwhile(seat: Seat): Promise<void> {
    if (!this.#troubles.manyCopies || this.#copied >= MANY_COPIES || !this.#twelfth.happens(0.3)) return;
    this.#copied += 1;
    await this.time.wait(this.#twelfth.int(0, 5000));
    await this.#copyProfile(seat);
  }

  /**
   * Replaces the disk by an earlier copy of itself: an image is restored, a virtual machine goes back, or the power fails before the last
   * commit reached the disk. Only edits that the device had not sent since then may be lost.
   */
  async #restoreDisk({ device }: Seat): Promise<void> {
    const isPowerFailure = this.#twelfth.happens(0.15);
    const earlier = isPowerFailure ? device.diskBeforeLastCommit : this.#images.get(device);
    if (earlier === undefined || (!isPowerFailure && this.#twelfth.happens(0.5))) {
      if (earlier === undefined) this.#images.set(device, await device.disk.copy());
      return;
    }
    const { noteIds, texts } = await device.unsaved();
    this.#trace(`${device.name} is set back ${isPowerFailure ? "by one commit" : "to an image"}, without ${texts.join(" ")}`);
    this.#setBack += 1;
    this.#goneWith(device, { noteIds, texts });
    this.#images.delete(device);
    await device.setBackTo(earlier);
  }

  #goneWith(device: Device, { noteIds, texts }: Awaited<ReturnType<Device["unsaved"]>>): void {
    this.#oracle.goneWith(device.name, texts);
    this.#files?.goneWith(device.waitingFiles());
    for (const noteId of noteIds) this.#oracle.unclear(noteId);
    this.#versions.gone(device.name);
  }

  /** The device is lost with its disk. Only what it wrote and never called saved in the drive may be lost with it. */
  async #lose(seat: Seat): Promise<void> {
    const { noteIds, texts } = await seat.device.unsaved();
    this.#trace(`${seat.device.name} is lost for ever, with ${texts.join(" ")}`);
    this.#goneWith(seat.device, { noteIds, texts });
    seat.device.destroy();
    this.#seats.splice(this.#seats.indexOf(seat), 1);
  }

  async #meddle(chance: Chance): Promise<void> {
    const meddler = new Meddler({
      drive: this.#drive,
      oracle: this.#oracle,
      versions: this.#versions,
      chance,
      time: this.time,
      trace: this.#trace,
    });
    for (let act = chance.int(1, 6); act > 0; act -= 1) {
      await this.time.wait(chance.int(MINUTE_MS, 10 * MINUTE_MS));
      await meddler.actOnce();
    }
  }

  async #leaveForeign(chance: Chance): Promise<void> {
    for (let notes = chance.int(1, 3); notes > 0; notes -= 1) {
      await this.time.wait(chance.int(MINUTE_MS, 10 * MINUTE_MS));
      await leaveForeignNote({ client: this.#driveClient(), oracle: this.#oracle, chance, time: this.time, trace: this.#trace });
    }
  }

  async #attack(chance: Chance): Promise<void> {
    const client = this.#driveClient();
    const hostile = new HostileDrive({ drive: this.#drive, client, oracle: this.#oracle, chance, time: this.time, trace: this.#trace });
    for (let act = chance.int(2, 10); act > 0; act -= 1) {
      await this.time.wait(chance.int(MINUTE_MS, 8 * MINUTE_MS));
      await hostile.actOnce();
    }
  }

  async #fillUp(chance: Chance): Promise<void> {
    await this.time.wait(chance.int(0, 10 * MINUTE_MS));
    this.#trace("the drive is full");
    this.#drive.setFull(true);
    await this.time.wait(chance.int(MINUTE_MS, 20 * MINUTE_MS));
    this.#drive.setFull(false);
    this.#trace("the drive has room again");
  }

  #wipe({ device }: Seat): void {
    this.#wipes += 1;
    this.#versions.claimed(device.name);
    this.#trace(`${device.name} wiped after it said that all is synced`);
    device.wipe(this.#newName());
  }

  /** No one edits any more, every request still on its way arrives, and the devices sync until no one has anything left to send. */
  async #calm(): Promise<void> {
    this.#drive.setLag({ feedLagMs: 0, listLagMs: 0 });
    this.#drive.setFull(false);
    for (const { wire } of this.#seats) {
      wire.setAccess(true);
      wire.setOnline(true);
      wire.setWeather(FAIR_WEATHER);
    }
    await this.time.wait(45 * MINUTE_MS);
    // Without signals, every device must learn everything from the drive alone.
    this.#signals?.close();
    await this.#unlockAll();
    // Everyone signs in twice, so that what the last device brings reaches the first one as well.
    for (const { device } of [...this.#seats, ...this.#seats]) await device.turnKeys("sign in");
    for (let day = 0; day < 2; day += 1) {
      for (let round = 0; round < MAX_CALM_ROUNDS; round += 1) {
        await this.time.wait(6 * MINUTE_MS);
        this.#rounds += 1;
        const writes = this.#drive.writes();
        for (const { device } of this.#seats) {
          await device.sync();
          await device.hideNames(5);
        }
        // No device wrote anything in this round, and none has anything left to send.
        if (this.#drive.writes() === writes && this.#seats.every(({ device }) => device.isAllSynced())) break;
      }
      await this.time.wait(25 * 60 * MINUTE_MS);
    }
    if (this.#troubles.hostile) await this.#answerClaims();
    for (const { device } of this.#seats) await device.sync();
  }

  /**
   * The drive made a file claim more than its bytes contain. A device that has not read the file before answers with a version of its own;
   * the devices that know the bytes have no reason to look. The next device then has nothing left to send.
   */
  async #answerClaims(): Promise<void> {
    const newcomer = this.#newSeat(FAIR_WEATHER);
    this.#seats.push(newcomer);
    await this.#syncFresh(newcomer);
  }

  /** Unlocks where the user knows the password. If the last device whose user knew it is lost, another user remembers it. */
  async #unlockAll(): Promise<void> {
    const knowing = this.#seats.filter(({ device }) => device.knowsPassword);
    for (const { device } of this.#seats) await device.start();
    for (const { device } of this.#seats) await device.update();
    for (const { device } of knowing.length === 0 ? this.#seats : knowing) device.key.unlock();
  }

  async #judge(): Promise<RunResult> {
    const views = await Promise.all(this.#seats.map(({ device }) => viewOf(device)));
    const fresh = this.#newSeat(FAIR_WEATHER);
    const writes = await this.#syncFresh(fresh);
    const leaks = this.#troubles.sensitive ? await this.#leaks(fresh.device) : [];
    const freshView = await viewOf(fresh.device);
    const fileFailures = await this.#judgeFiles(fresh.device);
    const lost = this.#oracle.lost(freshView);
    const trespasses = this.#drive.trespasses();
    const diverged = views.flatMap((view, at) =>
      differences(view, freshView).map((what) => `${this.#seats[at]?.device.name} shows ${what}`),
    );
    const unsettled = this.#seats.map(({ device }) => device.unsettled()).filter((left) => left !== "");
    const duplicates = [...this.#oracle.duplicates(freshView), ...(await this.#doubleFiles())];
    const revived = this.#oracle.revived(freshView);
    const folderFailures = [...(await doubleFolders(fresh.device)), ...(await this.#lostFolders(fresh.device))];
    const { forged, unparsed, backInTrash, lostVersions } = await this.#judgeHeld(fresh.device);
    const claims = [...this.#seats, fresh].flatMap(({ device }) => device.falseClaims);
    const counts = {
      lost: lost.length + fileFailures.length,
      diverged: diverged.length + unsettled.length + trespasses.length,
      duplicates: duplicates.length,
      revived: revived.length + backInTrash.length,
      folderFailures: folderFailures.length,
      silentFreshDevice: writes === 0 ? 0 : 1,
      falseClaims: claims.length,
      leaked: leaks.length,
      forged: forged.length,
      unparsed: unparsed.length,
      lostVersions: lostVersions.length,
    };
    const failures = [
      ...lost.map((text) => `lost ${text}`),
      ...fileFailures,
      ...diverged,
      ...trespasses,
      ...unsettled.map((left) => `never came to rest: ${left}`),
      ...duplicates.map((what) => `twice: ${what}`),
      ...revived.map((noteId) => `came back: ${noteId}`),
      ...folderFailures.map((name) => `folder twice or lost: ${name}`),
      ...claims.map((claim) => `said wrongly: ${claim}`),
      ...backInTrash.map((noteId) => `in the trash again: ${noteId}`),
      ...leaks.map((what) => `in clear: ${what}`),
      ...forged.map((text) => `forged, and taken in: ${text}`),
      ...unparsed.map((id) => `no screen can show ${id}`),
      ...lostVersions.map((what) => `a version is lost: ${what}`),
      ...(writes > 0 ? [`a fresh device wrote ${writes} times`] : []),
    ];
    return { failures, counts, ...this.#figures() };
  }

  #figures(): Omit<RunResult, "failures" | "counts"> {
    return {
      seed: this.#seed,
      ackedEdits: this.#oracle.ackedEdits,
      versions: this.#versions.count,
      crashes: this.#crashes,
      wipes: this.#wipes,
      ambiguous: this.#ambiguous,
      newVaults: this.#account.startedOver,
    };
  }

  /** Claims nothing about folders of a lost vault, of an older image of a disk, or whose files other users put into the trash. */
  async #lostFolders(fresh: Device): Promise<readonly string[]> {
    const { startingOver, setBack, meddling } = this.#troubles;
    if (startingOver || setBack || meddling) return [];
    const shown = new Set((fresh.notes?.store.getState().folders ?? []).map(({ folderId }) => folderId));
    const folders = foldersById((await heldBy(fresh)).filter((entity) => entity.kind === "folder"));
    return this.#oracle.lostFolders(shown, (folderId) => followFolder(folderId, folders));
  }

  async #judgeHeld(fresh: Device) {
    const held = (await Promise.all([...this.#seats.map(({ device }) => device), fresh].map(heldBy))).flat();
    const isShown = (entity: Entity): boolean =>
      parseEntity(entity.kind, entity.id, entity) !== undefined && !("history" in entity) && !("historyPacks" in entity);
    return {
      forged: this.#oracle.accepted(held.map((entity) => JSON.stringify(entity))),
      unparsed: held.filter((entity) => !isShown(entity)).map(({ id }) => id),
      backInTrash: this.#oracle.backInTrash(held),
      lostVersions: await this.#lostVersions(fresh),
    };
  }

  /** A locked folder may hide references to attachments, so a device with one throws nothing away. */
  async #judgeFiles(fresh: Device): Promise<readonly string[]> {
    const files = this.#files;
    if (files === undefined) return [];
    await files.judge(fresh);
    // Files that no one can open may refer to any attachment, so nothing is thrown away while there are such files.
    if (this.#troubles.sensitive || this.#troubles.hostile) return files.failures;
    for (let day = 0; day < 3; day += 1) {
      await this.time.wait(25 * HOUR_MS);
      await fresh.sync();
    }
    await files.judgeCollected(fresh);
    return files.failures;
  }

  async #leaks(fresh: Device): Promise<readonly string[]> {
    const secret = sensitiveIds((await fresh.disk.view()).entities.values());
    const disks = await Promise.all(
      [...this.#seats.map(({ device }) => device), fresh].map(async (device) => {
        const { entities, versions } = await device.disk.view();
        return leaksIn([...entities.values(), ...versions], secret).map((what) => `${what} on ${device.name}`);
      }),
    );
    // A hostile drive keeps everything that it once had, even if a user removes it.
    const files = this.#troubles.hostile ? [] : await everyRecord(this.#drive);
    return [...disks.flat(), ...files.flatMap(({ where, records }) => leaksIn(records, secret).map((what) => `${what} in ${where}`))];
  }

  /** Counts the writes. Any device may write a pack of the notes that are in no pack yet, at a random time. */
  async #syncFresh({ device, wire }: Seat): Promise<number> {
    let writes = 0;
    const send = wire.fetch;
    const counting: typeof fetch = (input, init) => {
      if (init?.method !== undefined && init.method !== "GET" && !isNotePack(init.body)) writes += 1;
      return send(input, init);
    };
    (wire as { fetch: typeof fetch }).fetch = counting;
    await device.start();
    await device.sync();
    await device.sync();
    return writes;
  }

  #driveClient(): DriveClient {
    const client = createDriveClient({
      baseUrls: DRIVE_URLS,
      fetch: this.#drive.fetch,
      token: async () => ACCESS_TOKEN,
      refresh: async () => ACCESS_TOKEN,
      timers: this.time,
      random: () => 0.5,
    });
    return withOpaqueNames(client, createPlainFileNames());
  }

  /** Versions that the drive should have and a fresh device does not get. A hostile drive may hide files for ever. */
  async #lostVersions(fresh: Device): Promise<readonly string[]> {
    for (const { device } of this.#seats) if (device.isAllSynced()) this.#versions.claimed(device.name);
    if (this.#troubles.hostile) return [];
    const areAllRead = await fresh.fetchHistory();
    const { entities, history } = await fresh.disk.view();
    const notes = [...entities.values()].flatMap((entity) => (entity.kind === "note" ? [entity] : []));
    return [...this.#versions.missing([...notes, ...history]), ...(areAllRead ? [] : ["a history pack can not be read"])];
  }

  /**
   * Whether a file contains the record that it names. Forged bytes and those of another record stay where they are, beside the note's own
   * file.
   */
  async #isSealed({ id, appProperties }: DriveFile): Promise<boolean> {
    const read = await this.#driveClient().download(id ?? "");
    return read.ok && appProperties?.k !== undefined && isRecordOf(appProperties.n, read.value);
  }

  /** Ids that have more than one file outside the trash. */
  async #doubleFiles(): Promise<readonly string[]> {
    const listed = await this.#driveClient().list({ q: "trashed = false", fields: "files(id,appProperties)", pageSize: 1000 });
    if (!listed.ok) throw new Error(`The drive could not be listed: ${listed.problem.kind}`);
    const sealed: DriveFile[] = [];
    for (const file of listed.value.files ?? []) if (!this.#troubles.hostile || (await this.#isSealed(file))) sealed.push(file);
    const ids = sealed.flatMap(({ appProperties }) => appProperties?.n ?? []);
    return ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `file of ${id}`);
  }
}

async function heldBy(device: Device): Promise<readonly Entity[]> {
  return [...(await device.disk.view()).entities.values()];
}

/** The folders and notes that the device shows. Sealed notes are included with the text that the user reads once the folder is unlocked. */
async function viewOf(device: Device): Promise<View> {
  const notes = device.notes;
  if (notes === undefined) return new Map();
  notes.refresh();
  const { entities } = await device.disk.view();
  const { notes: listed, folders, searches } = notes.store.getState();
  const paths = new Map(folders.map((folder) => [folder.folderId, folderPath(folder)]));
  const folderRows = folders.map(({ folderId, folderType, parent }) => {
    const title = folderType === "CUSTOM" ? (paths.get(folderId) ?? "") : folderType;
    return [folderId, { title, content: "", isEncrypted: false, folder: parent?.id ?? null }] as const;
  });
  const rows = listed.map(({ noteId, folderId, isEncrypted }) => {
    const entity = entities.get(noteId);
    const title = entity?.kind === "note" ? textOf(entity).title : "";
    return [
      noteId,
      { title, content: contentOf(entity), isEncrypted, folder: folderId === null ? null : (paths.get(folderId) ?? "?") },
    ] as const;
  });
  const saved = searches.map(
    ({ searchId, name, query }) => [searchId, { title: name, content: query, isEncrypted: false, folder: null }] as const,
  );
  return new Map([...folderRows, ...rows, ...saved]);
}

function differences(view: View, fresh: View): readonly string[] {
  const ids = new Set([...view.keys(), ...fresh.keys()]);
  const text = (of: View, id: string): string => JSON.stringify(of.get(id) ?? null);
  return [...ids]
    .filter((id) => text(view, id) !== text(fresh, id))
    .map((id) => `${id} as ${text(view, id)}, a fresh device as ${text(fresh, id)}`);
}

/** A folder whose parent was taken from the drive is shown at the top, but stays the sibling of those that name the same parent. */
async function doubleFolders(device: Device): Promise<readonly string[]> {
  const { entities } = await device.disk.view();
  const names = (device.notes?.store.getState().folders ?? []).map(({ folderId, name, parent }) => {
    const held = entities.get(folderId);
    const named = held?.kind === "folder" ? held.parent?.id : undefined;
    const isTaken = named !== undefined && !entities.has(named);
    return `${isTaken ? named : (parent?.id ?? "")} ${name.trim().toLowerCase()}`;
  });
  return names.filter((name, at) => names.indexOf(name) !== at);
}

function isNotePack(body: unknown): boolean {
  return body instanceof Uint8Array && Buffer.from(body).toString("latin1").includes('"appProperties":{"k":"pack"');
}
