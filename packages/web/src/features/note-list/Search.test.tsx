import type { Store } from "@satchel/core/model/store.ts";
import type { SearchState } from "@satchel/core/workspace/search/search-service-types.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

async function atNotes(options: Parameters<typeof renderApp>[0] = {}) {
  const app = await renderApp({ session: SIGNED_IN, path: "/notes", ...options });
  const { notes } = app.services.open;
  const make = async (title: string, content = "", folderId: string | null = null) => {
    const made = await notes.create({ title, content }, folderId);
    if (!made.ok) throw new Error("the note was not made");
    return made.value;
  };
  const search = async (text: string): Promise<void> => {
    const box = screen.getByRole("searchbox", { name: "Search notes" });
    await app.user.clear(box);
    await app.user.type(box, text);
  };
  const rows = () => within(screen.getByRole("tabpanel", { name: "Notes list" })).queryAllByRole("option");
  return { ...app, make, search, rows };
}

describe("A2.9 search in the list", () => {
  it("finds words deep in a text, shows them marked, and the number of hits", async () => {
    const { make, search, rows } = await atNotes();
    await make("Long", `<p>${"before ".repeat(100)}</p><p>then the Needle, and after</p>`);
    await make("Other", "<p>hay</p>");
    await search("needle");

    expect(await screen.findByText("1 note for “needle”")).toBeTruthy();
    await waitFor(() => expect(rows().map((row) => row.querySelector("mark")?.textContent)).toEqual(["Needle"]));
    expect(rows()[0]?.textContent).toContain("…");
  });

  it("marks the title, ranks it first, and ends with Clear search", async () => {
    const { user, make, search, rows } = await atNotes();
    await make("Bread", "");
    await make("Shopping", "<p>bread</p>");
    await make("Letters", "");
    await search("brea");
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(rows()[0]?.textContent).toContain("Bread");
    expect(rows()[0]?.querySelector("mark")?.textContent).toBe("Brea");
    await user.click(screen.getAllByRole("button", { name: "Clear search" })[0] as HTMLElement);

    await waitFor(() => expect(rows()).toHaveLength(3));
    expect(screen.queryByText(/for “brea”/)).toBeNull();
  });

  it("says that locked sensitive notes were not searched, and offers to unlock", async () => {
    const { services, make, search } = await atNotes({ sensitive: { password: "of the account" } });
    await act(async () => void (await services.sensitive.unlock("of the account")));
    const folders = services.open.notes.store.getState().folders;
    await make("Diary", "<p>heron</p>", folders.find(({ folderType }) => folderType === "SENSITIVE")?.folderId ?? "");
    await act(async () => void (await services.sensitive.lock()));
    await search("heron");

    expect(await screen.findByText("No notes contain “heron”. Locked sensitive notes weren't searched.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Unlock" })).toBeTruthy();
  });

  it("reports an empty result in a folder, and searches everywhere on request", async () => {
    const { user, make, search, rows, services } = await atNotes();
    await make("Bread");
    const folder = await services.open.notes.createFolder({ name: "Recipes", description: "", color: "#3B82F6" });
    if (!folder.ok) throw new Error("the folder was not made");
    services.open.workspace.selectFolder(folder.value.folderId);
    await search("bread");
    expect(await screen.findByText("No notes in this folder contain “bread”.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Search all notes" }));

    await waitFor(() => expect(rows()).toHaveLength(1));
  });

  it("is narrowed by chips for folder, files and date, which edit the query", async () => {
    const { user, make, search, rows, services } = await atNotes();
    const folder = await services.open.notes.createFolder({ name: "Recipes", description: "", color: "#3B82F6" });
    if (!folder.ok) throw new Error("the folder was not made");
    await make("Bread there", "", folder.value.folderId);
    await make("Bread", '<p><a data-file-id="f1" data-file-name="a.pdf" data-file-size="3" data-mime-type="application/pdf">a.pdf</a></p>');
    await search("bread");
    await waitFor(() => expect(rows()).toHaveLength(2));
    const chips = within(await screen.findByRole("group", { name: "Search filters" }));
    const file = chips.getByRole("button", { name: "Has attachment" });
    await user.click(file);
    expect(await screen.findByText("1 note for “bread”")).toBeTruthy();
    expect([rows().length, file.getAttribute("aria-pressed")]).toEqual([1, "true"]);
    expect(screen.getByRole<HTMLInputElement>("searchbox", { name: "Search notes" }).value).toBe("bread has:attachment");

    await user.click(chips.getByRole("button", { name: "Folder" }));
    await user.click(await screen.findByRole("menuitemradio", { name: "Recipes" }));
    expect(await screen.findByText("No notes contain “bread”.")).toBeTruthy();
    await user.click(file);
    await waitFor(() => expect(rows().map((row) => row.textContent)).toEqual([expect.stringContaining("Bread there")]));
    await user.click(chips.getByRole("button", { name: "Folder: Recipes" }));
    await user.click(await screen.findByRole("menuitemradio", { name: "Any folder" }));
    await user.click(chips.getByRole("button", { name: "Modified" }));
    await user.click(await screen.findByRole("menuitemradio", { name: "Last 7 days" }));
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(chips.getByRole("button", { name: "Modified: Last 7 days" })).toBeTruthy();
  });

  it("completes the filter that is typed with Tab or a press, and keeps the caret behind it", async () => {
    const { user, make, search, rows } = await atNotes();
    await make("Bread", "<table><tbody><tr><td><p>rye</p></td></tr></tbody></table>");
    await make("Bread of oats");
    await search("bread has:t");
    const box = screen.getByRole<HTMLInputElement>("searchbox", { name: "Search notes" });
    const offered = within(await screen.findByRole("group", { name: "Completions" }));
    expect(offered.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["has:tableTab", "has:task"]);
    await user.keyboard("{Tab}");
    expect([box.value, box.selectionStart, document.activeElement === box]).toEqual(["bread has:table ", 16, true]);
    await waitFor(() => expect(rows()).toHaveLength(1));

    await user.keyboard("cre");
    await user.click(await screen.findByRole("button", { name: "created:" }));
    await user.click(await screen.findByRole("button", { name: /^created:last-week/ }));
    expect(box.value).toBe("bread has:table created:last-week ");
    expect(await screen.findByText("No notes contain “bread”.")).toBeTruthy();
    await user.keyboard("bre{Tab}");
    expect(document.activeElement).not.toBe(box);
  });

  it("shows every filter, also of alternatives, which can be edited in place and removed", async () => {
    const { user, make, search } = await atNotes();
    await make("Bread");
    await search("bread is:pinned OR created:today -is:untagged");
    const box = screen.getByRole<HTMLInputElement>("searchbox", { name: "Search notes" });
    const chips = within(await screen.findByRole("group", { name: "Other filters" }));
    expect(chips.getAllByRole("button", { name: /^Edit/ }).map(({ textContent }) => textContent)).toEqual([
      "is:pinned",
      "created:today",
      "-is:untagged",
    ]);
    await user.click(chips.getByRole("button", { name: "Edit created:today" }));
    await user.keyboard("yesterday");
    expect(box.value).toBe("bread is:pinned OR created:yesterday -is:untagged");
    await user.click(chips.getByRole("button", { name: "Remove is:pinned" }));
    expect(box.value).toBe("bread OR created:yesterday -is:untagged");
  });

  it("says which filter is misread, searches it as words, and selects it for a correction", async () => {
    const { user, make, search, rows } = await atNotes();
    await make("Bread", "<p>is:green</p>");
    await make("Bread");
    await search("bread is:un");
    expect(await screen.findByRole("group", { name: "Completions" })).toBeTruthy();
    expect(screen.queryByText(/searched as words/)).toBeNull();
    await search("bread is:green");
    const place = await screen.findByRole("button", {
      name: "“is:green” is searched as words. Filters are is:pinned, is:untagged and is:unlinked.",
    });
    await waitFor(() => expect(rows()).toHaveLength(1));
    await user.click(place);
    await user.keyboard("unlinked");
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(screen.queryByText(/searched as words/)).toBeNull();
  });

  it("leads from in:trash to the trash with the same words", async () => {
    const { user, services, make, search } = await atNotes();
    const { noteId } = await make("Old bread");
    await make("Bread");
    await act(async () => void (await services.open.notes.remove(noteId)));
    await search("in:trash bread");
    await user.click(await screen.findByRole("button", { name: "Search the trash" }));

    expect((await screen.findByLabelText<HTMLInputElement>("Search the trash")).value).toBe("bread");
    expect(await screen.findByText("Old bread")).toBeTruthy();
  });

  it("saves what is typed now, also if it was changed a moment ago", async () => {
    const { user, make, search } = await atNotes();
    await make("Bread");
    await search("bread");
    await screen.findByText("1 note for “bread”");
    await user.type(screen.getByRole("searchbox", { name: "Search notes" }), " is:pinned");
    await user.click(screen.getByRole("button", { name: "Save search…" }));
    expect((await screen.findByRole<HTMLInputElement>("textbox", { name: "Search" })).value).toBe("bread is:pinned");
  });

  it("runs the search of the address", async () => {
    const { make, rows } = await atNotes({ path: "/notes?search=bread" });
    await make("Bread");
    await make("Letters");

    expect(await screen.findByText("1 note for “bread”")).toBeTruthy();
    expect(rows()).toHaveLength(1);
  });

  it("moves to the hits by the arrow key, and opens one with Enter", async () => {
    const { user, make, search, path } = await atNotes();
    const { noteId } = await make("Bread");
    await search("bread");
    await screen.findByText("1 note for “bread”");
    await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");

    await waitFor(() => expect(path()).toBe(`/notes/${noteId}`));
  });

  it("A8 reports a failure, and shows the notes again once cleared", async () => {
    const { user, make, search, rows, services } = await atNotes();
    await make("Bread");
    (services.open.search.store as Store<SearchState>).setState({ phase: "failed", term: "bread", noteIds: [] });

    expect((await screen.findByRole("alert")).textContent).toContain("Failed to search notes");
    await search("brea");
    await waitFor(() => expect(rows()).toHaveLength(1));
    await user.clear(screen.getByRole("searchbox", { name: "Search notes" }));
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });
});
