import type { NotesState } from "@satchel/core/library/notes/notes-service-types.ts";
import type { NoteSummary } from "@satchel/core/model/entities/note.ts";
import type { Store } from "@satchel/core/model/store.ts";
import type { SyncState } from "@satchel/core/sync/schedule/sync-service-types.ts";
import { act, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { dashboardText } from "../../text/pages/dashboard.ts";

async function open(options: Parameters<typeof renderApp>[0] = {}) {
  const app = await renderApp({ session: SIGNED_IN, path: "/dashboard", ...options });
  await screen.findByRole("link", { name: "Browse Notes" });
  const search = () => app.here().search;
  return { ...app, search };
}

describe("A2.7 dashboard", () => {
  it("has cards for a new note, all notes, search, and future statistics", async () => {
    await open({ sync: { lastCompleteAt: 1 } });
    const cards = within(within(screen.getByRole("main")).getAllByRole("list")[0] as HTMLElement);
    expect(cards.getAllByRole("link").map((card) => card.getAttribute("href"))).toEqual(["/notes/new", "/notes", "/notes?search="]);
    for (const name of ["New Note", "All Notes", "Search", "Statistics", "Coming Soon"]) expect(cards.getByText(name)).toBeTruthy();
    expect(cards.getByText("0 notes in 2 folders")).toBeTruthy();
  });

  it("formats today's changes like every other number", () => {
    expect([0, 1, 10_001].map(dashboardText.changedToday)).toEqual(["", "One note changed today.", "10,001 notes changed today."]);
  });

  it("invites to a first note, or to another one", async () => {
    const { services, user, path } = await open({ sync: { lastCompleteAt: 1 } });
    expect(screen.getByRole("link", { name: "Create Your First Note" }).getAttribute("href")).toBe("/notes/new");
    await act(async () => void (await services.open.notes.create({ title: "Milk", content: "" }, null)));
    expect(screen.getByRole("link", { name: "Create new note" }).getAttribute("href")).toBe("/notes/new");
    expect(screen.getByRole("link", { name: /^Milk/ })).toBeTruthy();

    await user.click(screen.getByRole("link", { name: "Browse Notes" }));
    expect(path()).toBe("/notes");
  });

  it("leads to the focused search box", async () => {
    const { user, path, search } = await open();
    await user.click(within(screen.getByRole("main")).getByRole("link", { name: /^Search/ }));
    const box = await screen.findByRole("searchbox", { name: "Search notes" });
    expect(`${path()}${search()}`).toBe("/notes?search=");
    expect(document.activeElement).toBe(box);
  });

  it("says that notes are only on this device if no drive was ever connected", async () => {
    await open({ connection: { kind: "none", isConfigured: true, isManaged: false } });
    expect(screen.getByText(/^Your notes are only on this device\./)).toBeTruthy();
    expect(screen.queryByText(/up to date/i)).toBeNull();
  });

  it("does not call notes local that are in a disconnected drive", async () => {
    const { services } = await open({ connection: { kind: "none", isConfigured: true, isManaged: false } });
    act(() => (services.open.sync.store as Store<SyncState>).setState({ lastCompleteAt: 1 }));
    expect(screen.getByText(/^No drive connected\./)).toBeTruthy();
    expect(screen.queryByText(/only on this device|Up to date/)).toBeNull();
  });

  it("does not claim to be in sync before any note has arrived", async () => {
    const { services } = await open();
    expect(screen.getByText(/^Your notes haven't been downloaded from your drive yet\./)).toBeTruthy();
    act(() => (services.open.sync.store as Store<SyncState>).setState({ lastCompleteAt: 1 }));
    expect(screen.getByText(/^Up to date\./)).toBeTruthy();
  });

  it("does not say that notes are missing beside notes that have arrived", async () => {
    const { services } = await open();
    const store = services.open.notes.store as Store<NotesState>;
    await act(async () => void (await services.open.notes.create({ title: "Milk", content: "" }, null)));
    const notes = store.getState().notes.map((note): NoteSummary => ({ ...note, sync: { kind: "in-your-drive" } }));
    act(() => store.setState({ notes, notesById: new Map(notes.map((note) => [note.noteId, note])) }));
    expect(screen.getByText("1 note in 2 folders")).toBeTruthy();
    expect(screen.getByText(/^Your first sync with your drive isn't complete yet\./)).toBeTruthy();
    expect(screen.queryByText(/haven't been downloaded/)).toBeNull();
  });

  it.each([
    ["before the first sync begins", { phase: "idle" }],
    ["while the first sync runs", { phase: "syncing" }],
    ["after it failed", { phase: "waiting", problem: { kind: "server-error", status: 503 } }],
    ["while sync is off", { phase: "off" }],
  ] as const)("shows neither an invitation nor a count %s", async (_when, state) => {
    const { services } = await open();
    act(() => (services.open.sync.store as Store<SyncState>).setState(state));
    expect(screen.getByRole("link", { name: "Create new note" }).getAttribute("href")).toBe("/notes/new");
    expect(screen.getByRole("link", { name: "All Notes Not downloaded yet" })).toBeTruthy();

    act(() => (services.open.sync.store as Store<SyncState>).setState({ phase: "idle", problem: undefined, lastCompleteAt: 1 }));
    expect(screen.getByRole("link", { name: "Create Your First Note" })).toBeTruthy();
    expect(screen.getByText("0 notes in 2 folders")).toBeTruthy();
  });

  it("A2.1 is available in local mode too", async () => {
    const { path } = await open({ session: { kind: "signed-out" }, localMode: true });
    expect(path()).toBe("/dashboard");
    expect(screen.getByText(/^Your notes are only on this device\./)).toBeTruthy();
  });
});
