/** Sealed device records: written when access is renewed, read on request; a damaged one is skipped. sync.md §4.1 "Device records". */
import type { Library } from "../../library/index/library-service.ts";
import { DEVICES } from "../../model/limits/limits.ts";
import { createStore } from "../../model/store.ts";
import type { DeviceBackend, DeviceRecord, DeviceSealing } from "../../ports/account/device-records.ts";
import type { Clock } from "../../ports/environment.ts";
import type { DevicesService, DevicesState, KnownDevice } from "./devices-service-types.ts";

export type DevicesDeps = {
  readonly library: Library;
  readonly sealing: DeviceSealing;
  readonly backend: DeviceBackend;
  /** The account's token; undefined while signed out. */
  readonly token: () => string | undefined;
  readonly name: string;
  readonly lastCompleteAt: () => number | undefined;
  /** This device's choice of how long deleted notes are kept, in its stored form. */
  readonly trash: () => string | undefined;
  readonly clock: Clock;
};

export function createDevicesService(deps: DevicesDeps): DevicesService {
  const { library, sealing, backend, clock } = deps;
  const ownId = (): string => library.index.meta.deviceId;
  const store = createStore<DevicesState>({ phase: "unread", ownId: ownId(), others: [] });
  let leftAtMs = Number.NEGATIVE_INFINITY;
  let hasReportedSync = false;

  const ownRecord = (): DeviceRecord => {
    const lastCompleteAt = deps.lastCompleteAt() ?? library.index.meta.lastCompleteAt;
    const pending = library.index.pendingPush.size;
    const trash = deps.trash();
    return {
      deviceId: ownId(),
      name: deps.name,
      pending,
      ...(lastCompleteAt === undefined ? {} : { lastCompleteAt }),
      ...(trash === undefined ? {} : { trash }),
    };
  };

  const leave = async (): Promise<void> => {
    const token = deps.token();
    if (token === undefined) return;
    leftAtMs = clock.now();
    const record = ownRecord();
    hasReportedSync = record.lastCompleteAt !== undefined;
    const sealed = await sealing.sealDeviceRecord(record);
    const left = sealed.ok && (await backend.leaveDeviceRecord(token, ownId(), sealed.value)).ok;
    if (!left) leftAtMs = Number.NEGATIVE_INFINITY;
  };

  return {
    store,
    leave,
    async leaveIfDue() {
      if (!hasReportedSync || clock.now() - leftAtMs >= DEVICES.leaveEveryMs) await leave();
    },
    async read() {
      const token = deps.token();
      if (token === undefined) return store.setState({ phase: "failed" });
      if (store.getState().phase !== "ready") store.setState({ phase: "reading" });
      const listed = await backend.listDeviceRecords(token);
      if (!listed.ok) return store.setState({ phase: store.getState().phase === "ready" ? "ready" : "failed" });
      const others = listed.value.filter(({ deviceId }) => deviceId !== ownId());
      const opened = await Promise.all(others.map(({ deviceId, record }) => sealing.openDeviceRecord(deviceId, record)));
      const known = opened.flatMap((one) => (one.ok ? [toKnown(one.value)] : []));
      store.setState({ phase: "ready", ownId: ownId(), others: known.sort(lastInStepFirst) });
    },
  };
}

/** Drops the number of unsent changes, which was true only at the time of the report. */
function toKnown({ pending: _pending, ...known }: DeviceRecord): KnownDevice {
  return known;
}

function lastInStepFirst(a: KnownDevice, b: KnownDevice): number {
  return (b.lastCompleteAt ?? 0) - (a.lastCompleteAt ?? 0) || (a.deviceId < b.deviceId ? -1 : 1);
}

const NAME_MAX_CHARS = 60;
const TRASH_MAX_CHARS = 100;

/** Parses a record sealed by any device, perhaps by an older Satchel. Pure. */
export function parseDeviceRecord(deviceId: string, value: Readonly<Record<string, unknown>>): DeviceRecord | undefined {
  const { name, lastCompleteAt, pending, trash } = value;
  if (typeof name !== "string" || !isCount(pending)) return undefined;
  if (lastCompleteAt !== undefined && !isCount(lastCompleteAt)) return undefined;
  return {
    deviceId,
    name: name.slice(0, NAME_MAX_CHARS),
    pending,
    ...(lastCompleteAt === undefined ? {} : { lastCompleteAt }),
    ...(typeof trash === "string" ? { trash: trash.slice(0, TRASH_MAX_CHARS) } : {}),
  };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
