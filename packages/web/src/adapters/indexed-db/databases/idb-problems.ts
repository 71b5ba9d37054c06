/** Converts IndexedDB exceptions to store problems. */

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
 * True if Chromium reports a full disk while it closes the database: "Connection is closing because of: IO error: …/000003.log:
 * FILE_ERROR_NO_SPACE (ChromeMethodBFE: 3::WritableFileAppend::8)". The exception is an `UnknownError`.
 */
function isNoSpace(error: unknown): boolean {
  return error instanceof DOMException && error.message.includes("FILE_ERROR_NO_SPACE");
}

/** Commits without waiting for the requests: a page that ends aborts what it has not committed, and drafts are written as pages end. */
export function commitNow(transaction: { readonly commit: () => void }): void {
  try {
    transaction.commit();
  } catch {
    // It has been aborted, and its requests say why.
  }
}

/** Returns why a request failed: an `AbortError` only says that the transaction ended; the transaction knows the cause. */
export async function toCause(transaction: { readonly done: Promise<unknown> }, error: unknown): Promise<unknown> {
  if (!(error instanceof DOMException) || error.name !== "AbortError") return error;
  return transaction.done.then(
    () => error,
    (cause: unknown) => cause,
  );
}

/**
 * Waits for a transaction whose requests are not awaited. Throws the first request's failure, because the transaction itself reports only
 * the abort.
 */
export async function whenDone(transaction: EventTarget & { readonly done: Promise<unknown> }): Promise<void> {
  let cause: DOMException | null = null;
  const listen = (event: Event): void => {
    cause ??= (event.target as IDBRequest).error;
  };
  // Captures, to run before the listener that settles `done`.
  transaction.addEventListener("error", listen, { capture: true });
  await transaction.done.catch((error: unknown) => {
    throw cause === null || cause.name === "AbortError" ? error : cause;
  });
}

/** Results of many requests of one transaction. They finish in order, so one listener on the last is enough. */
export function answersOf<Value>(requests: readonly IDBRequest<Value>[]): Promise<readonly Value[]> {
  const last = requests.at(-1);
  if (last === undefined) return Promise.resolve([]);
  return new Promise((resolve, reject) => {
    last.onsuccess = () => resolve(requests.map(({ result }) => result));
    // A failing request aborts the transaction, and with it all later requests.
    last.onerror = () => reject(requests.find(({ error }) => error !== null)?.error);
  });
}

type Abortable = { readonly done: Promise<unknown>; abort(): void };

/** Runs `run` in `begin`'s transaction, completely or not at all. Database exceptions become problems; others are thrown. */
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

/** Aborts a transaction that must leave nothing behind. It may already have been ended by the failure that is being handled. */
function abortQuietly(transaction: Abortable): void {
  transaction.done.catch(() => undefined);
  try {
    transaction.abort();
  } catch {
    // The transaction had already ended.
  }
}
