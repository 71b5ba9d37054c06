/**
 * Which library is open: the account's while its vault is open, local mode's while nobody is signed in and it is on, else none. Opens and
 * closes one after the other, never two at once. Decides by session and local mode only.
 */

import type { ConnectionState } from "@satchel/core/connection/connection-service-types.ts";
import { decideCourse } from "@satchel/core/connection/link.ts";
import type { FirstScreen } from "@satchel/core/library/notes/first-screen.ts";
import { FIRST_SCREEN, REPAIR } from "@satchel/core/model/limits.ts";
import type { Result } from "@satchel/core/model/result.ts";
import { createUnionStore, type ReadableStore } from "@satchel/core/model/store.ts";
import type { Timers } from "@satchel/core/ports/environment.ts";
import type { SessionState } from "@satchel/core/vault/account/account-service-types.ts";
import type { LibraryProblem, LibraryState } from "../../shared/services.ts";
import type { Fault, ShowFirst } from "./open-library.ts";
import type { OpenedLibrary } from "./open-notes.ts";

export type KeeperDeps = {
  readonly session: ReadableStore<SessionState>;
  readonly connection: ReadableStore<ConnectionState>;
  readonly localMode: ReadableStore<{ readonly enabled: boolean }>;
  readonly timers: Timers;
  /** `showFirst`: what may be seen of it while it opens. */
  readonly openCloud: (vaultId: string, showFirst: ShowFirst, fault: Fault | undefined) => Promise<Result<OpenedLibrary, LibraryProblem>>;
  readonly openLocal: () => Promise<Result<OpenedLibrary, LibraryProblem>>;
};

export type LibraryKeeper = {
  readonly store: ReadableStore<LibraryState>;
  /** Closes what is open and waits for it: before its database is deleted. It opens again when the session or local mode changes. */
  closeNow(): Promise<void>;
  /** Ends once what the session has just ended is closed, with all that was typed in it on the disk. */
  whenLeft(): Promise<void>;
  /** Its database is at fault: closed, mended if need be and opened again, with what the page held. */
  reopen(): Promise<void>;
};

/** What may be over at the next try, without a reload. */
const PASSING: readonly LibraryProblem["kind"][] = ["not-loaded", "storage-full"];

/** Names what should be open; two equal wishes mean the same library. */
type Wish = "none" | "local" | `cloud:${string}`;

export function keepLibrary(deps: KeeperDeps): LibraryKeeper {
  const store = createUnionStore<LibraryState>({ kind: "none" });
  let open: { readonly wish: Wish; readonly library: OpenedLibrary } | undefined;
  let settled: Wish = "none";
  let working: Promise<void> = Promise.resolve();
  let left: Promise<void> = working;
  let reopened = 0;
  /** What the page held of a library whose database is at fault, until that is open again. */
  let held: { readonly wish: Wish; readonly fault: Fault } | undefined;

  /** The page leaves it first, so that nothing is typed into what is being closed. */
  const leave = (): OpenedLibrary | undefined => {
    const left = open?.library;
    open = undefined;
    settled = "none";
    store.replace({ kind: "none" });
    return left;
  };
  const close = async (): Promise<void> => {
    const library = leave();
    // What the page still writes as it goes belongs to it.
    await Promise.resolve();
    await library?.close();
  };

  const become = async (wish: Wish): Promise<void> => {
    // Whoever signs out leaves nothing to who comes next; notes that are locked open again to the same person.
    if (deps.session.getState().kind === "signed-out") held = undefined;
    if (wish === settled) return;
    await close();
    settled = wish;
    if (wish === "none") return;
    const fault = held?.wish === wish ? held.fault : undefined;
    store.replace({ kind: "opening" });
    const vaultId = wish.slice("cloud:".length);
    const opened = wish === "local" ? await deps.openLocal() : await deps.openCloud(vaultId, (first) => show(wish, first), fault);
    if (!opened.ok) return fail(wish, opened.problem, fault);
    held = undefined;
    open = { wish, library: opened.value };
    store.replace({ kind: "open", library: opened.value.library });
    follow();
  };

  const fail = (wish: Wish, problem: LibraryProblem, fault: Fault | undefined): void => {
    const retry = (mayLose: boolean): void => {
      working = working.then(() => {
        if (settled !== wish || wished() !== wish) return undefined;
        if (mayLose) held = { wish, fault: { unsaved: [], unsentCount: 0, ...fault, mayLose } };
        return again(wish);
      });
    };
    const failed = { kind: "failed", problem } as const;
    // What was typed is saved elsewhere by now.
    if (problem.kind === "damaged") store.replace({ ...failed, startAfresh: () => retry(true) });
    else if (fault === undefined && !PASSING.includes(problem.kind)) store.replace(failed);
    else store.replace({ ...failed, tryAgain: () => retry(false), holdsText: (fault?.unsaved.length ?? 0) > 0 });
  };
  const again = (wish: Wish): Promise<void> => {
    settled = "none";
    return become(wish);
  };

  /** Only to the person whose library it is. Answers once it is drawn; a page that nobody sees draws nothing and is not waited for. */
  const show = (wish: Wish, { vaultId, notes }: FirstScreen): Promise<void> =>
    new Promise((resolve) => {
      if (wish !== `cloud:${vaultId}` || wish !== wished()) return resolve();
      deps.timers.after(FIRST_SCREEN.drawnWithinMs, resolve);
      store.replace({ kind: "opening", first: { notes, onDrawn: resolve } });
    });
  /** Who signed out or locked their notes meanwhile shows nothing of them, also where the opening goes on. */
  const hideFirst = (): void => {
    if (store.getState().kind === "opening" && wished() !== settled) store.replace({ kind: "opening" });
  };

  const wished = (): Wish => decideLibrary(deps.session.getState(), deps.localMode.getState().enabled);
  const follow = (): void => open?.library.setCourse(decideCourse(deps.connection.getState()));
  /** Only a change counts: a renewal must not end the pause that a person asked for. */
  const followChange = (now: ConnectionState, before: ConnectionState): void => {
    if (decideCourse(now) !== decideCourse(before)) follow();
  };
  const reconsider = (): void => {
    hideFirst();
    left = working.then(() => (wished() === settled ? undefined : close()));
    working = left.then(() => become(wished()));
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
        const { wish, library } = open;
        const { tabs, sync } = library.library;
        const unsentCount = sync.store.getState().pendingCount;
        leave();
        // What the page still wrote as it went is among it.
        await Promise.resolve();
        held = { wish, fault: { unsaved: await tabs.unsaved(), unsentCount, mayLose: false } };
        await library.close();
        // Whoever signed out meanwhile has nothing opened again.
        if (wished() === wish) await again(wish);
      });
      return working;
    },
  };
}

function decideLibrary(session: SessionState, isLocalMode: boolean): Wish {
  if (session.kind === "signed-in" && session.vault === "open") return `cloud:${session.vaultId}`;
  return session.kind === "signed-out" && isLocalMode ? "local" : "none";
}
