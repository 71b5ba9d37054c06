import { NOTE } from "@satchel/core/model/limits/limits.ts";
import { MemoryDisk } from "@satchel/core/testing/memory-local-store.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SIGNED_IN } from "../../../testing/memory-services.ts";
import { renderApp } from "../../../testing/render-app.tsx";

type Options = Parameters<typeof renderApp>[0];

async function withNote(title = "Milk", content = "<p>two litres of milk</p>", options: Options = {}) {
  const app = await renderApp({ session: SIGNED_IN, path: "/notes", ...options });
  await screen.findByRole("tab", { name: "All Notes" });
  const { notes } = app.services.open;
  const made = await notes.create({ title, content }, null);
  if (!made.ok) throw new Error("the note was not made");
  await app.user.click(await screen.findByRole("option", { name: new RegExp(title.slice(0, 20)) }));
  const article = await screen.findByRole("article");
  return { ...app, notes, note: made.value, article };
}

describe("A2.11 view note", () => {
  it("shows title, dates and length", async () => {
    const { article } = await withNote("Milk", "<p>two litres of milk</p><p>牛奶</p>", {
      now: () => new Date(2026, 10, 3, 14, 6).getTime(),
    });
    expect(within(article).getByRole("heading", { level: 1, name: "Milk" })).toBeTruthy();
    expect(within(article).getByText(/^Created .*2026/)).toBeTruthy();
    expect(within(article).getByText(/^Modified today/)).toBeTruthy();
    expect(within(article).getByText("6 words · 20 characters")).toBeTruthy();
  });

  it("shows its folder, pinned or not", async () => {
    const { notes, note, article } = await withNote();
    const made = await notes.createFolder({ name: "Kitchen", description: "", color: "#22C55E" });
    expect(within(article).queryByText("Kitchen")).toBeNull();
    await act(async () => void (await notes.move(note.noteId, made.ok ? made.value.folderId : "")));
    expect(await within(article).findByText("Kitchen")).toBeTruthy();
    expect(within(article).queryByText("Pinned")).toBeNull();
    const pinned = notes.store.getState().folders.find(({ folderType }) => folderType === "PINNED")?.folderId ?? "";
    await act(async () => void (await notes.move(note.noteId, pinned)));
    expect(await within(article).findByText("Pinned")).toBeTruthy();
    expect(within(article).getByText("Kitchen")).toBeTruthy();
  });

  it("uses the singular for one word and one character", async () => {
    const { article } = await withNote("Milk", "<p>a</p>");
    expect(within(article).getByText("1 word · 1 character")).toBeTruthy();
  });

  it("fills the page, and returns by Exit", async () => {
    const { user } = await withNote();
    await user.click(screen.getByRole("button", { name: "Fullscreen" }));
    expect(screen.queryByRole("listbox", { name: "Notes" })).toBeNull();
    expect(screen.queryByRole("tablist", { name: "Open notes" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Exit" }));
    expect(screen.getByRole("listbox", { name: "Notes" })).toBeTruthy();
  });

  it("leaves fullscreen by Escape, read and edited, even from the text", async () => {
    const { user } = await withNote();
    const list = () => screen.queryByRole("listbox", { name: "Notes" });
    await user.click(screen.getByRole("button", { name: "Fullscreen" }));
    expect(list()).toBeNull();
    await user.keyboard("{Escape}");
    expect(list()).not.toBeNull();
    await user.click(screen.getByRole("button", { name: "Edit Note" }));
    const text = await screen.findByRole("textbox", { name: "Note text" });
    await user.click(screen.getByRole("button", { name: "Fullscreen" }));
    expect(list()).toBeNull();
    act(() => text.focus());
    await user.keyboard("{Escape}");
    expect(list()).not.toBeNull();
  });

  it("has a card of working actions", async () => {
    const { user, path, note } = await withNote();
    const card = () => within(screen.getByRole("region", { name: "Actions" }));
    await user.click(card().getByRole("button", { name: "Edit this note" }));
    expect(path()).toBe(`/notes/${note.noteId}/edit`);
    await user.click(screen.getByRole("option", { name: /Milk/ }));
    await user.click(card().getByRole("button", { name: "Create new note" }));
    expect(path()).toBe("/notes/new");
    await user.click(screen.getByRole("option", { name: /Milk/ }));
    await user.click(card().getByRole("button", { name: "Delete this note" }));
    await user.click(within(await screen.findByRole("alertdialog", { name: "Delete note" })).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(screen.queryByRole("option", { name: /Milk/ })).toBeNull());
  });

  it("reports that a note was deleted elsewhere, with a link back", async () => {
    const { notes, note, user, path } = await withNote();
    await notes.remove(note.noteId);
    expect(await screen.findByRole("heading", { name: "Note not found" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Back to Notes" }));
    expect(path()).toBe("/notes");
  });

  it("says after ten seconds that a large note is still loading", async () => {
    const disk = new MemoryDisk("dev");
    const pending: (() => void)[] = [];
    // Only the long timers are moved by hand here.
    const timers = {
      after(delayMs: number, run: () => void) {
        if (delayMs === 10_000) pending.push(run);
        return () => undefined;
      },
    };
    const { services } = await renderApp({ session: SIGNED_IN, path: "/notes/note-1-a", disk, timers, initialSync: true });
    await screen.findByRole("tab", { name: "All Notes" });
    await waitFor(() => expect(pending.length).toBeGreaterThan(0));
    for (const run of pending) run();
    expect(await screen.findByRole("heading", { name: "Large note" })).toBeTruthy();
    expect(screen.getByText("This note is large and is still loading from cloud...")).toBeTruthy();
    expect(services.open.tabs.store.getState().tabs).toHaveLength(1);
  });

  it("reports a note that cannot be read", async () => {
    const { services } = await withNote();
    services.open.notes.open = async () => ({ ok: false, problem: { kind: "storage-broken", detail: "gone" } });
    const other = await services.open.notes.create({ title: "Bread", content: "" }, null);
    if (other.ok) services.open.tabs.openView(other.value.noteId);
    expect((await screen.findAllByText("Failed to load note")).length).toBeGreaterThan(0);
  });
});

describe("A2.12 the focus when a note is edited and saved", () => {
  const text = () => screen.findByRole("textbox", { name: "Note text" });
  const hasFocus = async (element: Promise<HTMLElement>) => {
    const found = await element;
    await waitFor(() => expect(document.activeElement).toBe(found));
  };

  it("is in the text after 'Edit Note', and on the page after saving", async () => {
    const { user } = await withNote();
    await user.click(screen.getByRole("button", { name: "Edit Note" }));
    await hasFocus(text());
    await user.keyboard("{Control>}s{/Control}");
    await hasFocus(screen.findByRole("article"));
    await user.keyboard("e");
    await hasFocus(text());
    await user.keyboard("{Control>}s{/Control}");
    await hasFocus(screen.findByRole("article"));
    await user.keyboard("{Enter}");
    await hasFocus(text());
  });

  it("is in the text after a double click into it, and on its row", async () => {
    const { user, article } = await withNote();
    await user.dblClick(await within(article).findByText("two litres of milk"));
    await hasFocus(text());
    await user.click(screen.getByRole("button", { name: "Close" }));
    await user.dblClick(screen.getByRole("option", { name: /Milk/ }));
    await hasFocus(text());
  });

  it("is in the text after Enter on the row of the open note", async () => {
    const { user } = await withNote();
    act(() => screen.getByRole("listbox", { name: "Notes" }).focus());
    await user.keyboard("{Enter}");
    await hasFocus(text());
  });
});

describe("A8 edit load", () => {
  it("reports an invalid id and goes to the list", async () => {
    const { path } = await renderApp({ session: SIGNED_IN, path: "/notes/a%20b/edit" });
    expect(await screen.findByText("Invalid note ID")).toBeTruthy();
    await waitFor(() => expect(path()).toBe("/notes"));
  });

  it("reports a missing note", async () => {
    const { user, path } = await renderApp({ session: SIGNED_IN, path: "/notes/note-none/edit" });
    expect(await screen.findByRole("heading", { name: "Note not found" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Back to Notes" }));
    expect(path()).toBe("/notes");
  });

  it("reports a note that could not be read", async () => {
    const { services, note } = await withNote();
    services.open.notes.open = async () => ({ ok: false, problem: { kind: "storage-broken", detail: "gone" } });
    services.open.tabs.openEdit(note.noteId);
    expect((await screen.findAllByText("Failed to load note")).length).toBeGreaterThan(0);
  });
});

describe("A2.12 create and edit", () => {
  it("has Delete, Close and Save on the edit page", async () => {
    const { user, path } = await withNote();
    await user.click(screen.getByRole("button", { name: "Edit Note" }));
    await screen.findByRole("textbox", { name: "Title" });
    expect(screen.getByRole("button", { name: /^Save/ })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Delete" }));
    await user.click(within(await screen.findByRole("alertdialog", { name: "Delete note" })).getByRole("button", { name: "Cancel" }));
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(path()).toMatch(/^\/notes\/note-[^/]+$/);
  });

  it("has Cancel and Create Note on the create page, and Save in fullscreen", async () => {
    const { user, path } = await renderApp({ session: SIGNED_IN, path: "/notes/new" });
    expect((await screen.findByRole("textbox", { name: "Note text" })).getAttribute("contenteditable")).toBe("true");
    await user.click(await screen.findByRole("textbox", { name: "New note title" }));
    await user.paste("Bread");
    expect(screen.getByRole("button", { name: "Cancel" })).toBeTruthy();
    expect(screen.getByRole("button", { name: /^Create Note Ctrl/ })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Save" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Fullscreen" }));
    await user.click(screen.getByRole("button", { name: /^Save/ }));
    await waitFor(() => expect(path()).toMatch(/^\/notes\/note-/));
  });

  it("creates the note by Save and stays in the editor; Create Note shows the note", async () => {
    const { user, path, services } = await renderApp({ session: SIGNED_IN, path: "/notes/new" });
    await user.click(await screen.findByRole("textbox", { name: "New note title" }));
    await user.paste("Bread");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Note created! Uploading in background...")).toBeTruthy();
    const title = await screen.findByRole("textbox", { name: "Title" });
    expect((title as HTMLInputElement).value).toBe("Bread");
    const [note] = services.open.notes.store.getState().notes;
    expect(path()).toBe(`/notes/${note?.noteId}/edit`);
    await user.click(title);
    await user.paste(" and butter");
    await user.click(screen.getByRole("button", { name: /^Save Ctrl/ }));
    await waitFor(() => expect(path()).toBe(`/notes/${note?.noteId}`));
    expect(services.open.notes.store.getState().notes).toHaveLength(1);
  });

  it("fills the page, with Save, Cancel and Back floating over the text", async () => {
    const { user, path } = await withNote();
    await user.click(screen.getByRole("button", { name: "Edit Note" }));
    await user.click(await screen.findByRole("textbox", { name: "Title" }));
    await user.paste("Oat ");
    await user.click(screen.getByRole("button", { name: "Fullscreen" }));
    expect(screen.queryByRole("listbox", { name: "Notes" })).toBeNull();
    const bar = () => screen.getByRole("button", { name: /^Save/ }).parentElement as HTMLElement;
    const buttons = () =>
      within(bar())
        .getAllByRole("button")
        .map((button) => button.getAttribute("aria-label") ?? button.textContent);
    expect(buttons()).toEqual(["Exit fullscreen", "Cancel", "SaveCtrl Shift S"]);
    await user.click(screen.getByRole("button", { name: "Exit fullscreen" }));
    expect(screen.getByRole("listbox", { name: "Notes" })).toBeTruthy();
    expect(buttons()).toEqual(["Delete", "Fullscreen", "Close", "SaveCtrl Shift S"]);
    await user.click(screen.getByRole("button", { name: "Fullscreen" }));
    await user.click(screen.getByRole("button", { name: /^Save/ }));
    await waitFor(() => expect(path()).toMatch(/^\/notes\/note-[^/]+$/));
    expect(await screen.findByRole("heading", { level: 1, name: "MilkOat" })).toBeTruthy();
  });

  it("disables Save over the limit of the text, explains it, and keeps the text", async () => {
    const { user, services } = await withNote();
    await user.click(screen.getByRole("button", { name: "Edit Note" }));
    const { tabs } = services.open;
    const editId = tabs.store.getState().activeTabId as string;
    await screen.findByRole("textbox", { name: "Note text" });
    // Looking for it by its role again and again takes seconds beside a text of a million characters.
    const save = screen.getByRole("button", { name: /^Save/ });
    const isClosed = () => save.hasAttribute("disabled");
    const overLimit = { selector: "[role=alert]" };
    act(() => tabs.editDraft(editId, { content: "<p>short</p>" }));
    await waitFor(() => expect(isClosed()).toBe(false));
    act(() => tabs.editDraft(editId, { content: `<p>${"x".repeat(NOTE.contentMaxChars + 1)}</p>` }));
    expect(await screen.findByText("Content exceeds limit and cannot be saved", overLimit)).toBeTruthy();
    await waitFor(() => expect(isClosed()).toBe(true));
    act(() => tabs.editDraft(editId, { content: "<p>short again</p>" }));
    await waitFor(() => expect(isClosed()).toBe(false));
    expect(screen.queryByText("Content exceeds limit and cannot be saved", overLimit)).toBeNull();
    expect(save.isConnected).toBe(true);
  });

  it("A5 explains what a note of only spaces lacks", async () => {
    const { user, services } = await renderApp({ session: SIGNED_IN, path: "/notes/new" });
    await user.click(await screen.findByRole("textbox", { name: "New note title" }));
    await user.paste("   ");
    await user.click(screen.getByRole("button", { name: /^Create Note Ctrl/ }));
    expect(await screen.findByText("Please provide either a title or content for your note.")).toBeTruthy();
    expect(services.open.notes.store.getState().notes).toEqual([]);
  });

  it("disables saving while both fields are empty", async () => {
    await renderApp({ session: SIGNED_IN, path: "/notes/new" });
    expect((await screen.findByRole("button", { name: /^Create Note Ctrl/ })).hasAttribute("disabled")).toBe(true);
  });
});

describe("A8 edit save and create", () => {
  async function editing(options: Options = {}) {
    let isBroken = false;
    const diskRefuses = () => (isBroken ? ({ kind: "storage-broken", detail: "gone" } as const) : undefined);
    const app = await withNote("Milk", "", { diskRefuses, ...options });
    await app.user.click(screen.getByRole("button", { name: "Edit Note" }));
    await app.user.click(await screen.findByRole("textbox", { name: "Title" }));
    await app.user.paste("Oat ");
    isBroken = true;
    return app;
  }

  it.each([
    ["cloud", "Failed to update note. Please try again."],
    ["local", "Failed to update note locally. Please try again."],
  ])("reports a failed save and keeps the text: %s", async (kind, sentence) => {
    const { user } = await editing(kind === "local" ? { session: { kind: "signed-out" }, localMode: true } : {});
    await user.click(screen.getByRole("button", { name: /^Save/ }));
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Title" }).value).toContain("Oat");
  });

  it.each([
    ["cloud", "Failed to create note. Please try again."],
    ["local", "Failed to create note locally. Please try again."],
  ])("reports a failed creation and keeps the text: %s", async (kind, sentence) => {
    const { user } = await renderApp({
      session: kind === "local" ? { kind: "signed-out" } : SIGNED_IN,
      localMode: kind === "local",
      path: "/notes/new",
      diskRefuses: () => ({ kind: "storage-broken", detail: "gone" }),
    });
    await user.click(await screen.findByRole("textbox", { name: "New note title" }));
    await user.paste("Bread");
    await user.click(screen.getByRole("button", { name: /^Create Note Ctrl/ }));
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "New note title" }).value).toBe("Bread");
  });

  it("reports on saving that the note is gone", async () => {
    const { user, notes } = await withNote();
    await user.click(screen.getByRole("button", { name: "Edit Note" }));
    await user.click(await screen.findByRole("textbox", { name: "Title" }));
    await user.paste("Oat ");
    notes.save = async () => ({ ok: false, problem: { kind: "not-found" } });
    await user.click(screen.getByRole("button", { name: /^Save/ }));
    expect(await screen.findByText("Note not found")).toBeTruthy();
    expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Title" }).value).toContain("Oat");
  });
});

describe("A2.11 what a note allows while it is read", () => {
  const task = (on: boolean, text: string): string => `<li data-type="taskItem" data-checked="${on}"><p>${text}</p></li>`;
  const list = (one: boolean, two: boolean): string => `<ul data-type="taskList">${task(one, "bread")}${task(two, "milk")}</ul>`;

  it("ticks boxes one after the other, and saves each", async () => {
    const { user, article, notes, note } = await withNote("List", list(false, false));
    const box = (name: string) => within(article).getByRole("checkbox", { name });
    await user.click(await within(article).findByRole("checkbox", { name: "milk" }));
    await user.click(box("bread"));
    await user.click(box("milk"));
    await waitFor(async () => expect(await notes.open(note.noteId)).toMatchObject({ value: { content: list(true, false) } }));
    expect([box("bread"), box("milk")].map((one) => (one as HTMLInputElement).checked)).toEqual([true, false]);
  });

  it("keeps the focus on a box that Space has ticked", async () => {
    const { user, article, notes, note } = await withNote("List", list(false, false));
    (await within(article).findByRole("checkbox", { name: "bread" })).focus();
    await user.keyboard(" ");
    await waitFor(async () => expect(await notes.open(note.noteId)).toMatchObject({ value: { content: list(true, false) } }));
    await waitFor(() => expect(document.activeElement).toBe(within(article).getByRole("checkbox", { name: "bread" })));
  });

  it("finds and replaces words", async () => {
    const { user, article, notes, note } = await withNote("Tea", "<p>Tea and tea</p><p>coffee</p>");
    await within(article).findByText("coffee");
    act(() => article.focus());
    await user.keyboard("{Control>}f{/Control}");
    const bar = await screen.findByRole("search", { name: "Find in note" });
    await user.type(within(bar).getByRole("textbox", { name: "Find" }), "tea");
    expect(await within(bar).findByText("1 of 2")).toBeTruthy();
    await user.keyboard("{Enter}");
    expect(within(bar).getByText("2 of 2")).toBeTruthy();
    await user.type(within(bar).getByRole("textbox", { name: "Replace with" }), "milk");
    await user.click(within(bar).getByRole("button", { name: "Replace" }));
    await waitFor(async () =>
      expect(await notes.open(note.noteId)).toMatchObject({ value: { content: "<p>Tea and milk</p><p>coffee</p>" } }),
    );
    await user.click(within(bar).getByRole("button", { name: "Replace all" }));
    await waitFor(async () =>
      expect(await notes.open(note.noteId)).toMatchObject({ value: { content: "<p>milk and milk</p><p>coffee</p>" } }),
    );
    await user.type(within(bar).getByRole("textbox", { name: "Find" }), "{Escape}");
    expect(screen.queryByRole("search", { name: "Find in note" })).toBeNull();
  });

  it("finds regular expressions, replaces their groups, and searches the selection", async () => {
    const { user, notes, note, article } = await withNote("Tea", "<p>t1 t2</p><p>t3 t4</p>");
    const lines = await within(article).findByText("t3 t4");
    act(() => article.focus());
    document.getSelection()?.setBaseAndExtent(lines.firstChild as Node, 0, lines.firstChild as Node, 2);
    await user.keyboard("{Control>}f{/Control}");
    const bar = await screen.findByRole("search", { name: "Find in note" });
    await user.clear(within(bar).getByRole("textbox", { name: "Find" }));
    await user.type(within(bar).getByRole("textbox", { name: "Find" }), "t(\\d)");
    await user.click(within(bar).getByRole("button", { name: "Regular expression" }));
    expect(await within(bar).findByText("1 of 4")).toBeTruthy();
    await user.click(within(bar).getByRole("button", { name: "Find in selection" }));
    expect(await within(bar).findByText("1 of 1")).toBeTruthy();
    await user.type(within(bar).getByRole("textbox", { name: "Replace with" }), "$1t");
    await user.click(within(bar).getByRole("button", { name: "Replace all" }));
    await waitFor(async () => expect(await notes.open(note.noteId)).toMatchObject({ value: { content: "<p>t1 t2</p><p>3t t4</p>" } }));
    await user.clear(within(bar).getByRole("textbox", { name: "Find" }));
    await user.type(within(bar).getByRole("textbox", { name: "Find" }), "(");
    expect(await within(bar).findByText("Not a valid expression")).toBeTruthy();
  });

  it("selects the cell with Ctrl+A, then the note", async () => {
    const { user, article } = await withNote(
      "Tea",
      "<p>one</p><table><tbody><tr><td><p>two</p></td><td><p>three</p></td></tr></tbody></table>",
    );
    const cell = await within(article).findByText("two");
    act(() => article.focus());
    document.getSelection()?.collapse(cell.firstChild, 1);
    await user.keyboard("{Control>}a{/Control}");
    expect(document.getSelection()?.toString()).toBe("two");
    await user.keyboard("{Control>}a{/Control}");
    expect(document.getSelection()?.toString()).toBe("onetwothree");
  });

  it("selects only the note with Ctrl+A", async () => {
    const { user, article } = await withNote("Tea", "<p>one</p><p>two</p>");
    await within(article).findByText("two");
    act(() => article.focus());
    await user.keyboard("{Control>}a{/Control}");
    expect(document.getSelection()?.toString()).toBe("onetwo");
  });
});
