import type { ConnectionState } from "@satchel/core/connection/connection-service-types.ts";
import type { Course } from "@satchel/core/connection/link.ts";
import { FIRST_SCREEN } from "@satchel/core/model/limits.ts";
import { ok, type Result } from "@satchel/core/model/result.ts";
import { createStore, createUnionStore } from "@satchel/core/model/store.ts";
import { HandClock } from "@satchel/core/testing/manual-clock.ts";
import type { SessionState } from "@satchel/core/vault/account/account-service-types.ts";
import { describe, expect, it } from "vitest";
import type { Library, LibraryProblem } from "../../shared/services.ts";
import { SIGNED_IN } from "../testing/memory-services.ts";
import { keepLibrary } from "./library-controller.ts";
import type { ShowFirst } from "./open-library.ts";
import type { OpenedLibrary } from "./open-notes.ts";

const CONNECTING: ConnectionState = { kind: "connecting", isConfigured: true, isManaged: false };
const FIRST = { vaultId: "vault", notes: [] };
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A library that is read until `finish` says so, and what is shown of it meanwhile. */
async function opening() {
  const clock = new HandClock();
  const session = createUnionStore<SessionState>(SIGNED_IN);
  const taken: Course[] = [];
  const library = { library: {} as Library, setCourse: (course: Course) => void taken.push(course), close: async () => undefined };
  const connection = createUnionStore<ConnectionState>(CONNECTING);
  let finish = (): void => undefined;
  const reading = new Promise<Result<OpenedLibrary, LibraryProblem>>((resolve) => {
    finish = () => resolve(ok(library));
  });
  let showFirst: ShowFirst = async () => undefined;
  const keeper = keepLibrary({
    session,
    connection,
    localMode: createStore({ enabled: false }),
    timers: clock,
    openCloud: (_vaultId, show) => {
      showFirst = show;
      return reading;
    },
    openLocal: () => reading,
  });
  await settle();
  return { clock, session, connection, keeper, show: showFirst, finish, taken };
}

describe("a large library while it opens", () => {
  it("shows its first page until it is there", async () => {
    const { keeper, show, finish } = await opening();
    const shown = show(FIRST);
    const state = keeper.store.getState();
    expect(state).toMatchObject({ kind: "opening", first: { notes: [] } });
    if (state.kind === "opening") state.first?.onDrawn();
    await shown;
    finish();
    await settle();
    expect(keeper.store.getState().kind).toBe("open");
  });

  it("is read on where nobody draws it", async () => {
    const { clock, show } = await opening();
    let isOn = false;
    const shown = show(FIRST).then(() => {
      isOn = true;
    });
    await settle();
    expect(isOn).toBe(false);
    await clock.advance(FIRST_SCREEN.drawnWithinMs);
    await shown;
  });

  it("shows nothing of another vault's", async () => {
    const { keeper, show } = await opening();
    await show({ ...FIRST, vaultId: "another" });
    expect(keeper.store.getState()).toEqual({ kind: "opening" });
  });

  it.each([
    ["signed out", { kind: "signed-out" }],
    ["locked", { ...SIGNED_IN, vault: "locked" }],
    ["somebody else", { ...SIGNED_IN, vaultId: "another" }],
  ] as const)("shows nothing any more to who is %s meanwhile", async (_name, next) => {
    const { keeper, session, show } = await opening();
    void show(FIRST);
    session.replace(next as SessionState);
    expect(keeper.store.getState()).toEqual({ kind: "opening" });
    await show(FIRST);
    expect(keeper.store.getState()).toEqual({ kind: "opening" });
  });
});

describe("an open library and the drive", () => {
  it("is told what to do about it, and again only when that changes", async () => {
    const { connection, finish, taken } = await opening();
    finish();
    await settle();
    connection.replace({ ...CONNECTING, kind: "none" });
    for (const email of ["ada@example.org", "grace@example.org"]) connection.replace({ ...CONNECTING, kind: "connected", email });
    expect(taken).toEqual(["wait", "without", "sync"]);
  });
});
