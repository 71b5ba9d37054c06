import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

type Given = Readonly<Record<string, readonly string[]>>;

async function atNotes(given: Given, options: Parameters<typeof renderApp>[0] = {}) {
  let now = 1_800_000_000_000;
  const app = await renderApp({ session: SIGNED_IN, path: "/notes", now: () => now++, ...options });
  await screen.findByRole("tab", { name: "All Notes" });
  const { notes } = app.services.open;
  const ids = new Map<string, string>();
  for (const [title, tags] of Object.entries(given)) {
    const made = await notes.create({ title, content: `<p>${title} text</p>` }, null, tags.length === 0 ? {} : { tags });
    if (made.ok) ids.set(title, made.value.noteId);
  }
  await screen.findAllByRole("option");
  const tagsOf = (title: string) => notes.store.getState().notes.find((note) => note.title === title)?.tags;
  const listed = () => screen.getAllByRole("option").map((row) => Object.keys(given).find((title) => row.textContent?.includes(title)));
  const tree = async () => within(await screen.findByRole("region", { name: "Tags" }));
  const open = async (title: string) => {
    await app.user.click(screen.getByRole("option", { name: new RegExp(title) }));
    await screen.findByRole("heading", { name: title });
  };
  return { ...app, notes, ids, tagsOf, listed, tree, open };
}

describe("decision 0047 tags of a new note", () => {
  it("are those that filter the list, and can be changed before it is created", async () => {
    const { user, services, notes, tagsOf } = await atNotes({ Heron: ["Birds/Sea", "todo"], Gull: ["Birds"] });
    await act(async () => services.open.workspace.filterByTags(["birds/sea", "todo"]));
    await user.keyboard("{Alt>}n{/Alt}");
    const chips = async () => within(await screen.findByRole("list", { name: "Tags of this note" }));
    await waitFor(async () =>
      expect((await chips()).getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(["Birds/Sea", "todo", ""]),
    );
    await user.click((await chips()).getByRole("button", { name: "Remove tag todo" }));
    await user.type(await screen.findByLabelText(/title$/i), "Kittiwake");
    await user.keyboard("{Control>}s{/Control}");
    await waitFor(() => expect(tagsOf("Kittiwake")).toEqual(["Birds/Sea"]));
    expect(notes.store.getState().notes).toHaveLength(3);
  });

  it("are none in the Sensitive folder", async () => {
    const { user, services, notes } = await atNotes({ Heron: ["Birds"] }, { sensitive: { password: "of the account" } });
    await act(async () => void (await services.sensitive.unlock("of the account")));
    const folder = notes.store.getState().folders.find(({ folderType }) => folderType === "SENSITIVE");
    await act(async () => {
      services.open.workspace.selectFolder(folder?.folderId ?? null);
      services.open.workspace.filterByTags(["birds"]);
    });
    await user.keyboard("{Alt>}n{/Alt}");
    await screen.findByLabelText(/title$/i);
    expect(services.open.tabs.store.getState().tabs.at(-1)).not.toHaveProperty("tags");
  });
});

describe("decision 0047 tags of a note", () => {
  it("shows nothing of tags to a user without any, but the menu of a note adds the first one", async () => {
    const { user, tagsOf, open } = await atNotes({ Heron: [] });
    await open("Heron");
    expect(screen.queryByRole("region", { name: "Tags" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Add tag" })).toBeNull();

    await user.click(screen.getByRole("button", { name: "More" }));
    await user.click(await screen.findByRole("menuitem", { name: "Tags…" }));
    const dialog = await screen.findByRole("dialog", { name: "Tags of this note" });
    await user.keyboard("#Sea / gulls{Enter}birds,{Escape}");
    await waitFor(() => expect(tagsOf("Heron")).toEqual(["birds", "Sea/gulls"]));
    expect(dialog.isConnected).toBe(false);
    expect(await screen.findByRole("list", { name: "Tags of this note" })).toBeTruthy();
    expect(await screen.findByRole("region", { name: "Tags" })).toBeTruthy();
  });

  it("adds with completion and removes by keyboard under the title", async () => {
    const { user, tagsOf, open } = await atNotes({ Heron: ["birds"], Owl: ["wood/night", "birds"], Carp: ["water"] });
    await open("Heron");
    await user.click(await screen.findByRole("button", { name: "Add tag" }));
    const field = screen.getByRole("combobox", { name: "Add tag" });
    expect(document.activeElement).toBe(field);
    await user.keyboard("nig");
    expect(screen.getAllByRole("option", { selected: true }).at(-1)?.textContent).toContain("wood/night");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(tagsOf("Heron")).toEqual(["birds", "wood/night"]));
    await user.keyboard("{Backspace}");
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Remove tag wood/night");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(tagsOf("Heron")).toEqual(["birds"]));
  });

  it("tags a note that is being edited at once, without touching the unsaved text", async () => {
    const { user, tagsOf, open, services, ids } = await atNotes({ Heron: ["birds"] });
    await open("Heron");
    services.open.tabs.openEdit(ids.get("Heron") ?? "");
    const title = await screen.findByRole("textbox", { name: /title/i });
    await user.type(title, "s");
    await user.click(await screen.findByRole("button", { name: "Add tag" }));
    await user.keyboard("sea{Enter}");
    await waitFor(() => expect(tagsOf("Heron")).toEqual(["birds", "sea"]));
    expect((title as HTMLTextAreaElement).value).toBe("Herons");
    const { tabs } = services.open;
    const saved = await tabs.save(tabs.store.getState().activeTabId ?? "");
    expect(saved).toMatchObject({ ok: true, value: { noteId: ids.get("Heron"), title: "Herons", tags: ["birds", "sea"] } });
    expect(services.open.notes.store.getState().notes).toHaveLength(1);
  });

  it("tags several selected notes, and adds to all what some have", async () => {
    const { user, tagsOf } = await atNotes({ Heron: ["birds"], Owl: [] });
    screen.getByRole("listbox", { name: "Notes" }).focus();
    await user.keyboard("{Control>}a{/Control}");
    await user.keyboard("{Control>}k{/Control}{Escape}");
    await user.pointer({ keys: "[MouseRight]", target: screen.getByRole("option", { name: /Owl/ }) });
    await user.click(await screen.findByRole("menuitem", { name: "Tags…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Tags of 2 notes" }));
    expect(dialog.getByText("on 1 of 2")).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "Add tag birds to all" }));
    await waitFor(() => expect(tagsOf("Owl")).toEqual(["birds"]));
    await user.click(dialog.getByRole("button", { name: "Remove tag birds" }));
    await waitFor(() => expect([tagsOf("Owl"), tagsOf("Heron")]).toEqual([undefined, undefined]));
  });
});

describe("decision 0047 finding by tags", () => {
  const GIVEN = { Heron: ["sea/shore", "birds"], Gull: ["sea", "birds"], Carp: ["sea"], Oak: [] };

  it("filters the list by one or several tags of the sidebar's tree, and ends with All Notes", async () => {
    const { user, tree, listed } = await atNotes(GIVEN);
    const { getByRole, queryByRole } = await tree();
    expect(queryByRole("button", { name: /shore/ })).toBeNull();
    await user.click(getByRole("button", { name: "Show tags in sea" }));
    await user.click(getByRole("button", { name: "shore 1" }));
    await waitFor(() => expect(listed()).toEqual(["Heron"]));
    await user.click(getByRole("button", { name: "sea 3" }));
    await waitFor(() => expect(listed()).toEqual(["Carp", "Gull", "Heron"]));
    await user.keyboard("{Control>}");
    await user.click(getByRole("button", { name: "birds 2" }));
    await user.keyboard("{/Control}");
    await waitFor(() => expect(listed()).toEqual(["Gull", "Heron"]));
    await user.click(await screen.findByRole("button", { name: "Remove filter sea" }));
    await user.click(screen.getByRole("button", { name: "Remove filter birds" }));
    await waitFor(() => expect(listed()).toHaveLength(4));
    expect(screen.queryByRole("group", { name: "Filtered by tag" })).toBeNull();
  });

  it("offers further tags of the listed notes", async () => {
    const { user, tree, listed } = await atNotes(GIVEN);
    await user.click((await tree()).getByRole("button", { name: "sea 3" }));
    await user.click(await screen.findByRole("button", { name: "Also with tag" }));
    await user.click(await screen.findByRole("menuitem", { name: /birds/ }));
    await waitFor(() => expect(listed()).toEqual(["Gull", "Heron"]));
  });

  it("renames a tag in all notes, follows with the filter, and takes it back", async () => {
    const { user, tree, tagsOf, listed } = await atNotes(GIVEN);
    await user.click((await tree()).getByRole("button", { name: "sea 3" }));
    await user.click(await screen.findByRole("button", { name: "Tag" }));
    await user.click(await screen.findByRole("menuitem", { name: "Rename…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Rename tag" }));
    const field = dialog.getByRole("textbox", { name: "Name" });
    await user.clear(field);
    await user.type(field, "Water/Salt");
    expect(dialog.getByText(/Changes 3 notes/)).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "Rename" }));
    expect(await screen.findByText("Tag renamed in 3 notes")).toBeTruthy();
    expect([tagsOf("Heron"), tagsOf("Gull")]).toEqual([
      ["birds", "Water/Salt/shore"],
      ["birds", "Water/Salt"],
    ]);
    await waitFor(() => expect(listed()).toEqual(["Carp", "Gull", "Heron"]));
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(tagsOf("Heron")).toEqual(["birds", "sea/shore"]));
    await waitFor(() => expect(listed()).toEqual(["Carp", "Gull", "Heron"]));
  });

  it("merges a tag into another, and removes one from all notes", async () => {
    const { user, tree, tagsOf } = await atNotes(GIVEN);
    await user.pointer({ keys: "[MouseRight]", target: (await tree()).getByRole("button", { name: "birds 2" }) });
    await user.click(await screen.findByRole("menuitem", { name: "Rename…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Rename tag" }));
    await user.clear(dialog.getByRole("textbox", { name: "Name" }));
    await user.type(dialog.getByRole("textbox", { name: "Name" }), "SEA");
    expect(dialog.getByText(/“sea” exists already/)).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "Merge" }));
    expect(await screen.findByText("Tag merged in 2 notes")).toBeTruthy();
    expect(tagsOf("Gull")).toEqual(["sea"]);
    await user.pointer({ keys: "[MouseRight]", target: (await tree()).getByRole("button", { name: "sea 3" }) });
    await user.click(await screen.findByRole("menuitem", { name: "Remove from all notes" }));
    await waitFor(() => expect([tagsOf("Heron"), tagsOf("Gull"), tagsOf("Carp")]).toEqual([undefined, undefined, undefined]));
    expect(screen.queryByRole("region", { name: "Tags" })).toBeNull();
  });

  it("finds a tag in the palette, and notes by tag: in the search", async () => {
    const { user, listed, fill } = await atNotes(GIVEN);
    await user.keyboard("{Control>}k{/Control}");
    await screen.findByRole("combobox", { name: "Command palette" });
    await user.keyboard("birds{Enter}");
    await waitFor(() => expect(listed()).toEqual(["Gull", "Heron"]));
    await user.click(screen.getByRole("tab", { name: "All Notes" }));
    await waitFor(() => expect(listed()).toHaveLength(4));
    await fill("Search notes", "tag:sea -tag:birds");
    await waitFor(() => expect(listed()).toEqual(["Carp"]));
    await user.click(screen.getByRole("button", { name: "Tag: sea" }));
    await user.click(await screen.findByRole("menuitemradio", { name: "sea/shore" }));
    await user.clear(screen.getByLabelText("Search notes"));
    await fill("Search notes", "text");
    await user.click(await screen.findByRole("button", { name: "Tag" }));
    await user.click(await screen.findByRole("menuitemradio", { name: "sea/shore" }));
    await waitFor(() => expect(listed()).toEqual(["Heron"]));
    expect((screen.getByLabelText("Search notes") as HTMLInputElement).value).toBe('text tag:"sea/shore"');
  });
});

describe("decision 0047 last lines of hashtags", () => {
  it("shows the lines that earlier imports wrote, turns them into tags, and puts them back", async () => {
    const { user, notes, tagsOf } = await atNotes({ Other: [] });
    await notes.create({ title: "Imported", content: "<p>text</p><p>#home #work</p>" }, null);
    await user.keyboard("{Control>}k{/Control}");
    await screen.findByRole("combobox", { name: "Command palette" });
    await user.keyboard("settings{Enter}");
    await user.click(await screen.findByRole("tab", { name: "Cloud Storage" }));
    await user.click(await screen.findByRole("button", { name: "Find tag lines" }));
    expect(await screen.findByText("#home #work")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Turn 1 line into tags" }));
    await waitFor(() => expect(tagsOf("Imported")).toEqual(["home", "work"]));
    await user.keyboard("{Escape}");
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(tagsOf("Imported")).toBeUndefined());
  });
});

describe("decision 0047 tags of sensitive notes", () => {
  it("appear nowhere on the screen once the folder is locked, whatever showed them", async () => {
    const { user, services, tree, path } = await atNotes({ Heron: ["birds"] }, { sensitive: { password: "quiet sea 77" } });
    const { notes, sensitive, workspace } = services.open;
    const folderId = notes.store.getState().folders.find(({ folderType }) => folderType === "SENSITIVE")?.folderId ?? "";
    await act(async () => void (await sensitive.unlock("quiet sea 77")));
    const made = await notes.create({ title: "Diary", content: "<p>x</p>" }, folderId, { tags: ["kingfisher"] });
    await user.click((await tree()).getByRole("button", { name: "kingfisher 1" }));
    await user.click(await screen.findByRole("option", { name: /Diary/ }));
    await screen.findByRole("list", { name: "Tags of this note" });
    await screen.findByRole("button", { name: "Remove filter kingfisher" });
    expect(made.ok && path()).toContain("/notes/note-");

    await act(() => sensitive.lock());
    await waitFor(() => expect(document.body.textContent).not.toContain("kingfisher"));
    expect((await tree()).getByRole("button", { name: "birds 1" })).toBeTruthy();
    expect(workspace.store.getState().folderId).toBeNull();
    await user.keyboard("{Control>}k{/Control}");
    await screen.findByRole("combobox", { name: "Command palette" });
    await user.keyboard("kingf");
    await waitFor(() => expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).not.toContain("kingfisher1 note"));
    expect(screen.queryByText("kingfisher")).toBeNull();
  });
});
