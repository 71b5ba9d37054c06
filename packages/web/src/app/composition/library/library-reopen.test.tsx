import type { ConnectionState } from "@satchel/core/connection/connection-service-types.ts";
import { REPAIR } from "@satchel/core/model/limits/limits.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import { createStore, createUnionStore } from "@satchel/core/model/store.ts";
import { flushPromises, ManualClock } from "@satchel/core/testing/manual-clock.ts";
import type { SessionState } from "@satchel/core/vault/account/account-service-types.ts";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { LibraryGate } from "../../../screens/frame/LibraryGate.tsx";
import { type LibraryProblem, ServicesProvider } from "../../../shared/services.ts";
import { createMemoryServices, SIGNED_IN } from "../../../testing/memory-services.ts";
import { keepLibrary } from "./library-controller.ts";
import type { OpenedLibrary } from "./open-notes.ts";
import type { StorageFailure } from "./read-library.ts";

const NOT_LOADED: LibraryProblem = { kind: "not-loaded" };

type Kept = Awaited<ReturnType<typeof keeping>>;

/** A library whose first openings fail as `answers` say; then it opens. */
async function keeping(answers: readonly (LibraryProblem | undefined)[] = [], isLocal = false) {
  const signedIn: SessionState = isLocal ? { kind: "signed-out" } : SIGNED_IN;
  const services = await createMemoryServices({ session: signedIn, localMode: isLocal });
  const session = createUnionStore<SessionState>(signedIn);
  const failures: (StorageFailure | undefined)[] = [];
  let closed = 0;
  const close = async (): Promise<void> => {
    closed += 1;
  };
  const openCloud = async (
    _vault: string,
    _show: unknown,
    failure: StorageFailure | undefined,
  ): Promise<Result<OpenedLibrary, LibraryProblem>> => {
    const problem = answers[failures.length];
    failures.push(failure);
    return problem === undefined ? ok({ library: services.open, setSyncMode: () => undefined, close }) : failed(problem);
  };
  const controller = keepLibrary({
    session,
    connection: createUnionStore<ConnectionState>({ kind: "none", isConfigured: true, isManaged: false }),
    localMode: createStore({ enabled: isLocal }),
    timers: new ManualClock(),
    openCloud,
    openLocal: () => openCloud("", undefined, undefined),
  });
  await expect.poll(() => ["open", "failed"].includes(controller.store.getState().kind)).toBe(true);
  return { services, session, controller, failures, closed: () => closed };
}

function renderGate(services: Kept["services"], controller: Kept["controller"]): void {
  render(
    <ServicesProvider value={{ ...services, library: controller.store }}>
      <LibraryGate>
        <p>the notes</p>
      </LibraryGate>
    </ServicesProvider>,
  );
}

describe("an open library whose session ends", () => {
  it("lets callers wait until it is closed, but not for one that stays open", async () => {
    const { session, controller, closed } = await keeping();
    await controller.whenLeft();
    expect([closed(), controller.store.getState().kind]).toEqual([0, "open"]);
    session.replace({ kind: "signed-out" });
    await controller.whenLeft();
    expect([closed(), controller.store.getState().kind]).toEqual([1, "none"]);
  });
});

describe("B8 a library that does not open", () => {
  it.each([
    ["of an account", false, "Your notes can't be opened here"],
    ["of local mode", true, "Failed to load local data"],
  ] as const)("shows the reason and an action: %s", async (_whose, isLocal, sentence) => {
    cleanup();
    const { services, controller } = await keeping([{ kind: "storage-broken", detail: "" }], isLocal);
    renderGate(services, controller);
    expect(await screen.findByRole("heading", { name: sentence })).toBeTruthy();
    expect(screen.getByText(/^This browser's storage didn't respond as expected/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Refresh Page" })).toBeTruthy();
  });
});

describe("B4.7 an open library whose database fails", () => {
  it("is closed and reopened with the text that only the page held", async () => {
    const { services, controller, failures, closed } = await keeping();
    const tabId = services.open.tabs.openNew(null);
    services.open.tabs.editDraft(tabId, { title: "Half", content: "<p>typed</p>" });

    await controller.reopen();

    expect(closed()).toBe(1);
    expect(failures[1]).toMatchObject({ mayLose: false, unsentCount: 0, unsaved: [{ title: "Half", content: "<p>typed</p>" }] });
    expect(controller.store.getState().kind).toBe("open");
  });

  it("keeps what the page writes while it closes", async () => {
    const { services, controller, failures } = await keeping();
    const tabId = services.open.tabs.openNew(null);
    services.open.tabs.editDraft(tabId, { title: "Half", content: "<p>typed</p>" });
    controller.store.subscribe(
      ({ kind }) =>
        kind === "none" && queueMicrotask(() => services.open.tabs.editDraft(tabId, { title: "Half", content: "<p>typed on</p>" })),
    );

    await controller.reopen();

    expect(failures[1]?.unsaved).toMatchObject([{ content: "<p>typed on</p>" }]);
  });

  it("is not reopened after sign-out, and not endlessly", async () => {
    const { session, controller, failures } = await keeping();
    const reopening = controller.reopen();
    session.replace({ kind: "signed-out" });
    await reopening;
    expect(failures).toHaveLength(1);
    const other = await keeping();
    for (let time = 0; time < REPAIR.reopensAtMost + 2; time += 1) await other.controller.reopen();
    expect(other.failures).toHaveLength(1 + REPAIR.reopensAtMost);
  });

  it("keeps typed text if the repair code cannot load, and passes it to the next try", async () => {
    cleanup();
    const { services, controller, failures } = await keeping([undefined, NOT_LOADED, NOT_LOADED]);
    const tabId = services.open.tabs.openNew(null);
    services.open.tabs.editDraft(tabId, { title: "Half", content: "<p>typed</p>" });
    await controller.reopen();
    renderGate(services, controller);
    expect(await screen.findByText(/Your unsaved text is only on this page/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Refresh Page" })).toBeNull();

    const user = userEvent.setup({ delay: null });
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await expect.poll(() => failures.length).toBe(3);
    await user.click(await screen.findByRole("button", { name: "Try again" }));

    expect(await screen.findByText("the notes")).toBeTruthy();
    const held = { unsaved: [{ title: "Half", content: "<p>typed</p>" }], mayLose: false };
    expect(failures).toMatchObject([undefined, held, held, held]);
  });

  it("keeps the text while its user's notes are locked, but not for the next user", async () => {
    const { services, session, controller, failures } = await keeping([undefined, NOT_LOADED, NOT_LOADED]);
    services.open.tabs.editDraft(services.open.tabs.openNew(null), { title: "Half" });
    await controller.reopen();
    const closed = (): Promise<unknown> => expect.poll(() => controller.store.getState().kind).toBe("none");
    session.replace({ ...SIGNED_IN, vault: "locked" } as unknown as SessionState);
    await closed();
    session.replace(SIGNED_IN);
    await expect.poll(() => failures.length).toBe(3);
    expect(failures[2]?.unsaved).toMatchObject([{ title: "Half" }]);
    session.replace({ kind: "signed-out" });
    await closed();
    session.replace(SIGNED_IN);
    await expect.poll(() => failures.length).toBe(4);
    expect(failures[3]).toBeUndefined();
  });

  it("drops the text if its user signs out while locked", async () => {
    const { services, session, controller, failures } = await keeping([undefined, NOT_LOADED]);
    services.open.tabs.editDraft(services.open.tabs.openNew(null), { title: "Half" });
    await controller.reopen();
    session.replace({ ...SIGNED_IN, vault: "locked" } as unknown as SessionState);
    await expect.poll(() => controller.store.getState().kind).toBe("none");
    session.replace({ kind: "signed-out" });
    await flushPromises();
    session.replace(SIGNED_IN);
    await expect.poll(() => failures.length).toBe(3);
    expect(failures[2]).toBeUndefined();
  });

  it("is discarded only by its user, who sees what is saved", async () => {
    cleanup();
    const { services, controller, failures } = await keeping([{ kind: "damaged", saved: 2 }]);
    renderGate(services, controller);
    expect(screen.getByText(/2 unsynced changes were saved\. Starting fresh deletes the damaged copy/)).toBeTruthy();

    await userEvent.setup({ delay: null }).click(screen.getByRole("button", { name: "Start fresh from synced notes" }));

    expect(await screen.findByText("the notes")).toBeTruthy();
    expect(failures).toEqual([undefined, { unsaved: [], unsentCount: 0, mayLose: true }]);
  });
});
