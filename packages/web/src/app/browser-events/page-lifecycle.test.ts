import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import { createUnionStore } from "@satchel/core/model/store.ts";
import { flushPromises, ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { describe, expect, it, vi } from "vitest";
import type { LibraryState } from "../../shared/services.ts";
import { createMemoryServices, SIGNED_IN } from "../../testing/memory-services.ts";
import { watchActivity, watchPage, watchPrint } from "./page-lifecycle.ts";

async function setup(preferences: Readonly<Record<string, string>> = {}) {
  const services = await createMemoryServices({ session: SIGNED_IN, preferences, timers: { after: () => () => undefined } });
  await services.open.tabs.restore();
  const [page, view] = [new EventTarget(), new EventTarget()];
  let isHidden = false;
  watchPage({ library: services.library, page, view, isHidden: () => isHidden });
  const type = (title: string) => services.open.tabs.editDraft(services.open.tabs.openNew(null), { title });
  const hide = () => {
    isHidden = true;
    page.dispatchEvent(new Event("visibilitychange"));
  };
  const leave = () => {
    const event = new Event("beforeunload", { cancelable: true });
    view.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const kept = async () => {
    await services.open.tabs.flush();
    return [...services.disk.drafts.values()].map(({ title }) => title);
  };
  const saved = () => services.open.notes.store.getState().notes.map(({ title }) => title);
  return { page, view, type, hide, leave, kept, saved, drafts: services.disk.drafts };
}

describe("A4 leaving", () => {
  it("saves typed text when the page is hidden", async () => {
    const { type, hide, drafts } = await setup();
    type("Milk");
    hide();
    await Promise.resolve();
    await Promise.resolve();

    expect([...drafts.values()]).toMatchObject([{ title: "Milk" }]);
  });

  it("saves typed text when the page is left", async () => {
    const { type, view, kept } = await setup();
    type("Milk");
    view.dispatchEvent(new Event("pagehide"));

    expect(await kept()).toEqual(["Milk"]);
  });

  it("warns on unload only while something is unsaved", async () => {
    const { type, leave } = await setup();
    expect(leave()).toBe(false);
    type("Milk");
    expect(leave()).toBe(true);
  });
});

describe("decision 0042 leaving while notes are saved automatically", () => {
  it.each(["visibilitychange", "freeze", "pagehide", "blur"])("saves what was typed at once on %s", async (name) => {
    const { type, page, view, hide, saved, leave, drafts } = await setup({ [LOCAL_KEYS.autosave]: "true" });
    type("Milk");
    if (name === "visibilitychange") hide();
    else (name === "freeze" ? page : view).dispatchEvent(new Event(name));
    await flushPromises();
    expect(saved()).toEqual(["Milk"]);
    // The draft goes after the note was saved.
    await vi.waitFor(() => expect(drafts.size).toBe(0));
    expect(leave()).toBe(false);
  });
});

describe("B4.7 leaving a page whose database fails", () => {
  it("warns while the page holds the only copy of typed text", () => {
    const library = createUnionStore<LibraryState>({ kind: "failed", problem: { kind: "not-loaded" } });
    const view = new EventTarget();
    watchPage({ library, page: new EventTarget(), view, isHidden: () => false });
    const leave = () => !view.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    expect(leave()).toBe(false);
    library.replace({ kind: "failed", problem: { kind: "not-loaded" }, holdsText: true });
    expect(leave()).toBe(true);
  });
});

describe("B4 activity", () => {
  it("counts keys, presses, wheel and touch as activity that delays locking", async () => {
    const clock = new ManualClock();
    const services = await createMemoryServices({
      session: SIGNED_IN,
      timers: clock,
      now: () => clock.now(),
      sensitive: { password: "quiet sea 77" },
    });
    const view = new EventTarget();
    watchActivity({ library: services.library, view });
    const { sensitive } = services.open;
    expect((await sensitive.unlock("quiet sea 77")).ok).toBe(true);
    for (const name of ["keydown", "pointerdown", "wheel", "touchmove"]) {
      await clock.advance(100_000);
      view.dispatchEvent(new Event(name));
    }
    await clock.advance(100_000);
    expect(sensitive.store.getState().kind).toBe("unlocked");
    view.dispatchEvent(new Event("pointermove"));
    await clock.advance(20_000);
    expect(sensitive.store.getState().kind).toBe("locked");
  });
});

describe("printing", () => {
  it.each(["dark", "amoled", "light"])("prints dark on white from %s, and restores the theme", (theme) => {
    const [view, root] = [new EventTarget(), { dataset: { theme } } as unknown as HTMLElement];
    watchPrint({ view, root });
    view.dispatchEvent(new Event("beforeprint"));
    expect(root.dataset.theme).toBe("light");
    view.dispatchEvent(new Event("afterprint"));
    expect(root.dataset.theme).toBe(theme);
  });
});
