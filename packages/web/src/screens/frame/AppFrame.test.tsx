import { LAYOUT } from "@satchel/core/model/limits/limits.ts";
import type { Store } from "@satchel/core/model/store.ts";
import type { SyncState } from "@satchel/core/sync/schedule/sync-service-types.ts";
import { ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { holdShortcut } from "../../shared/hooks/use-shortcuts.ts";
import { SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

const NARROW_PX = 1024;
const PHONE_PX = 390;

async function open(options: Parameters<typeof renderApp>[0] = {}) {
  const app = await renderApp({ session: SIGNED_IN, path: "/notes", ...options });
  const make = async (title: string) => {
    const made = await app.services.open.notes.create({ title, content: "" }, null);
    if (!made.ok) throw new Error("the note was not made");
    return made.value;
  };
  const syncs = (state: Partial<SyncState>) => act(() => (app.services.open.sync.store as Store<SyncState>).setState(state));
  const atNote = () => /^\/notes\/./.test(app.path());
  return { ...app, make, syncs, atNote };
}

async function openOnPhone(options: Parameters<typeof renderApp>[0] = {}) {
  const app = await open({ widthPx: PHONE_PX, ...options });
  await screen.findByRole("button", { name: "Menu" });
  const choose = async (title: string) => {
    await app.make(title);
    await app.user.click(await screen.findByRole("option", { name: new RegExp(title) }));
    await screen.findByRole("heading", { name: title, level: 1 });
  };
  const bottomTabs = () => within(screen.getByRole("navigation", { name: "Open notes" })).getAllByRole("button");
  return { ...app, choose, bottomTabs };
}

/** A horizontal swipe over the note or the list. */
function swipe(region: string, byPx: number): void {
  const pane = screen.getByLabelText(region, { selector: "section" });
  fireEvent.touchStart(pane, { touches: [{ clientX: 200, clientY: 300 }] });
  fireEvent.touchEnd(pane, { changedTouches: [{ clientX: 200 + byPx, clientY: 310 }] });
}

const sidebar = () => screen.queryByRole("navigation", { name: "Main" });

describe("A2.8 the sidebar", () => {
  it("hides below 1280 px; shown by hand it stays for ten seconds after the last use", async () => {
    const clock = new ManualClock();
    const { user } = await open({ widthPx: NARROW_PX, timers: clock });
    await screen.findByRole("button", { name: "Show sidebar" });
    expect(sidebar()).toBeNull();

    await user.click(screen.getByRole("button", { name: "Show sidebar" }));
    await act(() => clock.advance(LAYOUT.sidebarOverrideMs - 1));
    expect(sidebar()).not.toBeNull();
    fireEvent.focus(within(sidebar() as HTMLElement).getByRole("button", { name: "Search" }));
    await act(() => clock.advance(LAYOUT.sidebarOverrideMs - 1));
    expect(sidebar()).not.toBeNull();
    await act(() => clock.advance(1));
    expect(sidebar()).toBeNull();
  });

  it("keeps its button in place over the page, so that the list's does not slip under", async () => {
    const { user } = await open({ widthPx: NARROW_PX });
    const buttons = () => within(screen.getByRole("main")).getAllByRole("button");
    const button = await screen.findByRole("button", { name: "Show sidebar" });
    expect(buttons().slice(0, 2)).toEqual([button, screen.getByRole("button", { name: "Hide notes list" })]);
    await user.click(button);
    expect(sidebar()).not.toBeNull();
    expect(buttons()[0]).toBe(screen.getByRole("button", { name: "Close sidebar" }));
    expect(buttons()[1]).toBe(screen.getByRole("button", { name: "Hide notes list" }));
    await user.click(screen.getByRole("button", { name: "Close sidebar" }));
    expect(sidebar()).toBeNull();
  });

  it("follows the width of the window", async () => {
    const { resizeTo } = await open();
    await screen.findByRole("navigation", { name: "Main" });
    resizeTo(LAYOUT.sidebarBreakpointPx - 1);
    expect(sidebar()).toBeNull();
    resizeTo(LAYOUT.sidebarBreakpointPx);
    expect(sidebar()).not.toBeNull();
  });

  it("hides the counts before the first listing of the drive", async () => {
    const { syncs, make } = await open({ sync: { phase: "syncing" } });
    const nav = within((await screen.findByRole("navigation", { name: "Main" })) as HTMLElement);
    const numbers = () => nav.getByRole("region", { name: "Note statistics" }).textContent;
    expect(numbers()).toBe("Notes–Folders2Waiting to sync0");
    expect(nav.getByRole("link", { name: "Notes" }).textContent).toBe("Notes");
    expect(nav.getByRole("button", { name: "Pinned" }).textContent).toBe("Pinned");

    await act(async () => void (await make("Milk")));
    expect(nav.getByRole("link", { name: /^Notes/ }).textContent).toBe("Notes1");
    expect(nav.getByRole("button", { name: "Pinned" }).textContent).toBe("Pinned");

    syncs({ phase: "idle", lastCompleteAt: 1 });
    expect(nav.getByRole("button", { name: /^Pinned/ }).textContent).toBe("Pinned0");
  });

  it("shows 0 in an empty library", async () => {
    await open({ sync: { lastCompleteAt: 1 } });
    const nav = within((await screen.findByRole("navigation", { name: "Main" })) as HTMLElement);
    expect(nav.getByRole("link", { name: /^Notes/ }).textContent).toBe("Notes0");
  });

  it("B2 marks Dashboard on its own page only, and Notes on every note page", async () => {
    const { router } = await open({ path: "/notes/note-none", sync: { lastCompleteAt: 1 } });
    const current = async () =>
      (await screen.findAllByRole("link")).filter((link) => link.getAttribute("aria-current") === "page").map((link) => link.textContent);
    expect(await current()).toEqual(["Notes0"]);
    await act(() => router.navigate("/dashboard"));
    expect(await current()).toEqual(["Dashboard"]);
  });

  it("B2 Note Statistics counts notes, folders and changes to sync", async () => {
    const { make } = await open({ sync: { lastCompleteAt: 1 } });
    const statistics = () => within(screen.getByRole("region", { name: "Note statistics" })).getAllByRole("definition");
    await screen.findByRole("region", { name: "Note statistics" });
    expect(statistics().map((value) => value.textContent)).toEqual(["0", "2", "0"]);
    await act(() => make("Milk"));
    expect(statistics().map((value) => value.textContent)).toEqual(["1", "2", "1"]);
  });
});

describe("A2.8 the phone", () => {
  it("changes panes by a swipe of 50 px, and not by less", async () => {
    const { choose, atNote } = await openOnPhone();
    await choose("Milk");
    swipe("Note", LAYOUT.swipeThresholdPx - 1);
    expect(atNote()).toBe(true);
    swipe("Note", LAYOUT.swipeThresholdPx);
    await waitFor(() => expect(atNote()).toBe(false));
    swipe("Notes list", LAYOUT.swipeThresholdPx);
    expect(atNote()).toBe(false);
    swipe("Notes list", -LAYOUT.swipeThresholdPx);
    await waitFor(() => expect(atNote()).toBe(true));
  });

  it("returns to the list by the back gesture, however many notes were opened", async () => {
    const { choose, bottomTabs, user, path, atNote, router } = await openOnPhone();
    await choose("Milk");
    await user.click(screen.getByRole("button", { name: "Back to list" }));
    await waitFor(() => expect(atNote()).toBe(false));
    await choose("Bread");
    await user.click(bottomTabs()[0] as HTMLElement);
    await screen.findByRole("heading", { name: "Milk", level: 1 });

    await act(() => router.navigate(-1));
    expect(path()).toBe("/notes");
  });

  it("puts the list below a note that was opened by a link", async () => {
    const { router, path, here } = await openOnPhone({ path: "/notes/note-none" });
    await waitFor(() => expect(here().state).toEqual({ isAboveList: true }));
    expect(path()).toBe("/notes/note-none");
    await act(() => router.navigate(-1));
    expect(path()).toBe("/notes");
  });

  it("cuts the titles of its tabs at ten characters, with a dot for unsaved changes", async () => {
    const { user, bottomTabs } = await openOnPhone();
    await user.click(screen.getByRole("button", { name: "New Note" }));
    await user.click(await screen.findByRole("textbox", { name: "New note title" }));
    await user.paste("Shopping for Sunday");
    await user.click(screen.getByRole("button", { name: "Back to list" }));

    await waitFor(() => expect(bottomTabs()).toHaveLength(1));
    const [tab] = bottomTabs() as [HTMLElement];
    const shown = within(tab).getByText(/^Shopping/, { selector: "[aria-hidden]" }).textContent ?? "";
    expect([...shown.replace("…", "")].length).toBe(LAYOUT.mobileTabTitleChars);
    expect(within(tab).getByText("Shopping for Sunday, unsaved changes")).toBeTruthy();
  });

  it("puts the caret into the title of each new note, once its pane is active", async () => {
    const focus = HTMLElement.prototype.focus;
    // Browsers do not focus inert elements; jsdom does.
    const spy = vi.spyOn(HTMLElement.prototype, "focus").mockImplementation(function (this: HTMLElement, options) {
      if (this.closest("[inert]") === null) focus.call(this, options);
    });
    const { user, atNote } = await openOnPhone();
    for (const text of ["Milk", "Bread"]) {
      await user.click(screen.getByRole("button", { name: "New Note" }));
      await waitFor(() => expect(document.activeElement?.ariaLabel).toBe("New note title"));
      await user.keyboard(text);
      expect((document.activeElement as HTMLTextAreaElement).value).toBe(text);
      await user.click(screen.getByRole("button", { name: "Back to list" }));
      await waitFor(() => expect(atNote()).toBe(false));
    }
    spy.mockRestore();
  });

  it("shows that no note is selected on the note's pane", async () => {
    await openOnPhone();
    expect(screen.getByRole("heading", { name: "No Note Selected", hidden: true })).toBeTruthy();
  });

  it("shows urgent bands above an open note, and others only above the list", async () => {
    const { choose, syncs, user } = await openOnPhone({
      session: { ...SIGNED_IN, hasPendingRecoveryKey: true } as typeof SIGNED_IN,
    });
    syncs({ phase: "waiting", problem: { kind: "mass-removal", count: 42 } });
    const next = () => screen.queryByRole("button", { name: /Show next$/ });
    await user.click(next() as HTMLElement);
    expect(screen.getByRole("button", { name: "Show key" })).toBeTruthy();
    await choose("Milk");
    expect(screen.getByRole("button", { name: "Choose…" })).toBeTruthy();
    expect(next()).toBeNull();
    await user.click(screen.getByRole("button", { name: "Back to list" }));
    await waitFor(() => expect(next()).not.toBeNull());
  });
});

describe("A2.8 the menu of a phone", () => {
  it("closes after a choice", async () => {
    const { user } = await openOnPhone();
    await user.click(screen.getByRole("button", { name: "Menu" }));
    await user.click(within(await screen.findByRole("dialog", { name: "Menu" })).getByRole("button", { name: "New Folder" }));
    expect(await screen.findByRole("dialog", { name: "Create folder" })).toBeTruthy();
    expect(screen.queryByRole("dialog", { name: "Menu" })).toBeNull();
  });
});

describe("A2.8 between desktop and phone", () => {
  it.each([
    ["mass-removal", { kind: "mass-removal", count: 42 }, "alertdialog", "Notes trashed in your drive"],
    ["folder gone", { kind: "target-changed", what: "folder" }, "dialog", /folder/i],
  ] as const)("keeps the dialog open: %s", async (_, problem, role, name) => {
    const { syncs, user, resizeTo } = await open();
    await screen.findByRole("button", { name: "Sync" });
    syncs({ phase: "waiting", problem });
    await user.click(screen.getByRole("button", { name: "Choose…" }));
    expect(await screen.findByRole(role, { name })).toBeTruthy();
    resizeTo(PHONE_PX);
    expect(screen.getByRole(role, { name })).toBeTruthy();
    resizeTo(1440);
    expect(screen.getByRole(role, { name })).toBeTruthy();

    syncs({ problem: undefined });
    await waitFor(() => expect(screen.queryByRole(role, { name })).toBeNull());
  });
});

describe("A2.8 the bubble", () => {
  it("shows the shortcuts at the bottom right, even in the editor", async () => {
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: "Keyboard shortcuts" }));
    const help = within(await screen.findByRole("dialog", { name: "Keyboard shortcuts" }));
    for (const label of ["New note", "Save", "Next tab", "Previous tab", "Next folder", "Previous folder"])
      expect(help.getByText(label)).toBeTruthy();
    await user.keyboard("{Escape}");
    await user.keyboard("{Alt>}n{/Alt}");
    await screen.findByRole("textbox", { name: "New note title" });
    expect(screen.getByRole("button", { name: "Keyboard shortcuts" })).toBeTruthy();
  });
});

describe("A2.1 an unknown address", () => {
  it("says that the page was not found, and offers the dashboard", async () => {
    const { user, path } = await renderApp({ session: SIGNED_IN, path: "/nowhere" });
    expect(await screen.findByRole("heading", { name: "Page not found" })).toBeTruthy();
    expect(document.title).toBe("Page not found · Satchel");
    await user.click(screen.getByRole("link", { name: "Go to Dashboard" }));
    await waitFor(() => expect(path()).toBe("/dashboard"));
  });

  it("goes back to the former page, or to the start if there is none", async () => {
    const { user, router, path } = await renderApp({ session: SIGNED_IN, path: "/dashboard" });
    await screen.findByRole("link", { name: "Browse Notes" });
    await act(() => router.navigate("/nowhere"));
    await user.click(await screen.findByRole("button", { name: "Go Back" }));
    await waitFor(() => expect(path()).toBe("/dashboard"));

    const fresh = await renderApp({ session: SIGNED_IN, path: "/nowhere" });
    await fresh.user.click(await screen.findByRole("button", { name: "Go Back" }));
    await waitFor(() => expect(fresh.path()).toBe("/notes"));
  });
});

describe("A2.8 the keyboard at the start", () => {
  it("has a link to the note, past sidebar and list, as its first stop", async () => {
    const { user } = await open();
    await user.tab();
    expect(document.activeElement?.textContent).toBe("Skip to content");
    await user.keyboard("{Enter}");
    expect(document.activeElement?.tagName).toBe("MAIN");
  });

  it("runs a shortcut that was pressed before the notes were loaded", async () => {
    holdShortcut("new-note");
    await renderApp({ session: SIGNED_IN, path: "/notes" });
    expect(await screen.findByRole("textbox", { name: "New note title" })).toBeTruthy();
  });
});
