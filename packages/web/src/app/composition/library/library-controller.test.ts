import type { ConnectionState } from "@satchel/core/connection/connection-service-types.ts";
import type { SyncMode } from "@satchel/core/connection/link.ts";
import { FIRST_SCREEN } from "@satchel/core/model/limits/limits.ts";
import { ok, type Result } from "@satchel/core/model/result.ts";
import { createStore, createUnionStore } from "@satchel/core/model/store.ts";
import { ManualClock } from "@satchel/core/testing/manual-clock.ts";
import type { SessionState } from "@satchel/core/vault/account/account-service-types.ts";
import { describe, expect, it } from "vitest";
import type { Library, LibraryProblem } from "../../../shared/services.ts";
import { SIGNED_IN } from "../../../testing/memory-services.ts";
import { keepLibrary } from "./library-controller.ts";
import type { OpenedLibrary } from "./open-notes.ts";
import type { ShowFirst } from "./read-library.ts";

const CONNECTING: ConnectionState = { kind: "connecting", isConfigured: true, isManaged: false };
const FIRST = { vaultId: "vault", notes: [] };
const flushTasks = () => new Promise((resolve) => setImmediate(resolve));

/** A library that is being read until `finish`, and what is shown of it until then. */
async function opening() {
  const clock = new ManualClock();
  const session = createUnionStore<SessionState>(SIGNED_IN);
  const taken: SyncMode[] = [];
  const library = { library: {} as Library, setSyncMode: (mode: SyncMode) => void taken.push(mode), close: async () => undefined };
  const connection = createUnionStore<ConnectionState>(CONNECTING);
  let finish = (): void => undefined;
  const reading = new Promise<Result<OpenedLibrary, LibraryProblem>>((resolve) => {
    finish = () => resolve(ok(library));
  });
  let showFirst: ShowFirst = async () => undefined;
  const controller = keepLibrary({
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
  await flushTasks();
  return { clock, session, connection, controller, show: showFirst, finish, taken };
}

describe("a large library while it opens", () => {
  it("shows its first page until it is open", async () => {
    const { controller, show, finish } = await opening();
    const shown = show(FIRST);
    const state = controller.store.getState();
    expect(state).toMatchObject({ kind: "opening", first: { notes: [] } });
    if (state.kind === "opening") state.first?.onRendered();
    await shown;
    finish();
    await flushTasks();
    expect(controller.store.getState().kind).toBe("open");
  });

  it("continues reading if nothing renders the first page", async () => {
    const { clock, show } = await opening();
    let isOn = false;
    const shown = show(FIRST).then(() => {
      isOn = true;
    });
    await flushTasks();
    expect(isOn).toBe(false);
    await clock.advance(FIRST_SCREEN.renderedWithinMs);
    await shown;
  });

  it("does not show the page of another vault", async () => {
    const { controller, show } = await opening();
    await show({ ...FIRST, vaultId: "another" });
    expect(controller.store.getState()).toEqual({ kind: "opening" });
  });

  it.each([
    ["signed out", { kind: "signed-out" }],
    ["locked", { ...SIGNED_IN, vault: "locked" }],
    ["somebody else", { ...SIGNED_IN, vaultId: "another" }],
  ] as const)("hides its first page if the user is %s in the meantime", async (_name, next) => {
    const { controller, session, show } = await opening();
    void show(FIRST);
    session.replace(next as SessionState);
    expect(controller.store.getState()).toEqual({ kind: "opening" });
    await show(FIRST);
    expect(controller.store.getState()).toEqual({ kind: "opening" });
  });
});

describe("an open library and the drive", () => {
  it("is offered the right action, and again only when that changes", async () => {
    const { connection, finish, taken } = await opening();
    finish();
    await flushTasks();
    connection.replace({ ...CONNECTING, kind: "none" });
    for (const email of ["ada@example.org", "grace@example.org"]) connection.replace({ ...CONNECTING, kind: "connected", email });
    expect(taken).toEqual(["wait", "without", "sync"]);
  });
});
