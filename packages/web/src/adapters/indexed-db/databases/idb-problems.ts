/** IndexedDB's exceptions become store problems here, once. */

import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type { StoreProblem } from "@satchel/core/ports/device/local-store.ts";

const DENIED = ["SecurityError", "InvalidAccessError", "NotAllowedError"];

export async function guarded<Value>(act: () => Promise<Value>): Promise<Result<Value, StoreProblem>> {
  try {
    return ok(await act());
  } catch (error) {
    return failed(toStoreProblem(error));
  }
}

export function toStoreProblem(error: unknown): StoreProblem {
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  if (name === "QuotaExceededError" || isNoSpace(error)) return { kind: "storage-full" };
  if (DENIED.includes(name)) return { kind: "storage-denied" };
  return { kind: "storage-broken", detail: name === "" ? String(error) : name };
}

/**
 * Chromium's words for a disk without space, as it closes the database: "Connection is closing because of: IO error: …/000003.log:
 * FILE_ERROR_NO_SPACE (ChromeMethodBFE: 3::WritableFileAppend::8)". The exception is an `UnknownError`.
 */
function isNoSpace(error: unknown): boolean {
  return error instanceof DOMException && error.message.includes("FILE_ERROR_NO_SPACE");
}

/** Why a request failed: one that ended with its transaction says only that, and the transaction knows the cause. */
export async function toCause(transaction: { readonly done: Promise<unknown> }, error: unknown): Promise<unknown> {
  if (!(error instanceof DOMException) || error.name !== "AbortError") return error;
  return transaction.done.then(
    () => error,
    (cause: unknown) => cause,
  );
}

/** The end of a transaction whose requests no one waits for. The first that failed says why; the transaction itself only that it was aborted. */
export async function whenDone(transaction: EventTarget & { readonly done: Promise<unknown> }): Promise<void> {
  let cause: DOMException | null = null;
  const listen = (event: Event): void => {
    cause ??= (event.target as IDBRequest).error;
  };
  // Before the one that resolves `done`, which is notified first.
  transaction.addEventListener("error", listen, { capture: true });
  await transaction.done.catch((error: unknown) => {
    throw cause === null || cause.name === "AbortError" ? error : cause;
  });
}

/** What many requests of one transaction answer. They are answered in their order, so one listener does for all. */
export function answersOf<Value>(requests: readonly IDBRequest<Value>[]): Promise<readonly Value[]> {
  const last = requests.at(-1);
  if (last === undefined) return Promise.resolve([]);
  return new Promise((resolve, reject) => {
    last.onsuccess = () => resolve(requests.map(({ result }) => result));
    // One that fails ends the transaction, and with it those behind it.
    last.onerror = () => reject(requests.find(({ error }) => error !== null)?.error);
  });
}

type Abortable = { readonly done: Promise<unknown>; abort(): void };

/** Runs `run` in `begin`'s transaction, whole or not at all. Only database exceptions are problems; others are thrown. */
export async function transactWhole<Transaction extends Abortable, Returned>(
  begin: () => Promise<Transaction>,
  run: (transaction: Transaction) => Promise<Returned>,
): Promise<Result<Returned, StoreProblem>> {
  let broken: { readonly error: unknown } | undefined;
  const committed = await guarded(async () => {
    const transaction = await begin();
    try {
      return await run(transaction);
    } catch (error) {
      if (!(error instanceof DOMException)) broken = { error };
      abortQuietly(transaction);
      throw await toCause(transaction, error);
    }
  });
  if (broken !== undefined) throw broken.error;
  return committed;
}

/** For a transaction that is to leave nothing behind; it may have ended already, by the failure that is being handled. */
function abortQuietly(transaction: Abortable): void {
  transaction.done.catch(() => undefined);
  try {
    transaction.abort();
  } catch {
    // Ended already.
  }
}
