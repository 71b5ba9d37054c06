import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

// jsdom has no layout, but the editor asks where the caret is.
Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });

const TITLE = "Plans for the moon";

/** Two notes, of which the open one links to the other. */
async function withLink() {
  const app = await renderApp({ session: SIGNED_IN, path: "/notes" });
  await screen.findByRole("tab", { name: "All Notes" });
  const { notes, sensitive } = app.services.open;
  const make = async (title: string, content: string) => {
    const made = await notes.create({ title, content }, null);
    if (!made.ok) throw new Error("the note was not made");
    return made.value;
  };
  const target = await make(TITLE, "<p>far</p>");
  const linking = await make("Diary", `<p>see <a data-note-id="${target.noteId}"></a> again</p>`);
  await app.user.click(await screen.findByRole("option", { name: /Diary/ }));
  const article = await screen.findByRole("article", { name: "Diary" });
  const link = await within(article).findByRole("link");
  return { ...app, notes, sensitive, target, linking, article, link };
}

describe("links between notes", () => {
  it("shows the current title, opens the note in a tab, and lists backlinks there", async () => {
    const { user, notes, target, link } = await withLink();
    expect(link.textContent).toBe(TITLE);
    await act(
      async () => void (await notes.save(target.noteId, { title: "Mars instead", content: "<p>far</p>" }, { seen: { vv: target.vv } })),
    );
    await waitFor(() => expect(link.textContent).toBe("Mars instead"));

    await user.click(link);
    const opened = await screen.findByRole("article", { name: "Mars instead" });
    const backlinks = await within(opened).findByRole("region", { name: "1 note links here" });
    await user.click(within(backlinks).getByRole("button", { name: "Diary" }));
    expect(await screen.findByRole("article", { name: "Diary" })).toBeTruthy();
  });

  it("reports that the linked note was deleted, and then leads nowhere", async () => {
    const { user, notes, target, link, path } = await withLink();
    await act(async () => void (await notes.remove(target.noteId)));
    await waitFor(() => expect(link.textContent).toBe("Deleted note"));
    const before = path();
    await user.click(link);
    expect(path()).toBe(before);
    await act(async () => void (await notes.restore(target.noteId)));
    await waitFor(() => expect(link.textContent).toBe(TITLE));
  });

  it("hides a note that moves into the Sensitive folder, once that is locked", async () => {
    const { notes, sensitive, target, linking, link } = await withLink();
    await act(async () => void (await sensitive.setUp("quiet sea 77")));
    const folder = notes.store.getState().folders.find(({ folderType }) => folderType === "SENSITIVE");
    await act(async () => void (await notes.move(target.noteId, folder?.folderId ?? null)));
    await waitFor(() => expect(notes.store.getState().notesById.get(target.noteId)?.seal).toBe("opened"));
    expect(link.textContent).toBe(TITLE);

    act(() => void sensitive.lock());
    await waitFor(() => expect(link.textContent).toBe("Sensitive note"));
    expect(document.body.innerHTML).not.toContain(TITLE);
    const read = await notes.open(linking.noteId);
    expect(JSON.stringify(read)).not.toContain(TITLE);
  });
});
