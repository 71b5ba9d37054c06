import { MemoryDisk } from "@satchel/core/testing/memory-local-store.ts";
import { draftOf } from "@satchel/core/workspace/tabs/tab.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SIGNED_IN } from "../../../testing/memory-services.ts";
import { renderApp } from "../../../testing/render-app.tsx";

type App = Awaited<ReturnType<typeof renderApp>>;

const at = (disk: MemoryDisk, path = "/notes", widthPx = 1440) => renderApp({ session: SIGNED_IN, path, disk, widthPx });

async function writeNote({ services }: App, title: string, content: string): Promise<string> {
  const made = await act(() => services.open.notes.create({ title, content }, null));
  if (!made.ok) throw new Error(made.problem.kind);
  return made.value.noteId;
}

/** Types a text that is stored as a draft, but not saved. */
async function type({ services }: App, noteId: string, content: string): Promise<void> {
  const { tabs } = services.open;
  let tabId = "";
  await act(async () => {
    tabId = tabs.openEdit(noteId);
  });
  const isRead = () => tabs.store.getState().tabs.some((tab) => tab.id === tabId && draftOf(tab) !== undefined);
  await waitFor(() => expect(isRead()).toBe(true));
  await act(async () => {
    tabs.editDraft(tabId, { content });
    await tabs.flush();
  });
}

/** A note with unsaved text in a window that was closed without warning. */
async function leftBehind(): Promise<{ readonly disk: MemoryDisk; readonly noteId: string }> {
  const disk = new MemoryDisk("dev");
  const first = await at(disk);
  const noteId = await writeNote(first, "Milk", "<p>two litres</p>");
  await type(first, noteId, "<p>three litres</p>");
  first.unmount();
  disk.tabs.clear();
  return { disk, noteId };
}

const band = (sentence: string | RegExp) => screen.findByText(sentence);
const row = () => within(screen.getByRole("listbox", { name: "Notes" })).findByRole("option", { name: /^Milk/ });

describe("decision 0005 drafts: recovered text is announced", () => {
  it("offers one click to it, and marks its note in the list until it is saved", async () => {
    const { disk } = await leftBehind();
    const { user, services, path } = await at(disk);

    await band("Unsaved changes were recovered: “Milk”.");
    await waitFor(async () => expect(within(await row()).getByText("unsaved changes")).toBeTruthy());
    await user.click(screen.getByRole("button", { name: "Open" }));

    const { tabs } = services.open;
    expect(path()).toMatch(/^\/notes\/.+\/edit$/);
    await screen.findByText(/^Unsaved changes were recovered\. Last edited /);
    expect(screen.queryByText("Unsaved changes were recovered: “Milk”.")).toBeNull();
    expect(within(await row()).getByText("unsaved changes")).toBeTruthy();
    await act(async () => void (await tabs.save(tabs.store.getState().activeTabId ?? "")));
    await waitFor(async () => expect(within(await row()).queryByText("unsaved changes")).toBeNull());
    expect(disk.drafts.size).toBe(0);
  });

  it("appears when the note is edited, and discards the text only after a question", async () => {
    const { disk, noteId } = await leftBehind();
    const { user, services } = await at(disk, `/notes/${noteId}/edit`);
    const text = () => {
      const tab = services.open.tabs.store.getState().tabs[0];
      return tab?.type === "edit" && tab.editing.kind === "open" ? tab.editing.draft.content : undefined;
    };
    await screen.findByText(/^Unsaved changes were recovered\. Last edited /);
    expect(text()).toBe("<p>three litres</p>");

    await user.click(screen.getByRole("button", { name: "Discard" }));
    const dialog = () => screen.findByRole("alertdialog", { name: "Discard recovered changes?" });
    await user.click(within(await dialog()).getByRole("button", { name: "Keep" }));
    expect(text()).toBe("<p>three litres</p>");
    await user.click(screen.getByRole("button", { name: "Discard" }));
    await user.click(within(await dialog()).getByRole("button", { name: "Discard" }));

    await waitFor(() => expect(text()).toBe("<p>two litres</p>"));
    expect(screen.queryByText(/^Unsaved changes were recovered/)).toBeNull();
    await waitFor(() => expect(disk.drafts.size).toBe(0));
  });

  it("appears once on a phone's list, which hides the tab that has it", async () => {
    const { disk } = await leftBehind();
    const { user } = await at(disk, "/notes", 390);
    await user.click(await screen.findByRole("button", { name: "Open" }));
    await screen.findByText(/^Unsaved changes were recovered\. Last edited /);
    await user.click(screen.getByRole("button", { name: "Back to list" }));
    expect(screen.queryByText("Unsaved changes were recovered: “Milk”.")).toBeNull();
  });

  it("shows the number if there are several", async () => {
    const disk = new MemoryDisk("dev");
    const first = await at(disk);
    const milk = await writeNote(first, "Milk", "<p>two litres</p>");
    const bread = await writeNote(first, "Bread", "<p>rye</p>");
    for (const noteId of [milk, bread]) await type(first, noteId, "<p>typed</p>");
    first.unmount();
    disk.tabs.clear();
    const second = await at(disk);
    await band("Unsaved changes were recovered in 2 notes.");
    await second.user.click(screen.getByRole("button", { name: "Show" }));
    const dialog = await screen.findByRole("dialog", { name: "Unsaved drafts" });
    expect(
      within(dialog)
        .getAllByRole("heading", { level: 3 })
        .map((each) => each.textContent),
    ).toEqual(["Milk", "Bread"]);
  });
});
