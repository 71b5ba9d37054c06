/** IndexedDB's exceptions become store problems here, once. */
import type { StoreProblem } from "@satchel/core/ports/local-store.ts";
import { failed, ok, type Result } from "@satchel/core/result.ts";

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
  if (name === "QuotaExceededError") return { kind: "storage-full" };
  if (DENIED.includes(name)) return { kind: "storage-denied" };
  return { kind: "storage-broken", detail: name === "" ? String(error) : name };
}

/** The end of a transaction whose requests nobody waits for. The first that failed says why; the transaction itself only that it was aborted. */
export async function whenDone(transaction: EventTarget & { readonly done: Promise<unknown> }): Promise<void> {
  let cause: DOMException | null = null;
  const listen = (event: Event): void => {
    cause ??= (event.target as IDBRequest).error;
  };
  // Before the one that settles `done`, which hears of it on the way back.
  transaction.addEventListener("error", listen, { capture: true });
  await transaction.done.catch((error: unknown) => {
    throw cause ?? error;
  });
}

/** For a transaction that is to leave nothing behind; it may already have ended by the very fault that brings us here. */
export function abortQuietly(transaction: { readonly done: Promise<unknown>; abort(): void }): void {
  transaction.done.catch(() => undefined);
  try {
    transaction.abort();
  } catch {
    // Ended already.
  }
}
