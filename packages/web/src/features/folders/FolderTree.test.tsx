import { createEvent, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

async function atFolders() {
  let now = 1_800_000_000_000;
  const app = await renderApp({ session: SIGNED_IN, path: "/notes", now: () => now++ });
  await screen.findByRole("tab", { name: "All Notes" });
  const { notes } = app.services.open;
  const made = async (name: string, parentId: string | null = null): Promise<string> => {
    const folder = await notes.createFolder({ name, description: "", color: "#22C55E" }, parentId);
    return folder.ok ? folder.value.folderId : "";
  };
  const work = await made("Work");
  const plans = await made("Plans", work);
  await made("Old", plans);
  await made("Home");
  const sidebar = await screen.findByRole("region", { name: "Folders" });
  /** Names of the custom folders in the tree. */
  const shown = () =>
    [...sidebar.querySelectorAll("li > button:first-child")]
      .map(({ textContent }) => textContent?.replace(/\d+$/, "") ?? "")
      .filter((name) => name !== "Pinned" && name !== "Sensitive");
  await waitFor(() => expect(shown()).toEqual(["Work", "Plans", "Old", "Home"]));
  const row = (name: string) => within(sidebar).getByRole("button", { name: new RegExp(`^${name}`) });
  const tabs = () => screen.getAllByRole("tab").map(({ textContent }) => textContent);
  const menuOf = async (name: string, item: string) => {
    fireEvent.contextMenu(row(name));
    await app.user.click(await screen.findByRole("menuitem", { name: item }));
  };
  return { ...app, notes, work, plans, sidebar, shown, row, tabs, menuOf };
}

/** Drags across the page, with a DataTransfer that jsdom lacks. */
function drag(from: Element, to: Element): void {
  const kept = new Map<string, string>();
  const dataTransfer = {
    setData: (type: string, data: string) => void kept.set(type, data),
    getData: (type: string) => kept.get(type) ?? "",
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
  if (send("dragOver", to).defaultPrevented) send("drop", to);
}

describe("decision 0051 folders in the sidebar", () => {
  it("hides and shows subfolders with the button and the arrow keys", async () => {
    const { user, shown, row, sidebar } = await atFolders();
    await user.click(within(sidebar).getByRole("button", { name: "Hide folders in Plans" }));
    expect(shown()).toEqual(["Work", "Plans", "Home"]);
    row("Work").focus();
    await user.keyboard("{ArrowLeft}");
    expect(shown()).toEqual(["Work", "Home"]);
    expect(within(sidebar).getByRole("button", { name: "Show folders in Work" }).getAttribute("aria-expanded")).toBe("false");
    await user.keyboard("{ArrowRight}");
    expect(shown()).toEqual(["Work", "Plans", "Home"]);
  });

  it("moves a folder by drag and drop, to the top by dropping it on the heading, and back with Undo", async () => {
    const { user, shown, row, notes, plans } = await atFolders();
    const parentOf = () => notes.store.getState().folders.find(({ folderId }) => folderId === plans)?.parent?.path;
    drag(row("Plans"), row("Home"));
    await waitFor(() => expect(shown()).toEqual(["Work", "Home", "Plans", "Old"]));
    expect(await screen.findByText('Folder "Plans" moved to "Home"')).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(parentOf()).toBe("Work / "));
    drag(row("Plans"), screen.getByRole("heading", { name: "Folders" }));
    await waitFor(() => expect(parentOf()).toBeUndefined());
  });

  it("says why a folder does not move", async () => {
    const { shown, row } = await atFolders();
    drag(row("Work"), row("Old"));
    expect(await screen.findByText("A folder can't be moved into itself.")).toBeTruthy();
    expect(shown()).toEqual(["Work", "Plans", "Old", "Home"]);
  });

  it("moves a folder with the keyboard through its menu, and offers only possible targets", async () => {
    const { user, shown, menuOf } = await atFolders();
    await menuOf("Plans", "Move to…");
    const dialog = await screen.findByRole("dialog", { name: 'Move "Plans" to' });
    const choices = within(dialog)
      .getAllByRole("button")
      .filter(({ textContent }) => ["Top level", "Work", "Plans", "Old", "Home"].includes(textContent ?? ""));
    expect(choices.map((one) => [one.textContent, (one as HTMLButtonElement).disabled])).toEqual([
      ["Top level", false],
      ["Work", false],
      ["Plans", true],
      ["Old", true],
      ["Home", false],
    ]);
    choices[4]?.focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(shown()).toEqual(["Work", "Home", "Plans", "Old"]));
  });

  it("creates a folder inside another, with a name that its siblings do not have", async () => {
    const { user, shown, menuOf } = await atFolders();
    await menuOf("Work", "New folder inside…");
    const dialog = await screen.findByRole("dialog", { name: 'Create folder in "Work"' });
    await user.type(within(dialog).getByRole("textbox", { name: "Name" }), "plans");
    await user.click(within(dialog).getByRole("button", { name: "Create Folder" }));
    expect(await within(dialog).findByText("A folder with this name already exists. Choose another name.")).toBeTruthy();
    await user.clear(within(dialog).getByRole("textbox", { name: "Name" }));
    await user.type(within(dialog).getByRole("textbox", { name: "Name" }), "Home");
    await user.click(within(dialog).getByRole("button", { name: "Create Folder" }));
    await waitFor(() => expect(shown()).toEqual(["Work", "Plans", "Old", "Home", "Home"]));
  });

  it("shows the path in tabs and found notes, and lists notes of subfolders on request", async () => {
    const { user, notes, plans, tabs, row } = await atFolders();
    await notes.create({ title: "Bread", content: "<p>flour</p>" }, plans);
    expect(tabs()).toContain("Work / Plans");
    await user.click(row("Work"));
    expect(screen.queryByRole("option", { name: /Bread/ })).toBeNull();
    await user.click(screen.getByRole("button", { name: /^Sort by/ }));
    await user.click(await screen.findByRole("menuitemcheckbox", { name: "Include subfolders" }));
    expect(await screen.findByRole("option", { name: /Bread/ })).toBeTruthy();
  });

  it("does not offer to delete a folder with subfolders", async () => {
    const { row } = await atFolders();
    fireEvent.contextMenu(row("Work"));
    expect((await screen.findByRole("menuitem", { name: "Delete Folder (not empty)" })).getAttribute("aria-disabled")).toBe("true");
  });
});
