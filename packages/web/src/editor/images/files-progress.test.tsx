import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { EditorHost } from "../../shared/editor-host/editor-host.ts";
import { attachFiles } from "../attachments/attachment-plugin.ts";
import { createDocWriter } from "../schema/editor-html.ts";
import { createHands } from "../testing/hands.ts";
import { FilesProgress } from "./bar/FilesProgress.tsx";
import { insertImages } from "./image-plugin.ts";

afterEach(cleanup);

const toHtml = createDocWriter();
const SRC = "data:image/png;base64,AAAA";
const files = (...names: readonly string[]): readonly File[] =>
  names.map((name) => new File(["x"], name, { type: name.endsWith(".png") ? "image/png" : "text/csv" }));

/** An editor whose host ends one file when the test says so. */
function open(html: string) {
  const waiting: (() => void)[] = [];
  const full = new Set<string>();
  const asked = (): Promise<void> => new Promise((resolve) => waiting.push(resolve));
  const sizes = { originalSize: 9, compressedSize: 5, compressionRatio: 2, dimensions: {}, shownDimensions: { width: 30, height: 20 } };
  const host = {
    imageCompressor: {
      compress: async (_: Blob, onProgress: (share: number) => void) => {
        onProgress(0.5);
        await asked();
        return { ok: true, value: { dataUrl: SRC, wasCompressed: true, ...sizes } };
      },
    },
    originals: { keep: async ({ name }: File) => (full.has(name) ? undefined : `kept-${name.charAt(0)}`), open: async () => undefined },
    attachments: {
      keep: async ({ name }: File) => {
        await asked();
        return full.has(name) ? undefined : { id: `file-${name.charAt(0)}`, fileName: name, mimeType: "text/csv", sizeBytes: 1 };
      },
    },
    notify: () => undefined,
  } as unknown as EditorHost;
  const { editor } = createHands(html);
  render(<FilesProgress editor={editor} />);
  return {
    editor,
    full,
    addImages: (...names: readonly string[]) =>
      act(() => void insertImages(editor.view, files(...names), { range: editor.state.selection, source: "dropped", host })),
    attach: (...names: readonly string[]) =>
      act(() => void attachFiles(editor, files(...names), { at: editor.state.selection.to, attachmentHost: host.attachments })),
    endNext: async () => {
      await waitFor(() => expect(waiting.length).toBeGreaterThan(0));
      await act(async () => waiting.shift()?.());
    },
    bar: () => screen.queryByRole("region", { name: "Files being added" }),
  };
}

const image = (name: string): string => `<img data-original-id="kept-${name}" alt="${name}" width="30" height="20" src="${SRC}">`;

describe("several files at once", () => {
  it("shows one progress for images and other files, as a number", async () => {
    const { editor, addImages, attach, endNext, bar } = open("<p></p>");
    addImages("a.png", "b.png");
    attach("c.csv", "d.csv");
    await waitFor(() => expect(bar()?.textContent).toBe("Adding file 1 of 4… 13%Cancel"));
    await endNext();
    await waitFor(() => expect(bar()?.textContent).toBe("Adding file 2 of 4… 38%Cancel"));
    for (const _ of [2, 3, 4]) await endNext();
    await waitFor(() => expect(bar()).toBeNull());
    const html = toHtml(editor.state.doc);
    expect([html.includes(image("a") + image("b")), html.match(/data-file-name="[cd].csv"/g)?.length]).toEqual([true, 2]);
  });

  it("does not show it for one file", async () => {
    const { addImages, endNext, bar } = open("<p></p>");
    addImages("a.png");
    expect(bar()).toBeNull();
    await endNext();
    expect(bar()).toBeNull();
  });

  it("keeps finished files, the selected text and typed words when canceled", async () => {
    const { editor, addImages, endNext, bar } = open("<p>one two</p>");
    addImages("a.png", "b.png", "c.png");
    await endNext();
    await waitFor(() => expect(toHtml(editor.state.doc)).toBe(`<p>one two${image("a")}</p>`));
    act(() => void editor.commands.insertContentAt(1, "typed "));
    fireEvent.click(within(bar() as HTMLElement).getByRole("button", { name: "Cancel" }));
    expect(bar()).toBeNull();
    await endNext();
    expect(toHtml(editor.state.doc)).toBe(`<p>typed one two${image("a")}</p>`);
    act(() => void editor.commands.undo());
    expect(toHtml(editor.state.doc)).toBe(`<p>one two${image("a")}</p>`);
  });

  it("names the files that a full store did not take, and adds the others", async () => {
    const { editor, full, addImages, attach, endNext, bar } = open("<p></p>");
    full.add("b.png").add("c.csv");
    addImages("a.png", "b.png");
    attach("c.csv", "d.csv");
    for (const _ of [1, 2, 3, 4]) await endNext();
    await waitFor(() =>
      expect(bar()?.textContent).toBe("c.csv wasn't added. b.png was added smaller, because its original couldn't be stored.Close"),
    );
    const html = toHtml(editor.state.doc);
    expect(html).toContain(image("a") + image("b").replace('data-original-id="kept-b" ', ""));
    expect(html).toContain('data-file-name="d.csv"');
    fireEvent.click(within(bar() as HTMLElement).getByRole("button", { name: "Close" }));
    expect(bar()).toBeNull();
  });
});
