import type { StoreProblem } from "@satchel/core/ports/device/local-store.ts";
import { createEvent, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

type Options = Parameters<typeof renderApp>[0];

async function atNotes(titles: readonly string[], options: Options = {}) {
  let now = 1_800_000_000_000;
  let refusal: StoreProblem | undefined;
  const app = await renderApp({ session: SIGNED_IN, path: "/notes", now: () => now++, diskRefuses: () => refusal, ...options });
  await screen.findByRole("tab", { name: "All Notes" });
  const { notes } = app.services.open;
  const ids: string[] = [];
  for (const title of titles) {
    const made = await notes.create({ title, content: `<p>${title} text</p>` }, null);
    if (made.ok) ids.push(made.value.noteId);
  }
  if (titles.length > 0) await screen.findByRole("option", { name: new RegExp(titles.at(-1) as string) });
  const row = (title: string) => screen.getByRole("option", { name: new RegExp(title) });
  const selected = () => screen.queryAllByRole("option", { selected: true }).map((option) => option.textContent ?? "");
  const folderOf = (title: string) => {
    const { notes: all, folders } = notes.store.getState();
    const folderId = all.find((note) => note.title === title)?.folderId;
    return folders.find((folder) => folder.folderId === folderId)?.name;
  };
  const makeFolder = async (name: string) => {
    const made = await notes.createFolder({ name, description: "", color: "#22C55E" });
    await screen.findByRole("tab", { name });
    return made.ok ? made.value.folderId : "";
  };
  const breakDisk = (): void => {
    refusal = { kind: "storage-broken", detail: "gone" };
  };
  return { ...app, notes, ids, row, selected, folderOf, makeFolder, breakDisk };
}

/** Drags across the page, with a DataTransfer that jsdom lacks. Returns the drag image's text, if any. */
function drag(from: Element, to: Element): string | undefined {
  const kept = new Map<string, string>();
  let shown: string | undefined;
  const dataTransfer = {
    setData: (type: string, data: string) => void kept.set(type, data),
    getData: (type: string) => kept.get(type) ?? "",
    setDragImage: ({ textContent }: Element) => {
      shown = textContent ?? "";
    },
    get types() {
      return [...kept.keys()];
    },
  };
  const send = (name: "dragStart" | "dragOver" | "drop", target: Element) => {
    const event = createEvent[name](target);
    Object.defineProperty(event, "dataTransfer", { value: dataTransfer });
    fireEvent(target, event);
    return event;
  };
  send("dragStart", from);
  const over = send("dragOver", to);
  if (over.defaultPrevented) send("drop", to);
  return shown;
}

describe("selecting several notes", () => {
  it("selects with Ctrl and Shift, and shows the number", async () => {
    const { user, row, selected, path } = await atNotes(["Milk", "Bread", "Salt", "Rice"]);
    await user.keyboard("{Control>}");
    await user.click(row("Rice"));
    await user.keyboard("{/Control}{Shift>}");
    await user.click(row("Bread"));
    await user.keyboard("{/Shift}");

    expect(screen.getByText("3 selected")).toBeTruthy();
    expect(selected()).toHaveLength(3);
    expect(path()).toBe("/notes");
    await user.click(row("Milk"));
    expect(path()).toContain("/notes/note-");
    expect(screen.queryByText(/selected$/)).toBeNull();
  });

  it("selects by keyboard, and clears with Escape", async () => {
    const { user, selected } = await atNotes(["Milk", "Bread", "Salt"]);
    screen.getByRole("listbox", { name: "Notes" }).focus();
    await user.keyboard("{ArrowDown} {Shift>}{ArrowDown}{/Shift}");
    expect(selected()).toHaveLength(2);
    await user.keyboard("{Control>}a{/Control}");
    expect(selected()).toHaveLength(3);
    await user.keyboard("{Escape}");
    expect(selected()).toEqual([]);
  });

  it("deletes them after one question, and restores all", async () => {
    const { user, selected } = await atNotes(["Milk", "Bread", "Salt"]);
    screen.getByRole("listbox", { name: "Notes" }).focus();
    await user.keyboard("{ArrowDown} {ArrowDown} {Delete}");
    const dialog = await screen.findByRole("alertdialog", { name: "Delete 2 notes" });
    expect(within(dialog).getByText("Are you sure you want to delete 2 notes? This action cannot be undone.")).toBeTruthy();
    await user.click(within(dialog).getByRole("button", { name: "Delete" }));

    expect(await screen.findByText("2 notes deleted!")).toBeTruthy();
    await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(1));
    expect(selected()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(3));
  });

  it("moves and pins them together, and unpins them to their folders", async () => {
    const { user, row, folderOf, makeFolder } = await atNotes(["Milk", "Bread", "Salt"]);
    await makeFolder("Kitchen");
    await user.keyboard("{Control>}");
    await user.click(row("Milk"));
    await user.click(row("Bread"));
    await user.keyboard("{/Control}");
    await user.click(screen.getByRole("button", { name: "Move to folder" }));
    await user.click(within(await screen.findByRole("dialog", { name: "Move to folder" })).getByRole("button", { name: "Kitchen" }));
    expect(await screen.findByText('2 notes moved to "Kitchen"')).toBeTruthy();
    expect([folderOf("Milk"), folderOf("Bread"), folderOf("Salt")]).toEqual(["Kitchen", "Kitchen", undefined]);

    await user.keyboard("{Control>}");
    await user.click(row("Milk"));
    await user.click(row("Salt"));
    await user.keyboard("{/Control}");
    await user.click(screen.getByRole("button", { name: "Pin" }));
    expect(await screen.findByText("2 notes pinned")).toBeTruthy();
    expect([folderOf("Milk"), folderOf("Salt")]).toEqual(["Pinned", "Pinned"]);

    await user.click(screen.getByRole("tab", { name: "Pinned" }));
    screen.getByRole("listbox", { name: "Notes" }).focus();
    await user.keyboard("{Control>}a{/Control}");
    await user.click(screen.getByRole("button", { name: "Unpin" }));
    expect(await screen.findByText("2 notes unpinned")).toBeTruthy();
    expect([folderOf("Milk"), folderOf("Salt")]).toEqual(["Kitchen", undefined]);
  });

  it("keeps a selection made while others were still being moved", async () => {
    const { user, row, folderOf, makeFolder, selected } = await atNotes(["Milk", "Bread"]);
    await makeFolder("Kitchen");
    drag(row("Milk"), screen.getByRole("tab", { name: "Kitchen" }));
    await user.keyboard("{Control>}");
    await user.click(row("Bread"));
    await user.keyboard("{/Control}");
    await waitFor(() => expect(folderOf("Milk")).toBe("Kitchen"));
    expect(selected()).toHaveLength(1);
  });

  it("undoes a move", async () => {
    const { user, row, folderOf, makeFolder } = await atNotes(["Milk"]);
    await makeFolder("Kitchen");
    drag(row("Milk"), screen.getByRole("tab", { name: "Kitchen" }));
    expect(await screen.findByText('Moved to "Kitchen"')).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(folderOf("Milk")).toBeUndefined());
  });

  it("reports a failed move or deletion, and changes nothing", async () => {
    const { user, row, folderOf, makeFolder, breakDisk } = await atNotes(["Milk"]);
    await makeFolder("Kitchen");
    breakDisk();
    drag(row("Milk"), screen.getByRole("tab", { name: "Kitchen" }));
    expect(await screen.findByText("Failed to move note. Please try again.")).toBeTruthy();
    expect(folderOf("Milk")).toBeUndefined();
    fireEvent.contextMenu(row("Milk"));
    await user.click(await screen.findByRole("menuitem", { name: "Delete this note" }));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Failed to delete note. Please try again.")).toBeTruthy();
    expect(row("Milk")).toBeTruthy();
  });

  it("A8 reports that a note to delete was not found on this device", async () => {
    const { user, row, services, ids } = await atNotes(["Milk"]);
    fireEvent.contextMenu(row("Milk"));
    await user.click(await screen.findByRole("menuitem", { name: "Delete this note" }));
    const question = within(await screen.findByRole("alertdialog"));
    services.disk.entities.delete(ids[0] as string);
    await user.click(question.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Note not found")).toBeTruthy();
    expect(screen.queryByText("Note deleted!")).toBeNull();
  });
});

it("B8 reports in local mode that a note could not be moved", async () => {
  const { row, folderOf, makeFolder, breakDisk } = await atNotes(["Milk"], { session: { kind: "signed-out" }, localMode: true });
  await makeFolder("Kitchen");
  breakDisk();
  drag(row("Milk"), screen.getByRole("tab", { name: "Kitchen" }));
  expect(await screen.findByText("Failed to update note")).toBeTruthy();
  expect(folderOf("Milk")).toBeUndefined();
});

describe("A4 moving by hand", () => {
  it("drops the selection on a folder's tab, or only an unselected note", async () => {
    const { user, row, folderOf, makeFolder } = await atNotes(["Milk", "Bread", "Salt"]);
    await makeFolder("Kitchen");
    await user.keyboard("{Control>}");
    await user.click(row("Milk"));
    await user.click(row("Bread"));
    await user.keyboard("{/Control}");
    expect(drag(row("Milk"), screen.getByRole("tab", { name: "Kitchen" }))).toBe("2 notes");
    await waitFor(() => expect([folderOf("Milk"), folderOf("Bread"), folderOf("Salt")]).toEqual(["Kitchen", "Kitchen", undefined]));
    drag(row("Milk"), screen.getByRole("tab", { name: "All Notes" }));
    await waitFor(() => expect(folderOf("Milk")).toBeUndefined());
    expect(folderOf("Bread")).toBe("Kitchen");
    drag(row("Salt"), within(screen.getByRole("region", { name: "Folders" })).getByRole("button", { name: /Kitchen/ }));
    await waitFor(() => expect(folderOf("Salt")).toBe("Kitchen"));
  });

  it("reports in local mode that a note could not be deleted", async () => {
    const { user, row, breakDisk } = await atNotes(["Milk"], { session: { kind: "signed-out" }, localMode: true });
    breakDisk();
    fireEvent.contextMenu(row("Milk"));
    await user.click(await screen.findByRole("menuitem", { name: "Delete this note" }));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Failed to delete note")).toBeTruthy();
  });

  it("does not drop notes on the Sensitive folder", async () => {
    const { row, folderOf } = await atNotes(["Milk"]);
    drag(row("Milk"), screen.getByRole("tab", { name: "Sensitive" }));
    expect(folderOf("Milk")).toBeUndefined();
  });
});

describe("the menu of a row", () => {
  it("duplicates a note and opens the copy", async () => {
    const { user, row, notes } = await atNotes(["Milk"]);
    fireEvent.contextMenu(row("Milk"));
    await user.click(await screen.findByRole("menuitem", { name: "Duplicate" }));
    expect(await screen.findByRole("heading", { name: "Milk (copy)" })).toBeTruthy();
    expect(notes.store.getState().notes.map(({ title, preview }) => [title, preview])).toEqual([
      ["Milk (copy)", "Milk text"],
      ["Milk", "Milk text"],
    ]);
  });

  it("A8 reports a failed duplicate", async () => {
    const { user, row, notes, breakDisk } = await atNotes(["Milk"]);
    breakDisk();
    fireEvent.contextMenu(row("Milk"));
    await user.click(await screen.findByRole("menuitem", { name: "Duplicate" }));
    expect(await screen.findByText("Failed to create note")).toBeTruthy();
    expect(notes.store.getState().notes).toHaveLength(1);
  });

  it("copies a note as Markdown", async () => {
    const { user, row } = await atNotes(["Milk"]);
    fireEvent.contextMenu(row("Milk"));
    await user.click(await screen.findByRole("menuitem", { name: "Copy as Markdown" }));
    expect(await screen.findByText("Copied as Markdown")).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe("# Milk\n\nMilk text\n");
  });

  it("prints a note once it is shown", async () => {
    const print = vi.spyOn(window, "print").mockImplementation(() => {
      expect(within(screen.getByRole("article")).getByText("Milk text")).toBeTruthy();
    });
    const { user, row } = await atNotes(["Milk"]);
    fireEvent.contextMenu(row("Milk"));
    await user.click(await screen.findByRole("menuitem", { name: "Print" }));
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
    print.mockRestore();
  });

  it("opens by keyboard at the focused row", async () => {
    const { user } = await atNotes(["Milk", "Bread"]);
    const list = screen.getByRole("listbox", { name: "Notes" });
    list.focus();
    await user.keyboard("{ArrowDown}");
    fireEvent.contextMenu(list);
    await user.click(await screen.findByRole("menuitem", { name: "Pin" }));
    expect(await screen.findByText("Note pinned")).toBeTruthy();
  });

  it("returns the focus ring to its row, on which Enter and Delete act", async () => {
    const { user, row, ids, path } = await atNotes(["Milk", "Bread", "Salt"]);
    const list = screen.getByRole("listbox", { name: "Notes" });
    const ringed = () => list.getAttribute("aria-activedescendant");
    list.focus();
    // The first row gets the ring with the focus.
    await user.keyboard("{ArrowDown}");
    expect(ringed()).toBe(row("Bread").id);
    fireEvent.contextMenu(list);
    await screen.findByRole("menuitem", { name: "Pin" });
    await user.keyboard("{Escape}");
    await waitFor(() => expect(document.activeElement).toBe(list));
    expect(ringed()).toBe(row("Bread").id);

    await user.keyboard("{Delete}");
    expect(await screen.findByRole("alertdialog", { name: /Delete/ })).toBeTruthy();
    expect(screen.getByRole("alertdialog").textContent).toContain("Bread");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(document.activeElement).toBe(list));
    expect(ringed()).toBe(row("Bread").id);
    await user.keyboard("{ArrowDown}{Enter}");
    await waitFor(() => expect(path()).toBe(`/notes/${ids[0]}`));
  });
});

describe("keys in a menu", () => {
  it("keeps keys from the row below and the folders", async () => {
    const { user, makeFolder, path, services } = await atNotes(["Milk", "Bread"]);
    await makeFolder("Kitchen");
    const list = screen.getByRole("listbox", { name: "Notes" });
    list.focus();
    await user.keyboard("{ArrowDown}");
    fireEvent.contextMenu(list);
    await screen.findByRole("menu", { name: "Note" });
    await user.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{Enter}");
    expect(await screen.findByText("Note pinned")).toBeTruthy();
    expect(path()).toBe("/notes");

    fireEvent.contextMenu(screen.getByRole("tab", { name: "Kitchen" }));
    await screen.findByRole("menu", { name: "Folder" });
    await user.keyboard("{ArrowRight}{ArrowLeft}{ArrowRight}{Escape}");
    expect(services.open.workspace.store.getState().folderId).toBeNull();
  });
});

describe("A2.9 order and number", () => {
  it("counts the notes and sorts them by title, creation or last change", async () => {
    const { user, notes, ids } = await atNotes(["Cress", "Anise", "Basil"]);
    const titles = () => screen.getAllByRole("option").map((option) => option.querySelector("span")?.textContent);
    const choose = async (name: string) => {
      await user.click(screen.getByRole("button", { name: /^Sort by/ }));
      await user.click(await screen.findByRole("menuitemradio", { name }));
    };
    const opened = await notes.open(ids[0] as string);
    if (opened.ok) await notes.save(opened.value.noteId, { title: "Cress", content: "<p>more</p>" }, { seen: opened.value });
    expect(screen.getByText("3 notes")).toBeTruthy();
    await waitFor(() => expect(titles()).toEqual(["Cress", "Basil", "Anise"]));
    await choose("Title");
    await waitFor(() => expect(titles()).toEqual(["Anise", "Basil", "Cress"]));
    await choose("Date created");
    await waitFor(() => expect(titles()).toEqual(["Basil", "Anise", "Cress"]));
  });

  it("offers the rest by number and loads it", async () => {
    const { user } = await atNotes(Array.from({ length: 130 }, (_, at) => `Note ${at}`));
    const more = await screen.findByRole("button", { name: /^Load More \(\d+ remaining\)$/ });
    const before = Number(/\d+/.exec(more.textContent ?? "")?.[0]);
    await user.click(more);
    await waitFor(() => {
      const left = screen.queryByRole("button", { name: /^Load More/ });
      expect(left === null ? 0 : Number(/\d+/.exec(left.textContent ?? "")?.[0])).toBe(Math.max(0, before - 50));
    });
  });
});

describe("A2.9 folders", () => {
  it.each([
    ["with an account", { session: SIGNED_IN }, "Failed to initialize default folders"],
    ["in local mode", { session: { kind: "signed-out" }, localMode: true }, "Failed to create default folders"],
  ] as const)("reports that default folders could not be made, then were, once: %s", async (_where, options, sentence) => {
    let refusal: StoreProblem | undefined = { kind: "storage-full" };
    const { services } = await renderApp({ ...options, path: "/notes", diskRefuses: () => refusal });
    await screen.findByRole("tab", { name: "All Notes" });
    const store = await services.open.noteStore();
    await store.initializeDefaultFolders();
    expect(await screen.findByText(sentence)).toBeTruthy();
    refusal = undefined;
    await store.initializeDefaultFolders();
    expect(await screen.findByText("Default folders created successfully")).toBeTruthy();
    expect(screen.getByRole("tab", { name: "Pinned" })).toBeTruthy();
    const before = services.status.store.getState().shown.length;
    await store.initializeDefaultFolders();
    expect(services.status.store.getState().shown).toHaveLength(before);
  });

  it("renames a folder from its menu", async () => {
    const { user, makeFolder } = await atNotes([]);
    await makeFolder("Kitchen");
    fireEvent.contextMenu(screen.getByRole("tab", { name: "Kitchen" }));
    await user.click(await screen.findByRole("menuitem", { name: "Edit folder" }));
    const dialog = await screen.findByRole("dialog", { name: "Edit folder" });
    const name = within(dialog).getByRole<HTMLInputElement>("textbox", { name: "Name" });
    expect(name.value).toBe("Kitchen");
    expect(within(dialog).getByRole("radio", { checked: true }).getAttribute("value")).toBe("#22C55E");
    await user.clear(name);
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    expect(within(dialog).getByText("Folder name is required")).toBeTruthy();
    await user.type(name, "Pantry");
    await user.click(within(dialog).getByRole("button", { name: "Save" }));

    expect(await screen.findByText('Folder "Pantry" updated successfully')).toBeTruthy();
    expect(await screen.findByRole("tab", { name: "Pantry" })).toBeTruthy();
  });

  it("reads a note while its row is pressed by mouse", async () => {
    const { ids, row, services } = await atNotes(["Milk"]);
    const { reader } = services.open;
    // jsdom's pointer events have no type.
    const press = (pointerType: string) =>
      fireEvent(row("Milk"), Object.assign(new MouseEvent("pointerdown", { bubbles: true }), { pointerType }));
    press("touch");
    expect(reader.begin(ids[0] as string).kind).toBe("loading");
    press("mouse");
    await waitFor(() => expect(reader.begin(ids[0] as string).kind).toBe("read"));
  });

  it("has a tab for all notes and one for each folder", async () => {
    const { makeFolder } = await atNotes([]);
    await makeFolder("Kitchen");
    const tabs = within(screen.getByRole("tablist", { name: "Folders" })).getAllByRole("tab");
    expect(tabs.map(({ textContent }) => textContent)).toEqual(["All Notes", "Pinned", "Sensitive", "Kitchen"]);
    const isMarked = (color: string) => tabs.map((tab) => tab.querySelector(`[class*="${color}"]`) !== null);
    expect([isMarked("gold"), isMarked("red")]).toEqual([
      [false, true, false, false],
      [false, false, true, false],
    ]);
  });

  it("scrolls its tabs by 200 px if there are more than fit", async () => {
    const widths = { scrollWidth: 1600 } as const;
    const before = Object.getOwnPropertyDescriptor(Element.prototype, "scrollWidth");
    Object.defineProperty(Element.prototype, "scrollWidth", { configurable: true, value: widths.scrollWidth });
    const scrollBy = vi.fn();
    Object.defineProperty(Element.prototype, "scrollBy", { configurable: true, value: scrollBy });
    try {
      const { user } = await atNotes([]);
      expect(screen.queryByRole("button", { name: "Scroll folders left" })).toBeNull();
      await user.click(await screen.findByRole("button", { name: "Scroll folders right" }));
      expect(scrollBy).toHaveBeenLastCalledWith({ left: 200, behavior: "smooth" });
      fireEvent.scroll(screen.getByRole("tablist", { name: "Folders" }), { target: { scrollLeft: 200 } });
      await user.click(await screen.findByRole("button", { name: "Scroll folders left" }));
      expect(scrollBy).toHaveBeenLastCalledWith({ left: -200, behavior: "smooth" });
    } finally {
      if (before !== undefined) Object.defineProperty(Element.prototype, "scrollWidth", before);
    }
  });

  it("keeps a pinned note in its folder with a mark, or on top if chosen", async () => {
    const { user, makeFolder, notes, ids, row, services } = await atNotes(["Milk", "Bread", "Salt"]);
    const kitchen = await makeFolder("Kitchen");
    for (const id of ids) await notes.move(id, kitchen);
    const pinned = notes.store.getState().folders.find(({ folderType }) => folderType === "PINNED")?.folderId ?? "";
    const titles = () => screen.getAllByRole("option").map(({ textContent }) => /Milk|Bread|Salt/.exec(textContent ?? "")?.[0]);
    await user.click(screen.getByRole("tab", { name: "Kitchen" }));
    await notes.move(ids[0] as string, pinned);
    await within(row("Milk")).findByText("Pinned");
    expect(titles()).toEqual(["Salt", "Bread", "Milk"]);
    expect(within(row("Salt")).queryByText("Pinned")).toBeNull();
    expect(screen.getByRole("button", { name: /^Kitchen/ }).textContent).toBe("Kitchen3");
    expect(screen.getByText("3 notes")).toBeTruthy();

    await user.click(screen.getByRole("button", { name: /^Sort by/ }));
    await user.click(await screen.findByRole("menuitemcheckbox", { name: "Pinned on top" }));
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    expect(titles()).toEqual(["Milk", "Salt", "Bread"]);
    expect(services.preferences.read("notesListPinnedOnTop")).toBe("true");
    await user.click(screen.getByRole("tab", { name: "All Notes" }));
    expect(titles()).toEqual(["Milk", "Salt", "Bread"]);
  });

  it("deletes an empty folder from its empty state, after a question", async () => {
    const { user, makeFolder } = await atNotes(["Milk"], { sync: { lastCompleteAt: 1 } });
    await makeFolder("Kitchen");
    await user.click(screen.getByRole("tab", { name: "Kitchen" }));
    await user.click(await screen.findByRole("button", { name: "Delete Folder" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Delete folder" });
    expect(within(dialog).getByText('Are you sure you want to delete "Kitchen"? This action cannot be undone.')).toBeTruthy();
    await user.click(within(dialog).getByRole("button", { name: "Delete Folder" }));

    expect(await screen.findByText('Folder "Kitchen" deleted successfully')).toBeTruthy();
    expect(screen.getByRole("tab", { name: "All Notes" }).getAttribute("aria-selected")).toBe("true");
    expect(screen.queryByRole("tab", { name: "Kitchen" })).toBeNull();
  });

  it.each(["All Notes", "Pinned", "Sensitive"])("does not offer deletion in the empty %s", async (name) => {
    const { user } = await atNotes([]);
    await user.click(screen.getByRole("tab", { name }));
    expect(screen.queryByRole("button", { name: "Delete Folder" })).toBeNull();
  });

  it("does not delete a folder with notes", async () => {
    const { user, makeFolder, notes, ids } = await atNotes(["Milk"]);
    await notes.move(ids[0] as string, await makeFolder("Kitchen"));
    await user.click(screen.getByRole("tab", { name: "Kitchen" }));
    await user.click(await screen.findByRole("button", { name: "Folder" }));
    const item = await screen.findByRole("menuitem", { name: "Delete Folder (not empty)" });
    expect(item.getAttribute("aria-disabled")).toBe("true");
  });

  const IN_LOCAL_MODE = { session: { kind: "signed-out" }, localMode: true } as const;
  it.each([
    ["create", "Failed to create folder", {}],
    ["update", "Failed to update folder", {}],
    ["delete", "Failed to delete folder", {}],
    ["create", "Failed to create folder", IN_LOCAL_MODE],
    ["delete", "Failed to delete folder", IN_LOCAL_MODE],
  ] as const)("B8 reports a refusal by the disk: %s, '%s', %j", async (action, sentence, where) => {
    const { user, makeFolder, breakDisk, notes } = await atNotes([], { sync: { lastCompleteAt: 1 }, ...where });
    await makeFolder("Kitchen");
    await user.click(screen.getByRole("tab", { name: "Kitchen" }));
    breakDisk();
    if (action === "create") {
      await user.click(screen.getByRole("button", { name: "New Folder" }));
      await user.type(await screen.findByRole("textbox", { name: "Name" }), "Attic");
      await user.click(screen.getByRole("button", { name: "Create Folder" }));
    } else if (action === "update") {
      fireEvent.contextMenu(screen.getByRole("tab", { name: "Kitchen" }));
      await user.click(await screen.findByRole("menuitem", { name: "Edit folder" }));
      await user.click(await screen.findByRole("button", { name: "Save" }));
    } else {
      await user.click(screen.getByRole("button", { name: "Delete Folder" }));
      await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete Folder" }));
    }
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(notes.store.getState().folders.map(({ name }) => name)).toEqual(["Pinned", "Sensitive", "Kitchen"]);
  });

  it.each(["Handwriting Note", "Voice Note", "Item List", "Photo Note", "Spreadsheet Note"])("opens a new tab for a %s", async (type) => {
    const { user } = await atNotes([]);
    await user.click(screen.getByRole("button", { name: "More note types" }));
    await user.click(await screen.findByRole("menuitem", { name: `${type} Coming soon` }));
    expect(await screen.findByText(`Creating ${type}... (Feature coming soon!)`)).toBeTruthy();
    expect(within(screen.getByRole("tablist", { name: "Open notes" })).getAllByRole("tab")).toHaveLength(1);
    expect(await screen.findByText(`${type}s are coming soon. This is a regular text note.`)).toBeTruthy();
  });

  it("has the same menu on a phone: templates, a folder, and the future kinds of notes", async () => {
    const { user } = await atNotes(["Milk"], { widthPx: 390 });
    await user.click(screen.getByRole("button", { name: "More note types" }));
    const names = (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
    expect(names[0]).toMatch(/^From template/);
    expect(names[1]).toBe("New Folder");
    expect(names.slice(2)).toHaveLength(5);
    for (const name of names.slice(2)) expect(name).toMatch(/Coming soon$/);
  });

  it.each(["create", "update"])("rejects the name of another folder: %s", async (action) => {
    const { user, makeFolder, notes } = await atNotes([]);
    await makeFolder("Kitchen");
    await makeFolder("Attic");
    if (action === "create") await user.click(screen.getByRole("button", { name: "New Folder" }));
    else {
      fireEvent.contextMenu(screen.getByRole("tab", { name: "Attic" }));
      await user.click(await screen.findByRole("menuitem", { name: "Edit folder" }));
    }
    const dialog = within(await screen.findByRole("dialog"));
    const name = dialog.getByRole("textbox", { name: "Name" });
    await user.clear(name);
    await user.type(name, "kitchen {Enter}");
    expect(dialog.getByText("A folder with this name already exists. Choose another name.")).toBeTruthy();
    expect(document.activeElement).toBe(name);
    expect(notes.store.getState().folders.map((folder) => folder.name)).toEqual(["Pinned", "Sensitive", "Kitchen", "Attic"]);
    await user.type(name, "ette{Enter}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(notes.store.getState().folders.map((folder) => folder.name)).toContain("kitchen ette");
  });
});

/** jsdom has no pointer events. */
function touch(name: "pointerDown" | "pointerMove" | "pointerUp", target: Element, clientY: number): void {
  const event = createEvent[name](target);
  for (const [key, value] of Object.entries({ pointerType: "touch", clientX: 10, clientY })) Object.defineProperty(event, key, { value });
  fireEvent(target, event);
}

describe("A2.8 mobile: selecting by a long press", () => {
  it("selects the row under the finger, and the next tap selects too", async () => {
    const { row, selected, path } = await atNotes(["Milk", "Bread"], { widthPx: 390 });
    touch("pointerDown", row("Milk"), 10);
    await screen.findByText("1 selected");
    touch("pointerUp", row("Milk"), 0);
    fireEvent.click(row("Milk"));
    expect(selected()).toHaveLength(1);
    touch("pointerDown", row("Bread"), 0);
    touch("pointerUp", row("Bread"), 0);
    fireEvent.click(row("Bread"));
    expect(selected()).toHaveLength(2);
    expect(path()).toBe("/notes");
  });

  it("treats a moving finger as scrolling", async () => {
    const { row, selected, path } = await atNotes(["Milk"], { widthPx: 390 });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    touch("pointerDown", row("Milk"), 10);
    touch("pointerMove", row("Milk"), 40);
    vi.advanceTimersByTime(5000);
    vi.useRealTimers();
    expect(selected()).toEqual([]);
    expect(path()).toBe("/notes");
  });
});
