// @vitest-environment jsdom

import { openLibrary } from "@satchel/core/library/index/library-service.ts";
import { createNotesService } from "@satchel/core/library/notes/notes-service.ts";
import { toBase } from "@satchel/core/merge/bases.ts";
import type { NoteEntity } from "@satchel/core/model/entities/entity.ts";
import { flushPromises, ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { MemoryDisk, MemoryLocalStore } from "@satchel/core/testing/memory-local-store.ts";
import { createSequenceIds } from "@satchel/core/testing/sequence-ids.ts";
import { createTestWriters } from "@satchel/core/testing/test-writers.ts";
import { createTabsService } from "@satchel/core/workspace/open-tabs/tabs-service.ts";
import type { TabsService } from "@satchel/core/workspace/open-tabs/tabs-service-types.ts";
import { draftOf } from "@satchel/core/workspace/tabs/tab.ts";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import type { Editor } from "@tiptap/core";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { NoteEditor } from "../../editor/NoteEditor.tsx";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useTabText } from "./writing/WriteNote.tsx";

beforeEach(cleanup);

// jsdom has no layout, but the editor asks where the caret is.
Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });
/** jsdom has no media queries: reports a wide window, as all its windows are. */
const NOT_NARROW = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
Object.defineProperty(window, "matchMedia", { configurable: true, value: () => NOT_NARROW });

const START = "<p>one</p><p>two</p><p>three</p>";
const PARAGRAPHS = 3;

type WritingProps = { readonly tabs: TabsService; readonly isConnected: boolean };

function Writing({ tabs, isConnected }: WritingProps) {
  const tab = useStore(tabs.store, (state) => state.tabs[0]);
  if (tab === undefined || tab.type === "view" || draftOf(tab) === undefined) return null;
  return <OpenText key={tab.id} tabs={tabs} isConnected={isConnected} tab={tab} />;
}

function OpenText({ tabs, isConnected, tab }: WritingProps & { readonly tab: Parameters<typeof useTabText>[1] }) {
  const text = useTabText(tabs, tab);
  return <NoteEditor {...text} connect={isConnected ? text.connect : undefined} />;
}

/** A note in the editor of its tab: the real editor over the real services, and another device. */
async function openNote({ isConnected = true } = {}) {
  const clock = new ManualClock();
  const ids = createSequenceIds();
  const store = new MemoryLocalStore(new MemoryDisk("dev001"));
  const library = await openLibrary({ writers: createTestWriters(), store });
  if (!library.ok) throw new Error("the memory store opens always");
  const notes = createNotesService({ library: library.value, clock, ids, timers: clock, isSyncing: () => false });
  const tabs = createTabsService({ notes, drafts: store, tabs: store, clock, ids, timers: clock, windowId: "window" });
  await tabs.restore();
  const created = await notes.create({ title: "Words", content: START }, null);
  if (!created.ok) throw new Error("the note was not created");
  const { noteId } = created.value;
  const tabId = tabs.openEdit(noteId);
  await flushPromises();
  const view = render(<Writing tabs={tabs} isConnected={isConnected} />);
  const editor = (): Editor => (screen.getByRole("textbox", { name: "Note text" }) as HTMLElement & { editor: Editor }).editor;
  act(() => editor().view.dom.focus());
  let counter = 0;
  return {
    tabs,
    tabId,
    editor,
    focus: () => act(() => editor().view.dom.focus()),
    leave: () => act(() => editor().view.dom.blur()),
    /** Types a word; the editor reports it with the next delivery. */
    type(paragraph: number, word: string): void {
      const { doc } = editor().state;
      const at = Math.min(paragraph, doc.childCount - 1);
      const sizes = Array.from({ length: at + 1 }, (_, index) => doc.child(index).nodeSize);
      const end = sizes.reduce((sum, size) => sum + size, 0) - 1;
      editor().view.dispatch(editor().state.tr.insertText(` ${word}`, end));
    },
    deliver: () => act(() => void window.dispatchEvent(new Event("click"))),
    /** Another device adds a word to the stored note. */
    arrive(paragraph: number, word: string): Promise<unknown> {
      counter += 1;
      return library.value.transact(
        { entities: [noteId] },
        (seen) => {
          const note = seen.entities.get(noteId) as NoteEntity;
          const parts = note.content.split("</p>");
          parts[Math.min(paragraph, parts.length - 2)] += ` ${word}`;
          const theirs = { ...note, content: parts.join("</p>"), vv: { ...note.vv, phone1: counter } };
          return { writes: { entities: [theirs], bases: [toBase(note)] }, answer: undefined };
        },
        "sync",
      );
    },
    async words(): Promise<ReadonlySet<string>> {
      const all = [...library.value.index.entities.values()].filter(({ kind }) => kind === "note");
      const texts = await Promise.all(all.map(({ id }) => notes.open(id)));
      return new Set(texts.flatMap((note) => (note.ok ? (note.value.content.match(/[a-z0-9]+/g) ?? []) : [])));
    },
    end(): void {
      view.unmount();
      tabs.stop();
    },
  };
}

type Opened = Awaited<ReturnType<typeof openNote>>;

async function withNote(run: (note: Opened) => Promise<void>, isConnected = true): Promise<void> {
  const note = await openNote({ isConnected });
  try {
    await run(note);
  } finally {
    note.end();
  }
}

async function saveAll(note: Opened): Promise<void> {
  await note.deliver();
  await act(async () => {
    await note.tabs.save(note.tabId, { staysOpen: true });
    await flushPromises();
  });
}

describe("A4 text typed during a save", () => {
  it("stays in the tab, even if the save ends in the frame of the typing", () =>
    withNote(async (note) => {
      note.type(0, "first");
      await act(async () => {
        const saving = note.tabs.save(note.tabId);
        note.type(1, "second");
        await saving;
        await flushPromises();
      });
      expect([...(await note.words())]).toContain("first");
      expect(note.tabs.store.getState().tabs[0]).toMatchObject({ editing: { draft: { content: expect.stringContaining("second") } } });
      await saveAll(note);
      expect([...(await note.words())]).toEqual(expect.arrayContaining(["first", "second"]));
      expect(note.editor().getText()).toBe("one first\n\ntwo second\n\nthree");
    }));
});

describe("decision 0042 a version that arrives during a composition", () => {
  const event = (name: string) => new CompositionEvent(name, { bubbles: true });

  it("is shown when the composition has ended, and not in the middle of a word", () =>
    withNote(async (note) => {
      const { dom } = note.editor().view;
      dom.dispatchEvent(event("compositionstart"));
      expect(note.editor().view.composing).toBe(true);
      await act(async () => {
        await note.arrive(0, "theirs");
        await flushPromises();
      });
      expect(dom.textContent).toBe("onetwothree");
      dom.dispatchEvent(event("compositionend"));
      await waitFor(() => expect(dom.textContent).toBe("one theirstwothree"));
    }));

  it("is merged with what was composed, each once", () =>
    withNote(async (note) => {
      const { dom } = note.editor().view;
      dom.dispatchEvent(event("compositionstart"));
      await act(async () => {
        await note.arrive(0, "theirs");
        await flushPromises();
      });
      note.type(2, "composed");
      await note.deliver();
      dom.dispatchEvent(event("compositionend"));
      await saveAll(note);
      await waitFor(() => expect(dom.textContent).toBe("one theirstwothree composed"));
      expect(await note.words()).toEqual(new Set(["p", "one", "two", "three", "theirs", "composed"]));
    }));
});

describe("A4 another device's version during typing", () => {
  it("is merged with text typed in the frame of its arrival", () =>
    withNote(async (note) => {
      await act(async () => {
        await note.arrive(1, "theirs");
        note.type(0, "mine");
        await flushPromises();
      });
      await saveAll(note);
      expect([...(await note.words())]).toEqual(expect.arrayContaining(["mine", "theirs"]));
    }));

  it("keeps changes in an editor without focus", () =>
    withNote(async (note) => {
      await note.leave();
      await act(async () => {
        await note.arrive(1, "theirs");
        note.type(0, "mine");
        await flushPromises();
      });
      await saveAll(note);
      expect([...(await note.words())]).toEqual(expect.arrayContaining(["mine", "theirs"]));
    }));

  it("is shown if the text typed in that frame was undone", () =>
    withNote(async (note) => {
      await act(async () => {
        await note.arrive(1, "theirs");
        note.type(0, "mine");
        note.editor().commands.undo();
        await flushPromises();
      });
      await note.deliver();
      await act(() => flushPromises());
      expect(note.editor().getText()).toContain("theirs");
    }));

  it("keeps every word of both, in any order of events", { timeout: 240_000 }, async () => {
    const paragraph = fc.nat(PARAGRAPHS - 1);
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ kind: fc.constant("type" as const), paragraph }) },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant("arrive" as const), paragraph }) },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant("turns" as const), turns: fc.nat(12) }) },
      fc.record({ kind: fc.constantFrom("deliver", "save", "focus", "leave") }),
    );
    // The version passed with an edit protects the words even if the service cannot flush the editor. Within one `act`, the page renders at
    // its end, so anything can come between a text and its rendering.
    const frames = fc.array(fc.array(step, { maxLength: 6 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(frames, fc.boolean(), (frames, isConnected) =>
        withNote(async (note) => {
          const written: string[] = [];
          const word = (by: string): string => {
            written.push(`${by}${written.length}`);
            return written.at(-1) as string;
          };
          for (const frame of frames) {
            await act(async () => {
              for (const one of frame) {
                if (one.kind === "type") note.type(one.paragraph, word("mine"));
                else if (one.kind === "arrive") void note.arrive(one.paragraph, word("theirs"));
                else if (one.kind === "turns") await flushPromises(one.turns);
                else if (one.kind === "save") void note.tabs.save(note.tabId, { staysOpen: true });
                else note[one.kind]();
              }
            });
            await act(() => flushPromises());
          }
          await saveAll(note);
          expect([...(await note.words())]).toEqual(expect.arrayContaining(written));
        }, isConnected),
      ),
      { numRuns: 40 },
    );
  });
});
