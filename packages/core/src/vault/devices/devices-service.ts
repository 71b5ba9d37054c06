/** Sealed device records: written when access is renewed, read on request; a damaged one is skipped. sync.md §4.1 "Device records". */
import type { LeftDeviceRecord } from "@satchel/contract/devices/devices.ts";
import type { Library } from "../../library/index/library-service.ts";
import {
  cleanDeviceName,
  latestName,
  parseGivenNames,
  readStoredNames,
  type StoredNames,
} from "../../model/entities/parsing/device-names.ts";
import { isForeignTime } from "../../model/entities/parsing/ranges.ts";
import { DEVICES, SYNC } from "../../model/limits/limits.ts";
import { LOCAL_KEYS } from "../../model/storage-keys.ts";
import { createStore, type Store } from "../../model/store.ts";
import type { DeviceBackend, DeviceRecord, DeviceSealing } from "../../ports/account/device-records.ts";
import type { Preferences } from "../../ports/device/preferences.ts";
import type { Clock, Ids } from "../../ports/environment.ts";
import { adoptNames, choiceFor, nameIn, type PublishedRecord } from "./adopt-names.ts";
import type { DevicesService, DevicesState, KnownDevice } from "./devices-service-types.ts";

export type DevicesDeps = {
  readonly library: Library;
  readonly sealing: DeviceSealing;
  readonly backend: DeviceBackend;
  readonly preferences: Preferences;
  /** The account's token; undefined while signed out. */
  readonly token: () => string | undefined;
  /** Name of the browser and system: 'Chrome on Windows'. */
  readonly defaultName: string;
  readonly lastCompleteAt: () => number | undefined;
  /** This device's choice of how long deleted notes are kept, in its stored form. */
  readonly trash: () => string | undefined;
  readonly clock: Clock;
  readonly ids: Ids;
};

export function createDevicesService(deps: DevicesDeps): DevicesService {
  return new RecordedDevices(deps);
}

class RecordedDevices implements DevicesService {
  readonly store: Store<DevicesState>;
  readonly #deps: DevicesDeps;
  #records: readonly PublishedRecord[] = [];
  #leftAtMs = Number.NEGATIVE_INFINITY;
  #hasReportedSync = false;
  #hasGivenUpId = false;

  constructor(deps: DevicesDeps) {
    this.#deps = deps;
    const state = { ownId: this.#ownId, ownName: ownDeviceName(deps) };
    this.store = createStore<DevicesState>({ phase: "unread", ...state, others: [], isNameNew: false });
  }

  async read(): Promise<void> {
    if (this.store.getState().phase !== "ready" && this.#deps.token() !== undefined) this.store.setState({ phase: "reading" });
    const before = ownDeviceName(this.#deps);
    const isRead = await this.#look();
    this.store.setState({ phase: isRead || this.store.getState().phase === "ready" ? "ready" : "failed" });
    if (isRead && ownDeviceName(this.#deps) !== before) await this.leave();
  }

  async leave(): Promise<void> {
    const token = this.#deps.token();
    if (token === undefined) return;
    this.#leftAtMs = this.#deps.clock.now();
    // If the server does not answer, a default is only proposed, and compared next time.
    await this.#look();
    const writer = await rememberWriter(this.#deps.library);
    const record = { ...this.#ownRecord(), ...(writer === undefined ? {} : { writer }) };
    this.#hasReportedSync = record.lastCompleteAt !== undefined;
    const sealed = await this.#deps.sealing.sealDeviceRecord(record);
    const left = sealed.ok && (await this.#deps.backend.leaveDeviceRecord(token, this.#ownId, sealed.value)).ok;
    if (!left) this.#leftAtMs = Number.NEGATIVE_INFINITY;
  }

  async leaveIfDue(): Promise<void> {
    if (!this.#hasReportedSync || this.#deps.clock.now() - this.#leftAtMs >= DEVICES.leaveEveryMs) await this.leave();
  }

  async rename(deviceId: string, name: string): Promise<boolean> {
    const cleaned = cleanDeviceName(name);
    if (cleaned === undefined) return false;
    const { own, given } = this.#names;
    const isOwn = deviceId === this.#ownId;
    const latest = isOwn ? own : latestName([given[deviceId], ...this.#records.map((each) => choiceFor(deviceId, each))]);
    // Later than the choice that it replaces, whatever the clocks of the two devices say.
    const chosen = { name: cleaned, atMs: Math.max(this.#deps.clock.now(), (latest?.atMs ?? 0) + 1) };
    if (isOwn) this.#keep({ own: chosen, given });
    else this.#keep({ ...(own === undefined ? {} : { own }), given: parseGivenNames({ ...given, [deviceId]: chosen }) });
    if (isOwn) this.acceptName();
    this.#publish();
    await this.leave();
    return true;
  }

  acceptName(): void {
    this.store.setState({ isNameNew: false });
  }

  get #ownId(): string {
    return this.#deps.library.index.meta.deviceId;
  }

  get #names(): StoredNames {
    return readStoredNames(this.#deps.preferences.read(LOCAL_KEYS.deviceNames));
  }

  #keep(names: StoredNames): void {
    this.#deps.preferences.write(LOCAL_KEYS.deviceNames, JSON.stringify(names));
  }

  /** Reads the records of the other devices, and adopts what the user chose there. Returns false if the server does not answer. */
  async #look(): Promise<boolean> {
    const { backend, library, defaultName, lastCompleteAt } = this.#deps;
    const token = this.#deps.token();
    const listed = token === undefined ? undefined : await backend.listDeviceRecords(token);
    if (!listed?.ok) return false;
    const published = await this.#open(listed.value);
    const former = this.#names;
    if (await this.#giveUpSharedId(published)) this.#keep({ given: former.given });
    this.#records = published.filter(({ deviceId }) => deviceId !== this.#ownId);
    const base = this.#names.own === undefined ? (former.own?.name ?? defaultName) : defaultName;
    const { isNew, ...names } = adoptNames(this.#names, this.#records, { ownId: this.#ownId, defaultName: base });
    this.#keep(names);
    const isFirstSync = library.index.meta.lastCompleteAt === undefined && lastCompleteAt() === undefined;
    if (isNew && this.#records.length > 0 && (isFirstSync || names.own.name !== defaultName)) this.store.setState({ isNameNew: true });
    this.#publish();
    return true;
  }

  /**
   * Takes another id, once in a process, if the record of this one was published by a process of another database: a copy of this profile, or a
   * later state of a disk that was set back. Returns whether the id changed.
   */
  async #giveUpSharedId(published: readonly PublishedRecord[]): Promise<boolean> {
    const { library, ids } = this.#deps;
    const writer = published.find(({ deviceId }) => deviceId === this.#ownId)?.writer;
    if (writer === undefined || this.#hasGivenUpId) return false;
    const given = await library.transact(
      {},
      ({ meta: { deviceId, formerIds, recordWriters = [], writer: current } }) => {
        if (writer === current || recordWriters.includes(writer)) return { writes: {}, answer: false };
        const meta = { deviceId: ids.random(SYNC.deviceIdChars), formerIds: [...formerIds, deviceId], recordWriters: [] };
        return { writes: { meta }, answer: true };
      },
      "sync",
    );
    this.#hasGivenUpId = given.ok && given.value;
    return this.#hasGivenUpId;
  }

  async #open(left: readonly LeftDeviceRecord[]): Promise<readonly PublishedRecord[]> {
    const opened = await Promise.all(
      left.map(async ({ deviceId, sessionId, record }) => {
        const one = await this.#deps.sealing.openDeviceRecord(deviceId, record);
        return one.ok ? [{ ...one.value, sessionId }] : [];
      }),
    );
    return opened.flat();
  }

  #publish(): void {
    const { given } = this.#names;
    const others = this.#records.map((record) => toKnown(record, nameIn([...this.#records, { given }], record)));
    this.store.setState({ ownId: this.#ownId, ownName: ownDeviceName(this.#deps), others: others.sort(lastInStepFirst) });
  }

  #ownRecord(): DeviceRecord {
    const { library } = this.#deps;
    const lastCompleteAt = this.#deps.lastCompleteAt() ?? library.index.meta.lastCompleteAt;
    const trash = this.#deps.trash();
    const { own, given } = this.#names;
    return {
      deviceId: this.#ownId,
      name: ownDeviceName(this.#deps),
      pending: library.index.pendingPush.size,
      ...(own === undefined || own.atMs === 0 ? {} : { namedAtMs: own.atMs }),
      ...(Object.keys(given).length === 0 ? {} : { given }),
      ...(lastCompleteAt === undefined ? {} : { lastCompleteAt }),
      ...(trash === undefined ? {} : { trash }),
    };
  }
}

/** Stores this process's writer before its record is sent; returns undefined, so that the record names none, if the database fails. */
async function rememberWriter(library: Library): Promise<string | undefined> {
  const kept = await library.transact(
    {},
    ({ meta: { writer, recordWriters = [] } }) => {
      if (recordWriters.includes(writer)) return { writes: {}, answer: writer };
      return { writes: { meta: { recordWriters: [...recordWriters, writer].slice(-DEVICES.recordWriters) } }, answer: writer };
    },
    "sync",
  );
  return kept.ok ? kept.value : undefined;
}

/** Name of this device: the stored one, or the default as long as none is stored. */
export function ownDeviceName({ preferences, defaultName }: Pick<DevicesDeps, "preferences" | "defaultName">): string {
  return readStoredNames(preferences.read(LOCAL_KEYS.deviceNames)).own?.name ?? defaultName;
}

/** Drops the number of unsent changes, which was true only at the time of the report, the choices behind the name, and the writer. */
function toKnown(
  { pending: _pending, namedAtMs: _namedAt, given: _given, writer: _writer, ...known }: PublishedRecord,
  name: string,
): KnownDevice {
  return { ...known, name };
}

function lastInStepFirst(a: KnownDevice, b: KnownDevice): number {
  return (b.lastCompleteAt ?? 0) - (a.lastCompleteAt ?? 0) || (a.deviceId < b.deviceId ? -1 : 1);
}

const NAME_MAX_CHARS = 60;
const TRASH_MAX_CHARS = 100;
const WRITER = /^[\w-]{1,40}$/;

/** Parses a record sealed by any device, perhaps by an older Satchel. Pure. */
export function parseDeviceRecord(deviceId: string, value: Readonly<Record<string, unknown>>): DeviceRecord | undefined {
  const { name, lastCompleteAt, pending, trash, namedAtMs, writer } = value;
  if (typeof name !== "string" || !isCount(pending)) return undefined;
  if (lastCompleteAt !== undefined && !isCount(lastCompleteAt)) return undefined;
  const given = parseGivenNames(value.given);
  return {
    deviceId,
    name: cleanDeviceName(name) ?? name.slice(0, NAME_MAX_CHARS),
    pending,
    ...(isForeignTime(namedAtMs) ? { namedAtMs } : {}),
    ...(typeof writer === "string" && WRITER.test(writer) ? { writer } : {}),
    ...(Object.keys(given).length === 0 ? {} : { given }),
    ...(lastCompleteAt === undefined ? {} : { lastCompleteAt }),
    ...(typeof trash === "string" ? { trash: trash.slice(0, TRASH_MAX_CHARS) } : {}),
  };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
