/** Decides which library is open by session and local mode: the account's, local mode's or none. Only one at a time. */

import type { ConnectionState } from "@satchel/core/connection/connection-service-types.ts";
import { decideSyncMode } from "@satchel/core/connection/link.ts";
import type { FirstScreen } from "@satchel/core/library/notes/first-screen.ts";
import { FIRST_SCREEN, REPAIR } from "@satchel/core/model/limits/limits.ts";
import type { Result } from "@satchel/core/model/result.ts";
import { createUnionStore, type ReadableStore } from "@satchel/core/model/store.ts";
import type { Timers } from "@satchel/core/ports/environment.ts";
import type { SessionState } from "@satchel/core/vault/account/account-service-types.ts";
import type { LibraryProblem, LibraryState } from "../../../shared/services.ts";
import type { OpenedLibrary } from "./open-notes.ts";
import type { ShowFirst, StorageFailure } from "./read-library.ts";

export type LibraryControllerDeps = {
  readonly session: ReadableStore<SessionState>;
  readonly connection: ReadableStore<ConnectionState>;
  readonly localMode: ReadableStore<{ readonly enabled: boolean }>;
  readonly timers: Timers;
  /** `showFirst` shows the first page while the library opens. */
  readonly openCloud: (
    vaultId: string,
    showFirst: ShowFirst,
    failure: StorageFailure | undefined,
  ) => Promise<Result<OpenedLibrary, LibraryProblem>>;
  readonly openLocal: () => Promise<Result<OpenedLibrary, LibraryProblem>>;
};

export type LibraryController = {
  readonly store: ReadableStore<LibraryState>;
  /** Closes the library and waits for it, before its database is deleted. It reopens when the session or local mode changes. */
  closeNow(): Promise<void>;
  /** Resolves once the library of an ended session is closed, with all typed text on disk. */
  whenLeft(): Promise<void>;
  /** After a failure of its database: closes, repairs if needed, and reopens it with the text that the page held. */
  reopen(): Promise<void>;
};

/** Problems that a retry without a reload may solve. */
const PASSING: readonly LibraryProblem["kind"][] = ["not-loaded", "storage-full"];

/** Identifies the library that should be open; equal values mean the same library. */
type DesiredLibrary = "none" | "local" | `cloud:${string}`;

export function keepLibrary(deps: LibraryControllerDeps): LibraryController {
  const store = createUnionStore<LibraryState>({ kind: "none" });
  let open: { readonly desired: DesiredLibrary; readonly library: OpenedLibrary } | undefined;
  let current: DesiredLibrary = "none";
  let working: Promise<void> = Promise.resolve();
  let left: Promise<void> = working;
  let reopened = 0;
  /** Content of the page while the library's database is failing, kept until it is open again. */
  let held: { readonly desired: DesiredLibrary; readonly failure: StorageFailure } | undefined;

  /** Removes the library from the page first, so that nothing is typed into a closing one. */
  const leave = (): OpenedLibrary | undefined => {
    const left = open?.library;
    open = undefined;
    current = "none";
    store.replace({ kind: "none" });
    return left;
  };
  const close = async (): Promise<void> => {
    const library = leave();
    // Lets the page write its last text into this library.
    await Promise.resolve();
    await library?.close();
  };

  const become = async (desired: DesiredLibrary): Promise<void> => {
    // The next user gets nothing of a user who signed out; locked notes reopen for the same user.
    if (deps.session.getState().kind === "signed-out") held = undefined;
    if (desired === current) return;
    await close();
    current = desired;
    if (desired === "none") return;
    const failure = held?.desired === desired ? held.failure : undefined;
    store.replace({ kind: "opening" });
    const vaultId = desired.slice("cloud:".length);
    const opened = desired === "local" ? await deps.openLocal() : await deps.openCloud(vaultId, (first) => show(desired, first), failure);
    if (!opened.ok) return fail(desired, opened.problem, failure);
    held = undefined;
    open = { desired, library: opened.value };
    store.replace({ kind: "open", library: opened.value.library });
    follow();
  };

  const fail = (desired: DesiredLibrary, problem: LibraryProblem, failure: StorageFailure | undefined): void => {
    const retry = (mayLose: boolean): void => {
      working = working.then(() => {
        if (current !== desired || decideDesired() !== desired) return undefined;
        if (mayLose) held = { desired, failure: { unsaved: [], unsentCount: 0, ...failure, mayLose } };
        return again(desired);
      });
    };
    const failed = { kind: "failed", problem } as const;
    // The typed text has been saved elsewhere.
    if (problem.kind === "damaged") store.replace({ ...failed, startAfresh: () => retry(true) });
    else if (failure === undefined && !PASSING.includes(problem.kind)) store.replace(failed);
    else store.replace({ ...failed, tryAgain: () => retry(false), holdsText: (failure?.unsaved.length ?? 0) > 0 });
  };
  const again = (desired: DesiredLibrary): Promise<void> => {
    current = "none";
    return become(desired);
  };

  /** Shows the first page only to the library's user. Resolves once it is rendered, or at once on a hidden page, which renders nothing. */
  const show = (desired: DesiredLibrary, { vaultId, notes }: FirstScreen): Promise<void> =>
    new Promise((resolve) => {
      if (desired !== `cloud:${vaultId}` || desired !== decideDesired()) return resolve();
      deps.timers.after(FIRST_SCREEN.renderedWithinMs, resolve);
      store.replace({ kind: "opening", first: { notes, onRendered: resolve } });
    });
  /** Hides the first page after sign-out or locking, even if opening continues. */
  const hideFirst = (): void => {
    if (store.getState().kind === "opening" && decideDesired() !== current) store.replace({ kind: "opening" });
  };

  const decideDesired = (): DesiredLibrary => decideLibrary(deps.session.getState(), deps.localMode.getState().enabled);
  const follow = (): void => open?.library.setSyncMode(decideSyncMode(deps.connection.getState()));
  /** Reacts only to a change of mode: a renewed token must not end the user's pause. */
  const followChange = (now: ConnectionState, before: ConnectionState): void => {
    if (decideSyncMode(now) !== decideSyncMode(before)) follow();
  };
  const reconsider = (): void => {
    hideFirst();
    left = working.then(() => (decideDesired() === current ? undefined : close()));
    working = left.then(() => become(decideDesired()));
  };

  deps.session.subscribe(reconsider);
  deps.localMode.subscribe(reconsider);
  deps.connection.subscribe(followChange);
  reconsider();

  return {
    store,
    closeNow() {
      working = working.then(close);
      return working;
    },
    whenLeft: () => left,
    reopen() {
      working = working.then(async () => {
        if (open === undefined || reopened >= REPAIR.reopensAtMost) return;
        reopened += 1;
        const { desired, library } = open;
        const { tabs, sync } = library.library;
        const unsentCount = sync.store.getState().pendingCount;
        leave();
        // Waits, to include the page's last writes.
        await Promise.resolve();
        held = { desired, failure: { unsaved: await tabs.unsaved(), unsentCount, mayLose: false } };
        await library.close();
        // After a sign-out in the meantime, nothing is reopened.
        if (decideDesired() === desired) await again(desired);
      });
      return working;
    },
  };
}

function decideLibrary(session: SessionState, isLocalMode: boolean): DesiredLibrary {
  if (session.kind === "signed-in" && session.vault === "open") return `cloud:${session.vaultId}`;
  return session.kind === "signed-out" && isLocalMode ? "local" : "none";
}
