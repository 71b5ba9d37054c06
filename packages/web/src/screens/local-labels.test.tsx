import { MemoryDisk } from "@satchel/core/testing/memory-local-store.ts";
import { act, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderApp } from "../testing/render-app.tsx";
import { notesText } from "../text/notes/notes.ts";
import { statusSentence } from "../text/pages/status.ts";

/** Promises that hold only with an account: local mode has no encryption for upload and no drive. */
const NOT_HERE = /\bdrive\b|before (it|they) leaves?|encrypted (before|in your)|is uploaded|managed storage/i;

const allText = (): string =>
  [
    document.body.textContent,
    ...[...document.querySelectorAll("[title], [aria-label], [placeholder]")].map(
      (one) => `${one.getAttribute("title")} ${one.ariaLabel} ${one.getAttribute("placeholder")}`,
    ),
  ].join(" ");

const open = (path = "/notes") =>
  renderApp({ session: { kind: "signed-out" }, localMode: true, path, disk: new MemoryDisk("dev"), sync: { lastCompleteAt: 1 } });

describe("B2 local mode promises nothing that requires an account", () => {
  it("does not promise a drive on the empty list, in a note, the editor and a search", async () => {
    const { services, user, router } = await open();
    await screen.findByRole("button", { name: "Create Note" });
    expect(screen.getByText(/^Write your first note/).textContent).toBe("Write your first note. It stays in this browser.");
    expect(allText()).not.toMatch(NOT_HERE);
    const made = await act(() => services.open.notes.create({ title: "Milk", content: "<p>two</p>" }, null));
    if (!made.ok) throw new Error(made.problem.kind);
    await act(() => router.navigate(`/notes/${made.value.noteId}`));
    await screen.findByRole("heading", { name: "Milk", level: 1 });
    expect(allText()).not.toMatch(NOT_HERE);
    await act(() => router.navigate(`/notes/${made.value.noteId}/edit`));
    await screen.findByRole("textbox", { name: notesText.title });
    expect(allText()).not.toMatch(NOT_HERE);
    await user.type(screen.getByRole("searchbox"), "zebra");
    await screen.findByText("No results");
    expect(allText()).not.toMatch(NOT_HERE);
  });

  it("does not promise a drive in the settings, the palette and the confirmations", async () => {
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: "Settings" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Settings" }));
    for (const tab of dialog.getAllByRole("tab")) {
      await user.click(tab);
      expect(allText()).not.toMatch(NOT_HERE);
    }
    await user.keyboard("{Escape}");
    await user.click(screen.getByRole("button", { name: "New Folder" }));
    await screen.findByRole("dialog");
    expect(allText()).not.toMatch(NOT_HERE);
    await user.keyboard("{Escape}");
    await user.click(screen.getByRole("button", { name: "Sign out and Delete Notes" }));
    await screen.findByRole("alertdialog");
    expect(allText()).not.toMatch(NOT_HERE);
  });

  it("does not promise a drive for a missing file", () => {
    const gone = { id: "file-not-opened", problem: { kind: "not-in-drive" }, isLocal: true } as const;
    expect(statusSentence(gone, "drive")).not.toMatch(NOT_HERE);
  });
});
