import { MemoryDisk } from "@satchel/core/testing/memory-local-store.ts";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

type Options = Parameters<typeof renderApp>[0];

async function atNotes(titles: readonly string[], options: Options = {}) {
  const app = await renderApp({ session: SIGNED_IN, path: "/notes", ...options });
  await screen.findByRole("tab", { name: "All Notes" });
  for (const title of titles) await app.services.open.notes.create({ title, content: "" }, null);
  const tabs = () => within(screen.getByRole("tablist", { name: "Open notes" })).getAllByRole("tab");
  const names = () => tabs().map((tab) => tab.getAttribute("title"));
  const open = async (title: string) => app.user.click(await screen.findByRole("option", { name: new RegExp(title) }));
  const choose = async (item: string) => {
    await app.user.click(screen.getByRole("button", { name: "More" }));
    await app.user.click(await screen.findByRole("menuitem", { name: item }));
  };
  /** Starts a new note with a title. */
  const write = async (title: string) => {
    await app.user.click(within(screen.getByRole("banner")).getByRole("button", { name: "New Note" }));
    await app.user.click(await screen.findByRole("textbox", { name: "New note title" }));
    await app.user.paste(title);
  };
  return { ...app, tabs, names, open, choose, write };
}

describe("A2.10 tab strip", () => {
  it("has a tab per open note, cut at fifteen characters, and a button for a new one", async () => {
    const { user, open, tabs, names } = await atNotes(["Milk", "Tide tables and the long walk"]);
    await open("Milk");
    await open("Tide");
    await user.click(within(screen.getByRole("banner")).getByRole("button", { name: "New Note" }));

    expect(names()).toEqual(["Milk", "Tide tables and the long walk", "New Note 1"]);
    expect(tabs()[1]?.textContent).toContain("Tide tables and…");
    await user.click(tabs()[0] as HTMLElement);
    await user.click(await screen.findByRole("button", { name: "Edit Note" }));
    await waitFor(() => expect(names()).toContain("Edit: Milk"));
    await user.clear(screen.getByRole("textbox", { name: "Title" }));
    expect(names()).toContain("Untitled Note");
  });

  it("closes a tab by its button, the middle button and Delete, and shows the next", async () => {
    const { user, open, tabs, names, path } = await atNotes(["Milk", "Bread", "Salt", "Rice"]);
    for (const title of ["Milk", "Bread", "Salt", "Rice"]) await open(title);
    await user.click(tabs()[1] as HTMLElement);
    await user.click(within(tabs()[1] as HTMLElement).getByTitle("Close Bread"));
    expect(names()).toEqual(["Milk", "Salt", "Rice"]);
    expect(tabs()[1]?.getAttribute("aria-selected")).toBe("true");
    fireEvent(tabs()[2] as HTMLElement, new MouseEvent("auxclick", { bubbles: true, button: 1 }));
    expect(names()).toEqual(["Milk", "Salt"]);
    tabs()[1]?.focus();
    await user.keyboard("{Delete}");
    expect(names()).toEqual(["Milk"]);
    expect(path()).toContain("/notes/note-");
  });

  it("shows a note while its tab is still pressed, but not for a press on its close button", async () => {
    const { user, open, tabs, path } = await atNotes(["Milk", "Bread"]);
    for (const title of ["Milk", "Bread"]) await open(title);
    const [milk, bread] = tabs() as [HTMLElement, HTMLElement];
    const isShown = (tab: HTMLElement) => tab.getAttribute("aria-selected") === "true";
    const ofBread = path();
    await user.pointer({ keys: "[MouseLeft>]", target: within(milk).getByTitle("Close Milk") });
    expect(isShown(milk)).toBe(false);
    await user.pointer({ keys: "[/MouseLeft]", target: bread });
    await user.pointer({ keys: "[MouseLeft>]", target: milk });
    expect(isShown(milk)).toBe(true);
    const ofMilk = path();
    expect(ofMilk).not.toBe(ofBread);
    await user.pointer({ keys: "[/MouseLeft]", target: milk });
    expect(path()).toBe(ofMilk);
    fireEvent.click(bread);
    expect(isShown(bread)).toBe(true);
  });

  it("closes the others, or all, and asks about unsaved changes", async () => {
    const { user, open, choose, write, names, services, path } = await atNotes(["Milk", "Bread"]);
    await write("Draft");
    await open("Milk");
    await open("Bread");
    await choose("Close other tabs");
    const dialog = await screen.findByRole("alertdialog", { name: "Unsaved changes" });
    await user.click(within(dialog).getByRole("button", { name: "Keep editing" }));
    expect(names()).toHaveLength(3);
    await choose("Close other tabs");
    await user.click(await screen.findByRole("button", { name: "Discard changes" }));
    await waitFor(() => expect(names()).toEqual(["Bread"]));
    expect(services.disk.drafts.size).toBe(0);

    await write("Again");
    await choose("Close all tabs");
    await user.click(within(await screen.findByRole("alertdialog", { name: "Unsaved changes" })).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(path()).toBe("/notes"));
    expect(services.open.tabs.store.getState().tabs).toEqual([]);
    expect(services.open.notes.store.getState().notes.map(({ title }) => title)).toContain("Again");
  });

  it("has a menu at each tab, with close commands", async () => {
    const { user, open, tabs, names } = await atNotes(["Milk", "Bread", "Salt"]);
    for (const title of ["Milk", "Bread", "Salt"]) await open(title);
    await user.pointer({ keys: "[MouseRight]", target: tabs()[1] as HTMLElement });
    await user.click(await screen.findByRole("menuitem", { name: "Close other tabs" }));
    expect(names()).toEqual(["Bread"]);
    await user.pointer({ keys: "[MouseRight]", target: tabs()[0] as HTMLElement });
    expect((await screen.findByRole("menuitem", { name: "Close other tabs" })).getAttribute("aria-disabled")).toBe("true");
    await user.click(screen.getByRole("menuitem", { name: "Close tab" }));
    expect(screen.queryByRole("tablist", { name: "Open notes" })).toBeNull();
  });

  it("distinguishes two edited tabs by title, and labels them as edited", async () => {
    const { user, open, tabs, names } = await atNotes(["Tide tables and the long walk", "Tide pools"]);
    for (const title of ["Tide tables", "Tide pools"]) {
      await open(title);
      await user.click(await screen.findByRole("button", { name: "Edit Note" }));
    }
    await waitFor(() => expect(names().filter((name) => name?.startsWith("Edit: "))).toHaveLength(2));
    const seen = tabs().map((tab) => tab.querySelector("[aria-hidden] + span, span[aria-hidden]")?.textContent);
    expect(seen).toContain("Tide tables and…");
    expect(seen).toContain("Tide pools");
  });

  it("shows and hides the list", async () => {
    const { user } = await atNotes(["Milk"]);
    await user.click(screen.getByRole("button", { name: "Hide notes list" }));
    expect(screen.queryByRole("listbox", { name: "Notes" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Show notes list" }));
    expect(screen.getByRole("listbox", { name: "Notes" })).toBeTruthy();
  });
});

describe("decision 0005 drafts", () => {
  async function leftBehind() {
    const disk = new MemoryDisk("dev");
    const first = await atNotes([], { disk });
    await first.write("Bread");
    await first.services.open.tabs.flush();
    first.unmount();
    // The window is gone, with its open tabs.
    disk.tabs.clear();
    return atNotes([], { disk });
  }

  it("lists texts of windows that are gone, and opens one where it was left", async () => {
    const { user, choose } = await leftBehind();
    await choose("Unsaved drafts");
    const dialog = await screen.findByRole("dialog", { name: "Unsaved drafts" });
    expect(within(dialog).getByRole("heading", { name: "Bread" })).toBeTruthy();
    await user.click(within(dialog).getByRole("button", { name: "Open" }));
    expect((await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "New note title" })).value).toBe("Bread");
  });

  it("discards a text only after a question", async () => {
    const { user, choose, services } = await leftBehind();
    expect(services.disk.drafts.size).toBe(1);
    await choose("Unsaved drafts");
    await user.click(await screen.findByRole("button", { name: "Discard" }));
    await waitFor(() => expect(services.disk.drafts.size).toBe(0));
  });
});
