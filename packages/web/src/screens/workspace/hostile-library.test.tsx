import type { NoteEntity } from "@satchel/core/model/entities/entity.ts";
import type { NoteSummary } from "@satchel/core/model/entities/note.ts";
import { aNote } from "@satchel/core/testing/entities.ts";
import { poisoned } from "@satchel/core/testing/hostile-values.ts";
import { MemoryDisk } from "@satchel/core/testing/memory-local-store.ts";
import { cleanup, render, screen } from "@testing-library/react";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NoteRow } from "../../features/note-list/rows/NoteRow.tsx";
import { SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

const NOTES = 12;

/** Note fields as screens read them: values that got in before there were range checks. */
const SHOWN = { title: "Poison", content: "<p>p</p>", createdAt: 1, mtime: 1, attachments: [], attIds: [] };

beforeEach(() => {
  // React logs errors that a boundary has caught.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
});

describe("a library with values that screens cannot show", () => {
  it.each([1, 2, 3, 4, 5])("still shows its list with each sound note (draw %i)", async (seed) => {
    const disk = new MemoryDisk("memory");
    const generated = fc.sample(poisoned(SHOWN), { numRuns: NOTES, seed });
    for (const [at, values] of generated.entries()) {
      const { content, ...shown } = values;
      const text = typeof content === "string" ? content : "<p>p</p>";
      const note = { ...aNote({ id: `note-${at + 1}-p` }), ...shown, content: text } as NoteEntity;
      disk.entities.set(note.id, note);
    }
    disk.entities.set("note-99-w", aNote({ id: "note-99-w", title: "Whole", content: "<p>still here</p>", mtime: 1_600_000_000_000 }));

    const { user } = await renderApp({ session: SIGNED_IN, path: "/notes", disk, sync: { lastCompleteAt: 1 } });

    await user.click(await screen.findByRole("option", { name: /^Whole/ }));
    expect(await screen.findByRole("heading", { name: "Whole" })).toBeTruthy();
    expect(screen.getAllByRole("option").length).toBeGreaterThan(1);
  });

  it("replaces a row that fails to render by a sentence until it renders", () => {
    const rowProps = {
      id: "r",
      date: "today",
      position: 1,
      total: 2,
      top: 0,
      height: 60,
      words: [],
      excerpt: undefined,
      onPick: () => undefined,
    };
    const flags = {
      isOpen: false,
      isFocused: false,
      isSelected: false,
      isPinned: false,
      isDraggable: false,
      showsSync: false,
      hasConflict: false,
      isUnsaved: false,
    };
    const note = { noteId: "note-1-p", title: "Fine", preview: "", isEncrypted: false, sync: { kind: "saving" } } as unknown as NoteSummary;
    const broken = { ...note, title: { toString: null } } as unknown as NoteSummary;

    const { rerender } = render(<NoteRow {...rowProps} {...flags} note={broken} />);
    expect(screen.getByRole("option").textContent).toBe("This note can't be shown");

    rerender(<NoteRow {...rowProps} {...flags} note={note} />);
    expect(screen.getByRole("option").textContent).toContain("Fine");
  });
});
