import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import type { Store } from "@satchel/core/model/store.ts";
import type { SyncState } from "@satchel/core/sync/schedule/sync-service-types.ts";
import { MemoryDisk } from "@satchel/core/testing/memory-local-store.ts";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

type Options = Parameters<typeof renderApp>[0];

async function atNotes(options: Options = {}) {
  const app = await renderApp({ session: SIGNED_IN, path: "/notes", ...options });
  await screen.findByRole("tab", { name: "All Notes" });
  const make = async (title: string, content = "") => {
    const made = await app.services.open.notes.create({ title, content }, null);
    if (!made.ok) throw new Error("the note was not made");
    return made.value;
  };
  const tabs = () => within(screen.getByRole("tablist", { name: "Open notes" })).getAllByRole("tab");
  const rows = () => screen.queryAllByRole("option").map((row) => row.textContent ?? "");
  return { ...app, make, tabs, rows };
}

describe("A2.8 the workspace", () => {
  it("shows sidebar, list, tabs and the note side by side", async () => {
    const { user, make, tabs } = await atNotes();
    await make("Milk");
    await user.click(await screen.findByRole("option", { name: /Milk/ }));
    expect(await screen.findByRole("article")).toBeTruthy();
    expect(screen.getByRole("navigation", { name: "Main" })).toBeTruthy();
    expect(screen.getByRole("listbox", { name: "Notes" })).toBeTruthy();
    expect(tabs()).toHaveLength(1);
  });

  it("renders the note and its row alone when another note is opened", async () => {
    const { user, make, services } = await atNotes();
    await make("Milk");
    await make("Bread");
    await user.click(await screen.findByRole("option", { name: /Milk/ }));
    await screen.findByRole("heading", { name: "Milk", level: 1 });
    const bands = vi.spyOn(services.updates.store, "getState");
    await user.click(screen.getByRole("option", { name: /Bread/ }));
    await screen.findByRole("heading", { name: "Bread", level: 1 });
    expect(screen.getByRole("option", { name: /Bread/ }).getAttribute("aria-current")).toBe("true");
    expect(bands).not.toHaveBeenCalled();
  });

  it("A2.9 starts a note by the button of the list", async () => {
    const { user, path } = await atNotes();
    await user.click(within(screen.getByRole("region", { name: "Notes list" })).getByRole("button", { name: "New Note" }));
    expect(await screen.findByRole("textbox", { name: "New note title" })).toBeTruthy();
    expect(path()).toBe("/notes/new");
  });

  it("welcomes a user without notes, with one button", async () => {
    await atNotes({ sync: { lastCompleteAt: 1 } });
    expect(screen.getByRole("heading", { name: "Welcome to Notes" })).toBeTruthy();
    expect(screen.queryByRole("heading", { name: "No notes open" })).toBeNull();
    expect(screen.getByRole("button", { name: "Create Note" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Import" })).toBeTruthy();
  });

  it("B4 hides the empty state if the drive has notes that have not arrived", async () => {
    const { services } = await atNotes({ sync: { phase: "syncing" } });
    expect(screen.queryByRole("heading", { name: "Welcome to Notes" })).toBeNull();

    act(() =>
      (services.open.sync.store as Store<SyncState>).setState({ phase: "waiting", problem: { kind: "server-error", status: 503 } }),
    );

    expect(await screen.findByRole("heading", { name: "Your notes aren't here yet" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Create Note" })).toBeTruthy();
  });

  it.each([
    ["cannot be reached", { kind: "disconnected", isConfigured: true, isManaged: false }],
    ["was paused to work offline", { kind: "connected", isConfigured: true, isManaged: false }],
  ] as const)("B4 hides the empty state if the drive %s before they arrived", async (_how, connection) => {
    await atNotes({ sync: { phase: "off" }, connection });
    expect(await screen.findByRole("heading", { name: "Your notes aren't here yet" })).toBeTruthy();
    expect(screen.getByText("They'll be downloaded from your drive when sync resumes.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Create Note" })).toBeTruthy();
  });

  it("creates a note from typed text, shows it at the top and as a view, with a toast", async () => {
    const { user, make, path, rows, tabs } = await atNotes();
    await make("Bread");
    await user.keyboard("{Alt>}n{/Alt}");
    await user.click(await screen.findByRole("textbox", { name: "New note title" }));
    await user.paste("Milk");
    expect(tabs()[0]?.textContent).toContain("Milk, unsaved changes");
    await user.keyboard("{Control>}s{/Control}");

    expect(await screen.findByText("Note created! Uploading in background...")).toBeTruthy();
    expect(await screen.findByRole("heading", { name: "Milk" })).toBeTruthy();
    expect(rows()[0]).toContain("Milk");
    expect(rows()[1]).toContain("Bread");
    expect(path()).toMatch(/^\/notes\/note-/);
    expect(tabs()).toHaveLength(1);
  });

  it("does not show a note created while sync is paused as uploading", async () => {
    const { user } = await atNotes({ sync: { phase: "off" } });
    await user.click(await screen.findByRole("button", { name: "Create Note" }));
    await user.click(await screen.findByRole("textbox", { name: "New note title" }));
    await user.paste("Milk");
    await user.keyboard("{Control>}s{/Control}");
    expect(await screen.findByText("Note saved offline - will sync when connection restored")).toBeTruthy();
  });

  it("opens a note of the list only once", async () => {
    const { user, make, tabs, path } = await atNotes();
    const note = await make("Milk", "<p>two litres</p>");
    await user.click(await screen.findByRole("option", { name: /Milk/ }));
    expect(path()).toBe(`/notes/${note.noteId}`);
    expect(await within(await screen.findByRole("article")).findByText("two litres")).toBeTruthy();
    await user.click(screen.getByRole("option", { name: /Milk/ }));

    expect(tabs()).toHaveLength(1);
  });

  it("moves through the list by keyboard", async () => {
    const { user, make, path } = await atNotes();
    await make("First");
    await make("Second");
    (await screen.findByRole("listbox", { name: "Notes" })).focus();
    await user.keyboard("{ArrowDown}{ArrowDown}{ArrowUp}{Enter}");

    expect(path()).toContain("/notes/note-");
    expect(await screen.findByRole("heading", { name: /First|Second/, level: 1 })).toBeTruthy();
  });

  it("turns an edit into a view when saved, and disables Save without changes", async () => {
    const { user, make, tabs } = await atNotes();
    await make("Milk");
    await user.click(await screen.findByRole("option", { name: /Milk/ }));
    await user.click(await screen.findByRole("button", { name: "Edit Note" }));
    expect(await screen.findByText("4/255 characters")).toBeTruthy();
    const save = screen.getByRole("button", { name: /^Save/ });
    expect(save.hasAttribute("disabled") || save.getAttribute("aria-disabled") === "true").toBe(true);
    await user.click(screen.getByRole("textbox", { name: "Title" }));
    await user.paste("Oat ");
    await user.click(screen.getByRole("button", { name: /^Save/ }));

    expect(await screen.findByText("Note saved! Syncing in background...")).toBeTruthy();
    await waitFor(() => expect(tabs()).toHaveLength(1));
    expect(await screen.findByRole("heading", { name: /Oat/ })).toBeTruthy();
  });

  it("shows a missing title at its field, and keeps the text", async () => {
    const { user, make } = await atNotes();
    await make("Milk");
    await user.click(await screen.findByRole("option", { name: /Milk/ }));
    await user.click(await screen.findByRole("button", { name: "Edit Note" }));
    await user.clear(await screen.findByRole("textbox", { name: "Title" }));
    await user.click(screen.getByRole("button", { name: /^Save/ }));

    expect(await screen.findByText("Note title is required")).toBeTruthy();
  });

  it("rejects a title that is too long before it is sent", async () => {
    const { user } = await atNotes({ path: "/notes/new" });
    await user.click(await screen.findByRole("textbox", { name: "New note title" }));
    await user.paste("x".repeat(256));

    expect(screen.getByText("Title must be less than 255 characters")).toBeTruthy();
    expect(screen.getByText("256/255 characters")).toBeTruthy();
    expect(screen.getByRole("button", { name: /^Create Note Ctrl/ }).getAttribute("disabled")).not.toBeNull();
  });
});

describe("A2.13 confirmations", () => {
  async function withUnsaved(options: Options = {}) {
    const app = await atNotes({ path: "/notes/new", ...options });
    await app.user.click(await screen.findByRole("textbox", { name: "New note title" }));
    await app.user.paste("Bread");
    return app;
  }

  it("asks before closing a tab with unsaved changes, and can stay", async () => {
    const { user, tabs } = await withUnsaved();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Unsaved changes" });
    expect(within(dialog).getByText("You have unsaved changes. Are you sure you want to leave? Your changes will be lost.")).toBeTruthy();
    await user.click(within(dialog).getByRole("button", { name: "Keep editing" }));
    expect(tabs()).toHaveLength(1);
  });

  it("discards the changes if that is chosen", async () => {
    const { user, services, path } = await withUnsaved();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await user.click(await screen.findByRole("button", { name: "Discard changes" }));

    await waitFor(() => expect(path()).toBe("/notes"));
    expect(services.open.tabs.store.getState().tabs).toEqual([]);
    expect(services.disk.drafts.size).toBe(0);
  });

  it("asks before leaving the notes with unsaved changes, and saves them if chosen", async () => {
    const { user, path, services } = await withUnsaved();
    await user.click(screen.getByRole("link", { name: "Dashboard" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Unsaved changes" });
    expect(path()).toBe("/notes/new");
    await user.click(within(dialog).getByRole("button", { name: "Save" }));

    await waitFor(() => expect(path()).toBe("/dashboard"));
    expect(services.open.notes.store.getState().notes[0]?.title).toBe("Bread");
  });

  it("asks before deleting a note, and can undo it", async () => {
    const { user, make, services } = await atNotes();
    await make("Milk");
    await user.click(await screen.findByRole("option", { name: /Milk/ }));
    await user.click(await screen.findByRole("button", { name: "Delete" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Delete note" });
    expect(within(dialog).getByText('Are you sure you want to delete "Milk"? This action cannot be undone.')).toBeTruthy();
    expect(within(dialog).getByText("You can restore it from the trash for 30 days.")).toBeTruthy();
    await user.click(within(dialog).getByRole("button", { name: "Delete" }));

    expect(await screen.findByText("Note deleted!")).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("option")).toBeNull());
    expect(services.open.tabs.store.getState().tabs).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByRole("option", { name: /Milk/ })).toBeTruthy();
  });

  it.each([
    [7, "You can restore it from the trash for 7 days."],
    [null, "You can restore it from the trash until you delete it there."],
  ] as const)("says before deleting how long a trash set to %s days keeps the note", async (days, sentence) => {
    const { user, make, services } = await atNotes();
    services.preferences.write(LOCAL_KEYS.trashKept, JSON.stringify({ days, atMs: 1 }));
    await make("Milk");
    await user.click(await screen.findByRole("option", { name: /Milk/ }));
    await user.click(await screen.findByRole("button", { name: "Delete" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Delete note" });
    expect(within(dialog).getByText(sentence)).toBeTruthy();
  });

  it("creates a folder and shows it", async () => {
    const { user } = await atNotes();
    await user.click(screen.getByRole("button", { name: "New Folder" }));
    await user.click(await screen.findByRole("button", { name: "Create Folder" }));
    expect(screen.getByText("Folder name is required")).toBeTruthy();
    // The fields limit typed text, but other input may exceed the limit.
    fireEvent.change(screen.getByRole("textbox", { name: "Name" }), { target: { value: "x".repeat(256) } });
    fireEvent.change(screen.getByRole("textbox", { name: "Description" }), { target: { value: "x".repeat(1001) } });
    await user.click(screen.getByRole("button", { name: "Create Folder" }));
    expect(screen.getByText("Folder name must be less than 255 characters")).toBeTruthy();
    expect(screen.getByText("Description must be less than 1000 characters")).toBeTruthy();
    for (const name of ["Name", "Description"]) await user.clear(screen.getByRole("textbox", { name }));
    await user.click(screen.getByRole("textbox", { name: "Name" }));
    await user.paste("Recipes");
    expect(screen.getAllByRole("radio")).toHaveLength(10);
    expect(screen.getByRole("radio", { checked: true }).getAttribute("value")).toBe("#3B82F6");
    expect(screen.getByRole("textbox", { name: "Name" }).getAttribute("maxlength")).toBe("255");
    expect(screen.getByRole("textbox", { name: "Description" }).getAttribute("maxlength")).toBe("1000");
    await user.click(screen.getByRole("button", { name: "Create Folder" }));

    const tab = await screen.findByRole("tab", { name: "Recipes" });
    expect(tab.getAttribute("aria-selected")).toBe("true");
    expect(await screen.findByText('Folder "Recipes" created successfully')).toBeTruthy();
  });
});

describe("A2.1 addresses", () => {
  it("distinguishes an invalid id from a missing note", async () => {
    const invalid = await renderApp({ session: SIGNED_IN, path: "/notes/a%20b" });
    expect(await screen.findByRole("heading", { name: "Invalid Note ID" })).toBeTruthy();
    expect(screen.getByText("Unable to view note - invalid ID")).toBeTruthy();
    await invalid.user.click(screen.getByRole("button", { name: "Back to Notes" }));
    expect(invalid.path()).toBe("/notes");
    invalid.unmount();

    await renderApp({ session: SIGNED_IN, path: "/notes/note-none" });
    expect(await screen.findByRole("heading", { name: "Note not found" })).toBeTruthy();
  });

  it("opens a note in fullscreen editing if its address has isExpanded", async () => {
    for (const path of ["/notes/new", "/notes/note-none/edit"]) {
      const app = await renderApp({ session: SIGNED_IN, path, state: { isExpanded: true } });
      await waitFor(() => expect(app.services.open.tabs.store.getState().tabs).toMatchObject([{ isExpanded: true }]));
      expect(screen.queryByRole("listbox", { name: "Notes" })).toBeNull();
      app.unmount();
    }
  });

  it("follows back and forward between tabs", async () => {
    const { make, user, router, tabs } = await atNotes();
    await make("First");
    await make("Second");
    await user.click(await screen.findByRole("option", { name: /First/ }));
    await user.click(await screen.findByRole("option", { name: /Second/ }));
    await router.navigate(-1);

    await waitFor(() => expect(tabs()[0]?.getAttribute("aria-selected")).toBe("true"));
    expect(tabs()[0]?.textContent).toContain("First");
  });

  it("restores typed text after a reload", async () => {
    const disk = new MemoryDisk("dev");
    const first = await atNotes({ path: "/notes/new", disk });
    await first.user.click(await screen.findByRole("textbox", { name: "New note title" }));
    await first.user.paste("Bread");
    await first.services.open.tabs.flush();
    first.unmount();

    await atNotes({ disk });

    expect((await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "New note title" })).value).toBe("Bread");
  });
});

describe("A2.15 shortcuts", () => {
  it("opens new notes with Alt+N and moves through the tabs", async () => {
    const { user, tabs } = await atNotes();
    await user.keyboard("{Alt>}n{/Alt}");
    await screen.findByRole("textbox", { name: "New note title" });
    await user.keyboard("{Alt>}n{/Alt}");
    await waitFor(() => expect(tabs()).toHaveLength(2));
    expect(tabs()[1]?.textContent).toContain("New Note 2");
    await user.keyboard("{Control>}{Alt>}{PageUp}{/Alt}{/Control}");

    await waitFor(() => expect(tabs()[0]?.getAttribute("aria-selected")).toBe("true"));
  });

  it("moves through the folders with Ctrl+Alt+Right and Left", async () => {
    const { user } = await atNotes();
    const shown = () => within(screen.getByRole("tablist", { name: "Folders" })).getByRole("tab", { selected: true }).textContent;
    expect(shown()).toBe("All Notes");
    await user.keyboard("{Control>}{Alt>}{ArrowRight}{/Alt}{/Control}");
    expect(shown()).toBe("Pinned");
    await user.keyboard("{Control>}{Alt>}{ArrowLeft}{/Alt}{/Control}");
    expect(shown()).toBe("All Notes");
  });
});

describe("A2.8 header and B2 footers", () => {
  it("shows the connection and Sync, and reports a completed sync", async () => {
    const { user } = await atNotes();
    expect(screen.getByText("Connected")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Sync" }));
    expect(await screen.findByText("Sync completed!")).toBeTruthy();
  });

  it("shows only a badge and a footer in local mode", async () => {
    const { path, user, services } = await atNotes({ session: { kind: "signed-out" }, localMode: true });
    expect(screen.queryByText("Connected")).toBeNull();
    expect(screen.queryByRole("button", { name: "Sync" })).toBeNull();
    expect(screen.getByText("Local mode")).toBeTruthy();
    expect(screen.getByRole("link", { name: /^Sign Up to Sync\s?Backup your local notes$/ }).getAttribute("href")).toBe("/signup");
    await user.click(screen.getByRole("button", { name: "Sign out and Delete Notes" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Clear All Local Notes" });
    expect(within(dialog).getByText("Are you sure you want to clear all local notes? This action cannot be undone.")).toBeTruthy();
    const clearAll = within(dialog).getByRole("button", { name: "Clear All" });
    expect(clearAll.className).toContain("danger");
    await user.click(clearAll);

    await waitFor(() => expect(path()).toBe("/login"));
    expect(services.localMode.store.getState().enabled).toBe(false);
  });

  it("shows the banner of an expired connection until it is dismissed", async () => {
    const expired = { kind: "expired", label: "Google Drive", isConfigured: true, isManaged: false } as const;
    const { user } = await atNotes({ connection: expired });
    expect(screen.getByText("Google Drive connection expired.")).toBeTruthy();
    for (const name of ["Quick Reconnect", "Stop Auto-Retry"]) expect(screen.getByRole("button", { name })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByText("Google Drive connection expired.")).toBeNull();
  });

  it("reports drive files that cannot be opened", async () => {
    await atNotes({ sync: { unreadableCount: 2 } });
    expect(screen.getByText("2 files in your drive can't be opened. They were left unchanged.")).toBeTruthy();
  });

  it("cycles through the themes", async () => {
    const { user } = await atNotes();
    await user.click(screen.getByRole("button", { name: /Theme/ }));
    expect(document.documentElement.dataset.theme).toBe("dark");
    await user.click(screen.getByRole("button", { name: /Theme/ }));
    expect(document.documentElement.dataset.theme).toBe("amoled");
    expect(screen.getByRole("button", { name: /Theme/ }).textContent).toContain("Black");
  });
});

describe("decision 0005 sign-out", () => {
  it("says how many changes exist only here before anything is deleted", async () => {
    const { user, make, path } = await atNotes();
    await make("Milk");
    await user.click(screen.getByRole("button", { name: "Sign Out" }));
    const asking = await screen.findByRole("alertdialog", { name: "Sign Out" });
    expect(within(asking).getByText("Are you sure you want to sign out? You'll need to log in again to access your notes.")).toBeTruthy();
    await user.click(within(asking).getByRole("button", { name: "Sign Out" }));
    const warning = await screen.findByRole("alertdialog", { name: "Some changes are only on this device" });
    expect(path()).toBe("/notes");
    await user.click(within(warning).getByRole("button", { name: "Sign out and delete them" }));

    await waitFor(() => expect(path()).toBe("/login"));
  });
});

describe("A2.8 mobile", () => {
  it("shows the list, then the note, and returns", async () => {
    const { user, make, path } = await atNotes({ widthPx: 390 });
    await make("Milk");
    await user.click(await screen.findByRole("option", { name: /Milk/ }));
    expect(await screen.findByRole("heading", { name: "Milk" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Back to list" }));

    expect(path()).toBe("/notes");
    expect(within(screen.getByRole("navigation", { name: "Open notes" })).getByRole("button").textContent).toContain("Milk");
  });

  it("opens the sidebar through the menu", async () => {
    const { user } = await atNotes({ widthPx: 390 });
    await user.click(screen.getByRole("button", { name: "Menu" }));
    expect(within(await screen.findByRole("dialog", { name: "Menu" })).getByRole("link", { name: "Dashboard" })).toBeTruthy();
  });
});

describe("A4 search", () => {
  it("shows the hits, and all notes again when cleared", async () => {
    const { user, make, rows } = await atNotes();
    await make("Milk");
    await make("Bread");
    await screen.findByRole("option", { name: /Bread/ });
    await user.click(screen.getByRole("searchbox", { name: "Search notes" }));
    await user.paste("mil");
    expect(await screen.findByText("1 note for “mil”")).toBeTruthy();
    expect(rows()).toHaveLength(1);
    await user.click(screen.getAllByRole("button", { name: "Clear search" })[0] as HTMLElement);

    await waitFor(() => expect(rows()).toHaveLength(2));
  });
});
