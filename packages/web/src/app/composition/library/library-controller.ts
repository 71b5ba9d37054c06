/** Which library is open: the account's, local mode's or none, by session and local mode; one at a time. */

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
  /** `showFirst`: what may be seen of it while it opens. */
  readonly openCloud: (
    vaultId: string,
    showFirst: ShowFirst,
    failure: StorageFailure | undefined,
  ) => Promise<Result<OpenedLibrary, LibraryProblem>>;
  readonly openLocal: () => Promise<Result<OpenedLibrary, LibraryProblem>>;
};

export type LibraryController = {
  readonly store: ReadableStore<LibraryState>;
  /** Closes what is open and waits for it: before its database is deleted. It opens again when the session or local mode changes. */
  closeNow(): Promise<void>;
  /** Ends once what the session has just ended is closed, with all that was typed in it on the disk. */
  whenLeft(): Promise<void>;
  /** Its database is at fault: closed, repaired if need be and opened again, with what the page held. */
  reopen(): Promise<void>;
};

/** What may be over at the next try, without a reload. */
const PASSING: readonly LibraryProblem["kind"][] = ["not-loaded", "storage-full"];

/** Names what should be open; two equal desired states mean the same library. */
type DesiredLibrary = "none" | "local" | `cloud:${string}`;

export function keepLibrary(deps: LibraryControllerDeps): LibraryController {
  const store = createUnionStore<LibraryState>({ kind: "none" });
  let open: { readonly desired: DesiredLibrary; readonly library: OpenedLibrary } | undefined;
  let current: DesiredLibrary = "none";
  let working: Promise<void> = Promise.resolve();
  let left: Promise<void> = working;
  let reopened = 0;
  /** What the page held of a library whose database is at fault, until that is open again. */
  let held: { readonly desired: DesiredLibrary; readonly failure: StorageFailure } | undefined;

  /** The page leaves it first, so that nothing is typed into what is being closed. */
  const leave = (): OpenedLibrary | undefined => {
    const left = open?.library;
    open = undefined;
    current = "none";
    store.replace({ kind: "none" });
    return left;
  };
  const close = async (): Promise<void> => {
    const library = leave();
    // What the page still writes as it goes belongs to it.
    await Promise.resolve();
    await library?.close();
  };

  const become = async (desired: DesiredLibrary): Promise<void> => {
    // A user who signs out leaves nothing to the next one; locked notes open again to the same user.
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
    // What was typed is saved elsewhere by now.
    if (problem.kind === "damaged") store.replace({ ...failed, startAfresh: () => retry(true) });
    else if (failure === undefined && !PASSING.includes(problem.kind)) store.replace(failed);
    else store.replace({ ...failed, tryAgain: () => retry(false), holdsText: (failure?.unsaved.length ?? 0) > 0 });
  };
  const again = (desired: DesiredLibrary): Promise<void> => {
    current = "none";
    return become(desired);
  };

  /** Only to the user whose library it is. Resolves once it is rendered; a hidden page renders nothing and is not awaited. */
  const show = (desired: DesiredLibrary, { vaultId, notes }: FirstScreen): Promise<void> =>
    new Promise((resolve) => {
      if (desired !== `cloud:${vaultId}` || desired !== decideDesired()) return resolve();
      deps.timers.after(FIRST_SCREEN.renderedWithinMs, resolve);
      store.replace({ kind: "opening", first: { notes, onRendered: resolve } });
    });
  /** Who signed out or locked their notes meanwhile shows nothing of them, also where the opening goes on. */
  const hideFirst = (): void => {
    if (store.getState().kind === "opening" && decideDesired() !== current) store.replace({ kind: "opening" });
  };

  const decideDesired = (): DesiredLibrary => decideLibrary(deps.session.getState(), deps.localMode.getState().enabled);
  const follow = (): void => open?.library.setSyncMode(decideSyncMode(deps.connection.getState()));
  /** Only a change counts: a renewal must not end the pause that the user asked for. */
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
        // What the page still wrote as it went is among it.
        await Promise.resolve();
        held = { desired, failure: { unsaved: await tabs.unsaved(), unsentCount, mayLose: false } };
        await library.close();
        // Anyone who signed out meanwhile has nothing opened again.
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
