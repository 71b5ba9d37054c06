import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import { ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

const AUTOMATICALLY = { [LOCAL_KEYS.autosave]: "true" };

async function withNote(options: Parameters<typeof renderApp>[0] = {}) {
  const clock = new ManualClock();
  const app = await renderApp({
    session: SIGNED_IN,
    path: "/notes",
    timers: clock,
    now: () => clock.now(),
    preferences: AUTOMATICALLY,
    ...options,
  });
  await screen.findByRole("tab", { name: "All Notes" });
  const { notes, tabs } = app.services.open;
  const made = await notes.create({ title: "Milk", content: "<p>two litres</p>" }, null);
  if (!made.ok) throw new Error("the note was not made");
  await app.user.click(await screen.findByRole("option", { name: /Milk/ }));
  const advance = (ms: number) => act(() => clock.advance(ms));
  const saved = async () => {
    const read = await notes.open(made.value.noteId);
    return read.ok ? read.value.title : undefined;
  };
  const titles = () =>
    notes.store
      .getState()
      .notes.map(({ title }) => title)
      .sort();
  return { ...app, clock, notes, tabs, noteId: made.value.noteId, advance, saved, titles };
}

async function inEditor(options: Parameters<typeof renderApp>[0] = {}) {
  const app = await withNote(options);
  await app.user.click(await screen.findByRole("button", { name: "Edit Note" }));
  const title = await screen.findByRole("textbox", { name: "Title" });
  const typeTitle = async (text: string) => {
    await app.user.click(title);
    await app.user.paste(text);
  };
  return { ...app, typeTitle };
}

async function inNewNote(options: Parameters<typeof renderApp>[0] = {}) {
  const app = await withNote(options);
  await app.user.keyboard("{Alt>}n{/Alt}");
  const title = await screen.findByRole("textbox", { name: "New note title" });
  await app.user.click(title);
  return { ...app, title };
}

describe("decision 0042 Saving", () => {
  it("is automatic until the Save button is chosen in Settings, Writing", async () => {
    const { user, services } = await withNote({ preferences: AUTOMATICALLY });
    await user.click(screen.getByRole("button", { name: "Settings" }));
    await user.click(await screen.findByRole("tab", { name: "Writing" }));
    const choice = screen.getByRole<HTMLSelectElement>("combobox", { name: "Saving" });
    expect(choice.value).toBe("automatically");
    await user.selectOptions(choice, "With the Save button");
    expect(services.saving.isAutomatic()).toBe(false);
    await user.selectOptions(choice, "Automatically");
    expect(services.preferences.read(LOCAL_KEYS.autosave)).toBeUndefined();
    expect(services.saving.isAutomatic()).toBe(true);
  });

  it("leaves notes alone until Save is pressed with the Save button", async () => {
    const { typeTitle, advance, saved } = await inEditor({ preferences: { [LOCAL_KEYS.autosave]: "false" } });
    await typeTitle("Oat ");
    expect(screen.getByText("Unsaved changes are kept on this device")).toBeTruthy();
    await advance(60_000);
    expect(await saved()).toBe("Milk");
  });

  it("saves a second after the last key and reports it in the line below the title alone", async () => {
    const { typeTitle, advance, saved, path, noteId, services } = await inEditor();
    await typeTitle("Oat ");
    expect(screen.getByText("Saving…")).toBeTruthy();
    await advance(1000);

    expect(await saved()).toContain("Oat");
    await waitFor(() => expect(screen.queryByText("Saving…")).toBeNull());
    expect(path()).toBe(`/notes/${noteId}/edit`);
    expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Title" }));
    expect(services.status.store.getState().shown).toEqual([]);
  });

  it("edits a note in the tab that shows it, and reads it there again after Done or Escape", async () => {
    const { user, tabs, path, noteId, titles, typeTitle } = await inEditor();
    expect(tabs.store.getState().tabs).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Done" }));
    await screen.findByRole("heading", { name: "Milk", level: 1 });
    expect(path()).toBe(`/notes/${noteId}`);

    await user.click(screen.getByRole("button", { name: "Edit Note" }));
    await screen.findByRole("textbox", { name: "Title" });
    void typeTitle;
    await user.click(screen.getByRole("textbox", { name: "Title" }));
    await user.paste("!");
    await user.keyboard("{Escape}");
    await screen.findByRole("heading", { name: "Milk!", level: 1 });
    expect(titles()).toEqual(["Milk!"]);
    expect(tabs.store.getState().tabs).toHaveLength(1);
  });

  it("opens the editor at a click into the text, and not at one on a control in it", async () => {
    const { user, notes, noteId, tabs } = await withNote();
    const opened = await notes.open(noteId);
    if (!opened.ok) throw new Error("the note is there");
    const content = '<ul data-type="taskList"><li data-type="taskItem" data-checked="false"><p>buy</p></li></ul><p>two litres</p>';
    await act(() => notes.save(noteId, { title: "Milk", content }, { seen: opened.value }));
    await user.click(await screen.findByRole("checkbox"));
    expect(tabs.store.getState().tabs).toMatchObject([{ type: "view" }]);
    await user.click(screen.getByText("two litres", { selector: "article p" }));
    await screen.findByRole("textbox", { name: "Title" });
    expect(tabs.store.getState().tabs).toMatchObject([{ type: "edit" }]);
  });

  it("lists a new note, with an address, from its first character", async () => {
    const { user, advance, titles, path, notes } = await inNewNote();
    expect(path()).toBe("/notes/new");
    await user.keyboard("B");
    await advance(0);
    expect(titles()).toEqual(["B", "Milk"]);
    const note = notes.store.getState().notes.find(({ title }) => title === "B");
    expect(path()).toBe(`/notes/${note?.noteId}/edit`);
    expect(screen.getByRole("button", { name: /^Create Note/ })).toBeTruthy();
    await user.keyboard("read");
    await advance(1000);
    expect(titles()).toEqual(["Bread", "Milk"]);
  });

  it("moves a new note into the trash with Undo when it is canceled", async () => {
    const { user, advance, titles, notes } = await inNewNote();
    await user.keyboard("Bread");
    await advance(1000);
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(titles()).toEqual(["Milk"]));
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(titles()).toEqual(["Bread", "Milk"]));
    expect(notes.store.getState().notes).toHaveLength(2);
  });

  it("leaves nothing behind of a new note that is left empty", async () => {
    const { user, advance, titles, services } = await inNewNote();
    await user.keyboard("B");
    await advance(1000);
    expect(titles()).toEqual(["B", "Milk"]);
    await user.keyboard("{Backspace}");
    await advance(1000);
    expect(titles()).toEqual(["Milk"]);
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(services.disk.drafts.size).toBe(0);
    expect([...services.disk.entities.values()].filter(({ kind }) => kind === "note")).toHaveLength(2);
    expect(services.status.store.getState().shown).toEqual([]);
  });

  it("closes a tab without a question and saves what was typed last", async () => {
    const { user, typeTitle, saved, tabs } = await inEditor();
    await typeTitle("!");
    await user.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(tabs.store.getState().tabs).toEqual([]));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(await saved()).toBe("Milk!");
  });

  it("saves at once when another folder is chosen", async () => {
    const { user, typeTitle, saved } = await inEditor();
    await typeTitle("!");
    await user.click(screen.getByRole("tab", { name: /^Pinned/ }));
    await waitFor(async () => expect(await saved()).toBe("Milk!"));
  });

  it("saves before signing out", async () => {
    const { user, typeTitle, tabs, services } = await inEditor();
    await typeTitle("!");
    await user.click(screen.getByRole("button", { name: "Sign Out" }));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Sign Out" }));
    await waitFor(() => expect(services.open.notes.store.getState().notes).toMatchObject([{ title: "Milk!" }]));
    expect(tabs.store.getState().saveProblems.size).toBe(0);
  });

  it("asks before closing what cannot be saved, and says why", async () => {
    const { user, typeTitle, advance, saved } = await inEditor();
    await typeTitle("x".repeat(300));
    await advance(1000);
    await user.click(screen.getByRole("button", { name: "Close" }));
    const question = await screen.findByRole("alertdialog");
    expect(within(question).getByText(/Title must be less than 255 characters/)).toBeTruthy();
    await user.click(within(question).getByRole("button", { name: /Discard/ }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(await saved()).toBe("Milk");
  });

  it("stays in the text after Ctrl+S and says nothing", async () => {
    const { user, typeTitle, saved, services, path, noteId } = await inEditor();
    await typeTitle("!");
    await user.keyboard("{Control>}s{/Control}");
    await waitFor(async () => expect(await saved()).toBe("Milk!"));
    expect(path()).toBe(`/notes/${noteId}/edit`);
    expect(services.status.store.getState().shown).toEqual([]);
  });

  it("says once that the disk is full, and keeps the text", async () => {
    let isFull = false;
    const { typeTitle, advance, saved } = await inEditor({ diskRefuses: () => (isFull ? { kind: "storage-full" } : undefined) });
    isFull = true;
    await typeTitle("Oat ");
    await advance(1000);
    expect(await screen.findByText(/Your text is still here. Free up some space, then save again/)).toBeTruthy();
    expect(screen.getByText("Not saved")).toBeTruthy();
    expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Title" }).value).toContain("Oat");
    isFull = false;
    await advance(30_000);
    expect(await saved()).toContain("Oat");
  });

  it("B8 says once that this device could not save, and tries again", async () => {
    let isBroken = false;
    const { typeTitle, advance, saved, services } = await inEditor({
      session: { kind: "signed-out" },
      localMode: true,
      diskRefuses: () => (isBroken ? { kind: "storage-broken", detail: "" } : undefined),
    });
    isBroken = true;
    await typeTitle("Oat ");
    await advance(1000);
    expect(await screen.findByText("Failed to save note")).toBeTruthy();
    const shownCount = services.status.store.getState().shown.length;
    await advance(30_000);
    expect(services.status.store.getState().shown.length).toBeLessThanOrEqual(shownCount);
    isBroken = false;
    await advance(30_000);
    expect(await saved()).toContain("Oat");
  });
});
