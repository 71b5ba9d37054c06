import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

async function atNotes() {
  const app = await renderApp({ session: SIGNED_IN, path: "/notes" });
  await screen.findByRole("tab", { name: "All Notes" });
  const { notes, searches } = app.services.open;
  for (const title of ["Rye bread", "Oat bread", "Heron"]) await notes.create({ title, content: "" }, null);
  await screen.findAllByRole("option");
  const box = () => screen.getByRole("searchbox", { name: "Search notes" }) as HTMLInputElement;
  const listed = () =>
    within(screen.getByRole("tabpanel", { name: "Notes list" }))
      .queryAllByRole("option")
      .map((row) => ["Rye bread", "Oat bread", "Heron"].find((title) => row.textContent?.includes(title)));
  const region = () => screen.findByRole("region", { name: "Saved searches" });
  const row = async (name: string) => within(await region()).findByRole("button", { name });
  const save = async (query: string, name: string): Promise<void> => {
    const service = await searches();
    await service.create({ query, name, icon: "star" });
  };
  return { ...app, notes, box, listed, region, row, save };
}

describe("decision 0052 saved searches in the sidebar", () => {
  it("shows nothing to a user without any, and saves the search that is shown", async () => {
    const { user, notes, box, row } = await atNotes();
    expect(screen.queryByRole("region", { name: "Saved searches" })).toBeNull();
    await user.type(box(), "bread");
    await user.click(await screen.findByRole("button", { name: "Save search…" }));
    const dialog = await screen.findByRole("dialog", { name: "Save search" });
    expect(within(dialog).getByRole<HTMLInputElement>("textbox", { name: "Search" }).value).toBe("bread");
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    expect(await within(dialog).findByText("Enter a name.")).toBeTruthy();
    await user.type(within(dialog).getByRole("textbox", { name: "Name" }), "Baking");
    await user.click(within(dialog).getByRole("radio", { name: "Heart" }));
    await user.click(within(dialog).getByRole("button", { name: "Save" }));

    expect((await row("Baking")).getAttribute("aria-current")).toBe("true");
    expect(await screen.findByText('Search "Baking" saved')).toBeTruthy();
    expect(notes.store.getState().searches).toMatchObject([{ name: "Baking", query: "bread", icon: "heart" }]);
    expect(notes.store.getState().notes).toHaveLength(3);
  });

  it("searches with a click, from any folder", async () => {
    const { user, services, box, listed, row, save } = await atNotes();
    const folder = await services.open.notes.createFolder({ name: "Work", description: "", color: "#22C55E" });
    await save("bread -oat", "Rye");
    await user.click(await screen.findByRole("button", { name: /^Work/ }));
    expect(folder.ok).toBe(true);
    await user.click(await row("Rye"));

    expect(box().value).toBe("bread -oat");
    await waitFor(() => expect(listed()).toEqual(["Rye bread"]));
  });

  it("finds sensitive notes only while they are unlocked", async () => {
    const { user, services, notes, listed, row, save } = await atNotes();
    const { sensitive } = services;
    await act(async () => void (await sensitive.setUp("quiet sea 77")));
    const folder = notes.store.getState().folders.find(({ folderType }) => folderType === "SENSITIVE")?.folderId ?? "";
    const diary = await act(() => notes.create({ title: "Heron at dusk", content: "" }, folder));
    expect(diary.ok).toBe(true);
    await save("heron", "Birds");
    await user.click(await row("Birds"));
    await waitFor(() => expect(listed()).toEqual(["Heron", "Heron"]));

    await act(async () => void (await sensitive.lock()));
    await waitFor(() => expect(listed()).toEqual(["Heron"]));
    expect(document.body.textContent).not.toContain("at dusk");
    await act(async () => void (await sensitive.unlock("quiet sea 77")));
    await waitFor(() => expect(listed()).toEqual(["Heron", "Heron"]));
  });

  it("searches alternatives, for which no chips are shown", async () => {
    const { user, listed, row, save } = await atNotes();
    await save("rye OR heron", "Either");
    await user.click(await row("Either"));

    await waitFor(() => expect(listed().sort()).toEqual(["Heron", "Rye bread"]));
    expect(await screen.findByText("2 notes for “rye OR heron”")).toBeTruthy();
    expect(screen.queryByRole("group", { name: "Search filters" })).toBeNull();
  });

  it("is changed and deleted from its menu, and comes back with Undo", async () => {
    const { user, notes, row, save } = await atNotes();
    await save("bread", "Baking");
    fireEvent.contextMenu(await row("Baking"));
    await user.click(await screen.findByRole("menuitem", { name: "Edit…" }));
    const dialog = await screen.findByRole("dialog", { name: "Edit saved search" });
    const name = within(dialog).getByRole("textbox", { name: "Name" });
    await user.clear(name);
    await user.type(name, "Oven");
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    fireEvent.contextMenu(await row("Oven"));
    await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Saved searches" })).toBeNull());
    await user.click(await screen.findByRole("button", { name: "Undo" }));

    await row("Oven");
    expect(notes.store.getState().searches).toMatchObject([{ name: "Oven", query: "bread", icon: "star" }]);
  });

  it("shows a magnifying glass for an icon of a later version", async () => {
    const { services, row } = await atNotes();
    await (await services.open.searches()).create({ name: "New", query: "rye", icon: "hologram" });
    expect((await row("New")).querySelector(".lucide-search")).not.toBeNull();
  });
});
