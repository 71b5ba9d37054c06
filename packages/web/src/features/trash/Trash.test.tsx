import { stampDelete } from "@satchel/core/merge/stamp.ts";
import { aFolder, aNote } from "@satchel/core/testing/entities.ts";
import { MemoryDisk } from "@satchel/core/testing/memory-local-store.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

function aTrash(): MemoryDisk {
  const disk = new MemoryDisk("memory");
  const stamp = (counter: number) => ({ dot: { device: "memory", counter }, nowMs: Date.UTC(2026, 0, counter) });
  const folder = aFolder({ id: "folder-1-r", name: "Recipes" });
  const notes = [
    stampDelete(aNote({ id: "note-1-soup", title: "Soup", content: "<p>Leek and potato</p>", folderId: folder.id }), stamp(2)),
    stampDelete(aNote({ id: "note-2-bread", title: "Bread", content: "<p>Bulk at 24 degrees</p>" }), stamp(3)),
    stampDelete(aNote({ id: "note-3-secret", title: "", content: "", isEncrypted: true, sealed: "{}" }), stamp(4)),
  ];
  for (const entity of [folder, ...notes, aNote({ id: "note-9-alive", title: "Alive" })]) disk.entities.set(entity.id, entity);
  disk.meta = { ...disk.meta, ctr: 4 };
  return disk;
}

async function openTrash(options: Parameters<typeof renderApp>[0] = {}) {
  const app = await renderApp({ session: SIGNED_IN, path: "/notes", disk: aTrash(), ...options });
  await app.user.click(await screen.findByRole("button", { name: "Trash" }));
  return { ...app, trash: await trashPage() };
}

const trashPage = async () => within(await screen.findByRole("main", { name: "Trash" }));

const rowNames = (trash: Awaited<ReturnType<typeof trashPage>>) =>
  within(trash.getByRole("list", { name: "Deleted notes" }))
    .getAllByRole("checkbox")
    .map((box) => box.getAttribute("aria-label"));
const ask = () => within(screen.getByRole("alertdialog"));

const PASSWORD = "quiet sea 77";

describe("the trash", () => {
  it("is marked in the sidebar while shown, and choosing a folder leaves it", async () => {
    const { user } = await openTrash();
    const nav = within(screen.getByRole("navigation", { name: "Main" }));
    const marked = () => [...nav.getAllByRole("link"), ...nav.getAllByRole("button")].filter((one) => one.hasAttribute("aria-current"));
    expect(marked().map(({ textContent }) => textContent)).toEqual(["Trash"]);

    await user.click(nav.getByRole("button", { name: /^Recipes/ }));
    await waitFor(() =>
      expect(marked().map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^Notes/), expect.stringMatching(/^Recipes/)]),
    );
    expect(screen.queryByRole("main", { name: "Trash" })).toBeNull();
  });

  it("lists deleted notes, latest first, and hides sensitive ones' content", async () => {
    const { trash } = await openTrash();
    await trash.findByText("Soup");

    expect(rowNames(trash)).toEqual(["Select Sensitive note", "Select Bread", "Select Soup"]);
    expect(trash.getByRole("button", { name: /^Soup/ }).textContent).toMatch(/Leek and potato.*on this device · in Recipes$/);
  });

  it("shows a note's text, and restores it to its folder", async () => {
    const { trash, user, services } = await openTrash();
    await user.click(await trash.findByRole("button", { name: /^Soup/ }));
    const note = within(trash.getByRole("region", { name: "Text of the deleted note" }));
    expect(await note.findByText("Leek and potato")).toBeTruthy();
    expect(document.activeElement).toBe(trash.getByRole("region", { name: "Text of the deleted note" }));

    await user.click(note.getByRole("button", { name: "Restore" }));

    expect(await trash.findByText("Note restored.")).toBeTruthy();
    expect(services.open.notes.store.getState().notesById.get("note-1-soup")?.folderId).toBe("folder-1-r");
    expect(rowNames(trash)).toEqual(["Select Sensitive note", "Select Bread"]);
    await user.click(trash.getByRole("button", { name: "Open note" }));
    expect(await screen.findByRole("article", { name: "Soup" })).toBeTruthy();
  });

  it("removes a sensitive note's text once the folder is locked", async () => {
    const app = await renderApp({ session: SIGNED_IN, path: "/notes", sensitive: { password: PASSWORD } });
    await screen.findByRole("tab", { name: "All Notes" });
    const { notes, sensitive } = app.services.open;
    await act(async () => void (await sensitive.unlock(PASSWORD)));
    const folder = notes.store.getState().folders.find(({ folderType }) => folderType === "SENSITIVE");
    const made = await act(() => notes.create({ title: "Diary", content: "<p>the heron</p>" }, folder?.folderId ?? null));
    if (!made.ok) throw new Error(made.problem.kind);
    await act(() => notes.remove(made.value.noteId));
    act(() => app.router.navigate(`/notes/trash?note=${made.value.noteId}`));
    const preview = within(await screen.findByRole("region", { name: "Text of the deleted note" }));
    expect(await preview.findByText("the heron")).toBeTruthy();

    await act(() => sensitive.lock());

    expect(await preview.findByRole("button", { name: "Unlock" })).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/heron|Diary/);
  });

  it("lists and finds sensitive notes by title and text while the folder is unlocked", async () => {
    const app = await renderApp({ session: SIGNED_IN, path: "/notes", sensitive: { password: PASSWORD } });
    await screen.findByRole("tab", { name: "All Notes" });
    const { notes, sensitive } = app.services.open;
    await act(async () => void (await sensitive.unlock(PASSWORD)));
    const folder = notes.store.getState().folders.find(({ folderType }) => folderType === "SENSITIVE");
    const made = await act(() => notes.create({ title: "Diary", content: "<p>the heron</p>" }, folder?.folderId ?? null));
    if (!made.ok) throw new Error(made.problem.kind);
    await act(() => notes.remove(made.value.noteId));
    act(() => app.router.navigate("/notes/trash"));
    const trash = await trashPage();

    expect(await trash.findByRole("button", { name: /^Diary.*the heron/ })).toBeTruthy();
    await app.user.type(trash.getByLabelText("Search the trash"), "heron");
    await waitFor(() => expect(rowNames(trash)).toEqual(["Select Diary"]));

    await act(() => sensitive.lock());
    expect(await trash.findByText("No deleted notes match.")).toBeTruthy();
    await app.user.clear(trash.getByLabelText("Search the trash"));
    expect(await trash.findByRole("button", { name: /^Sensitive note/ })).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/heron|Diary/);
    await act(async () => void (await sensitive.unlock(PASSWORD)));
    expect(await trash.findByRole("button", { name: /^Diary/ })).toBeTruthy();
  });

  it("reports that a sensitive note is locked, and offers to unlock it", async () => {
    const { trash, user } = await openTrash();
    await user.click(await trash.findByRole("button", { name: /^Sensitive note/ }));

    expect(await trash.findByText(/Unlock the Sensitive folder to see this note/)).toBeTruthy();
    expect(trash.getByRole("button", { name: "Unlock" })).toBeTruthy();
  });

  it("finds notes by words of the text", async () => {
    const { trash, user } = await openTrash();
    await user.type(await trash.findByLabelText("Search the trash"), "degrees");
    await waitFor(() => expect(rowNames(trash)).toEqual(["Select Bread"]));
    expect(trash.queryByRole("button", { name: "Empty trash" })).toBeNull();

    await user.type(trash.getByLabelText("Search the trash"), "xyz");
    expect(await trash.findByText("No deleted notes match.")).toBeTruthy();
  });

  it("deletes for good only after a question", async () => {
    const { trash, user, services } = await openTrash();
    await user.click(await trash.findByRole("checkbox", { name: "Select Bread" }));
    await user.click(trash.getByRole("button", { name: "Delete forever" }));
    await user.click(ask().getByRole("button", { name: "Cancel" }));
    expect(services.disk.entities.get("note-2-bread")).toMatchObject({ title: "Bread" });

    await user.click(trash.getByRole("button", { name: "Delete forever" }));
    await user.click(ask().getByRole("button", { name: "Delete forever" }));

    expect(await trash.findByText("Note deleted forever.")).toBeTruthy();
    expect(services.disk.entities.get("note-2-bread")).toMatchObject({ title: "", content: "" });
    expect(rowNames(trash)).toEqual(["Select Sensitive note", "Select Soup"]);
  });

  it("is emptied only after a question with the number of notes", async () => {
    const { trash, user, services } = await openTrash();
    await user.click(await trash.findByRole("button", { name: "Empty trash" }));
    expect(ask().getByText("Delete 3 notes forever?")).toBeTruthy();
    await user.click(ask().getByRole("button", { name: "Delete forever" }));

    expect(await trash.findByText("The trash is empty")).toBeTruthy();
    expect(trash.getByText("3 notes deleted forever.")).toBeTruthy();
    expect(services.open.notes.store.getState().notes.map(({ title }) => title)).toEqual(["Alive"]);
  });

  it("restores all selected notes", async () => {
    const { trash, user, services } = await openTrash();
    await user.click(await trash.findByRole("checkbox", { name: "Select all" }));
    await user.click(trash.getByRole("button", { name: "Restore 3 notes" }));

    expect(await trash.findByText("3 notes restored.")).toBeTruthy();
    expect(services.open.notes.store.getState().notes).toHaveLength(4);
  });

  it("stores how long notes are kept", async () => {
    const { trash, user, services } = await openTrash();
    await user.selectOptions(await trash.findByLabelText("Keep deleted notes"), "90 days");

    expect((await services.open.trash()).store.getState().keptDays).toBe(90);
    expect(JSON.parse(services.preferences.read("trashKept") ?? "")).toMatchObject({ days: 90 });
  });

  it("does not mention other devices in local mode", async () => {
    const { trash } = await openTrash({ session: undefined, localMode: true } as never);
    expect(await trash.findByText("Soup")).toBeTruthy();
    expect(trash.queryByText(/all your devices/)).toBeNull();
  });

  it("has an address with the shown note, and returns to where it was opened", async () => {
    const { trash, user, here, path } = await openTrash();
    await user.click(await trash.findByRole("button", { name: /^Soup/ }));
    const { href } = here();
    expect(href).toBe("/notes/trash?note=note-1-soup");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(here().href).toBe("/notes/trash"));
    await user.click(trash.getByRole("button", { name: "Back to notes" }));
    await waitFor(() => expect(path()).toBe("/notes"));

    await renderApp({ session: SIGNED_IN, path: href, disk: aTrash() });
    const note = within(await screen.findByRole("region", { name: "Text of the deleted note" }));
    expect(await note.findByText("Leek and potato")).toBeTruthy();
  });
});
