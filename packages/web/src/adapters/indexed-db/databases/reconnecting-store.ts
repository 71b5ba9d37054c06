/**
 * Keeps a store usable although the browser closes its database: on a full disk Chromium does so at the first write, and opens none until
 * there is space. Calls in that time return `storage-full`. The first call after it reopens the database and renews its log (renew-log.ts),
 * once there is space for both. A database that is gone or unreadable is reported once, as a failure.
 */

import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type { StoreProblem } from "@satchel/core/ports/device/local-store.ts";
import { isDiskFull as looksFull, prepareDiskProbe } from "../../browser/device-disk.ts";
import { logCut, renewLog } from "./renew-log.ts";

/** IndexedDB exceptions that mean that the database is broken or closed. */
const FAILURES: readonly string[] = ["UnknownError", "NotFoundError", "InvalidStateError", "NotReadableError", "DataError"];
/** Error of a transaction's requests if the database was closed. */
const ENDED = "AbortError";
/** Error of a call on a closed database. */
const CLOSED = "InvalidStateError";

type StoreResult = Result<unknown, StoreProblem>;

const FULL = failed({ kind: "storage-full" } as const);

/** An open connection, and the device ids that its database has had, by which the same database is recognized. */
export type Connected<Store> = { readonly store: Store; readonly deviceIds: readonly string[] };

export type ReconnectingDeps<Store> = {
  /** `onLost`: the browser closed the database. `hush`: another tab asked for it, so later failures are expected. */
  readonly connect: (events: { readonly onLost: () => void; readonly hush: () => void }) => Promise<Result<Connected<Store>, StoreProblem>>;
  /** Called once, if the database is gone or unreadable. */
  readonly onFailure?: (() => void) | undefined;
  readonly isDiskFull?: (() => Promise<boolean>) | undefined;
};

export async function openReconnecting<Store extends { close(): void }>(
  deps: ReconnectingDeps<Store>,
): Promise<Result<Store, StoreProblem>> {
  const { onFailure = () => undefined, isDiskFull = looksFull } = deps;
  let isOver = false;
  let isLost = false;
  /**
   * True after a write was refused for lack of space, until one succeeds. Failures in between are not reported, however small the write.
   */
  let isFull = false;
  let resuming: Promise<Result<void, StoreProblem>> | undefined;

  const report = (): void => {
    if (isOver) return;
    isOver = true;
    onFailure();
  };
  const hush = (): void => {
    isOver = true;
  };
  const handleLost = async (): Promise<void> => {
    isLost = true;
    logCut.remember();
    if (!isOver && !isFull && !(await isDiskFull())) await resume();
  };
  const connect = async (): Promise<Result<Connected<Store>, StoreProblem>> => {
    const connectOnce = () => deps.connect({ onLost: () => void handleLost(), hush });
    const opened = await connectOnce();
    if (opened.ok || opened.problem.kind !== "storage-broken") return opened;
    // Space may have been freed between the two checks: if it fails again, the database is broken.
    return (await isDiskFull()) ? FULL : connectOnce();
  };

  // A page was left before it could renew the log.
  const wasCut = logCut.isKnown();
  if (wasCut && (await isDiskFull())) return FULL;
  const first = await connect();
  if (!first.ok) return first;
  let current = first.value;
  if (wasCut) await renewLog();
  void prepareDiskProbe();

  const reconnect = async (): Promise<Result<void, StoreProblem>> => {
    if (await isDiskFull()) {
      isFull = true;
      return FULL;
    }
    logCut.remember();
    if (!isLost) current.store.close();
    isLost = false;
    const again = await connect();
    if (!again.ok) {
      isLost = true;
      if (again.problem.kind !== "storage-broken") return again;
      if (isFull) return FULL;
      report();
      return again;
    }
    if (isOver || !isSame(current, again.value)) {
      again.value.store.close();
      isLost = true;
      report();
      return failed({ kind: "storage-broken", detail: "NotFoundError" });
    }
    current = again.value;
    await renewLog();
    return ok(undefined);
  };
  const resume = (): Promise<Result<void, StoreProblem>> => {
    resuming ??= reconnect().finally(() => {
      resuming = undefined;
    });
    return resuming;
  };

  const apply = (name: PropertyKey, given: readonly unknown[]): unknown =>
    Reflect.apply(Reflect.get(current.store, name) as () => unknown, current.store, given);
  /** Returns the caller's result: a full disk as `storage-full`, any other problem unchanged. */
  const look = async (answer: StoreResult, again: () => unknown): Promise<unknown> => {
    if (answer.ok || answer.problem.kind === "storage-full") isFull = !answer.ok;
    if (answer.ok || isOver || answer.problem.kind !== "storage-broken") return answer;
    const { detail } = answer.problem;
    if (detail !== ENDED && !FAILURES.includes(detail)) return answer;
    isLost ||= detail === CLOSED;
    if (await isDiskFull()) {
      isFull = true;
      return FULL;
    }
    // Either there is space again, or the database was closed for another reason: reopen it and repeat the call, of which nothing was
    // stored. A second failure is reported.
    const resumed = await resume();
    if (!resumed.ok) return resumed;
    const second = (await again()) as StoreResult;
    if (second.ok || second.problem.kind !== "storage-broken" || !FAILURES.includes(second.problem.detail)) return second;
    if (isFull) return FULL;
    report();
    return second;
  };
  const call = (name: PropertyKey, given: readonly unknown[]): unknown => {
    const answer = apply(name, given);
    return answer instanceof Promise ? answer.then((resolved: StoreResult) => look(resolved, () => apply(name, given))) : answer;
  };
  return ok(
    new Proxy(current.store, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return (...given: readonly unknown[]): unknown => {
          if (name === "close") isOver = true;
          if (!isLost || isOver) return call(name, given);
          return resume().then((resumed) => (resumed.ok ? call(name, given) : resumed));
        };
      },
    }),
  );
}

/** False if the database was recreated since: it then has another device id. */
function isSame<Store>(before: Connected<Store>, after: Connected<Store>): boolean {
  return before.deviceIds.some((id) => after.deviceIds.includes(id));
}
