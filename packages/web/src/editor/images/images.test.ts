import { readStoredHtml } from "@satchel/core/document/html/read-stored-html.ts";
import { toMarkdown } from "@satchel/core/document/markdown/write-plain-text.ts";
import type { Node } from "@tiptap/pm/model";
import { NodeSelection } from "@tiptap/pm/state";
import { describe, expect, it, vi } from "vitest";
import type { EditorHost } from "../../shared/editor-host/editor-host.ts";
import { withPlaceholders } from "../paste/pending-content.ts";
import { decorateReadView } from "../read-view/decorate-read-view.ts";
import { createDocWriter } from "../schema/editor-html.ts";
import { createHands } from "../testing/hands.ts";
import { downloadImage } from "./bar/download-image.ts";
import { openCaption } from "./caption-field.ts";
import { enlargeOnClick } from "./enlarge-image.ts";
import { setImageText } from "./image-edits.ts";
import { insertImages, replaceImage } from "./image-plugin.ts";
import { showOriginal } from "./show-original.ts";
import { isWithheld } from "./withheld-image.ts";

const toHtml = createDocWriter();
const SRC = "data:image/png;base64,AAAA";
const OTHER = "data:image/png;base64,BBBB";
const FILE = new File(["x"], "image.png", { type: "image/png" });
const CAPTIONED = `<p><img alt="a map" data-caption="The way &quot;there&quot;" src="${SRC}"></p>`;

const HOST = {
  imageCompressor: {
    compress: async () => ({
      ok: true,
      value: {
        dataUrl: SRC,
        originalSize: 9,
        compressedSize: 9,
        compressionRatio: 1,
        wasCompressed: false,
        dimensions: { width: 300, height: 200 },
        shownDimensions: { width: 1200, height: 800 },
      },
    }),
  },
  originals: { keep: async () => undefined, open: async () => undefined },
  notify: () => undefined,
} as unknown as EditorHost;

/** A PNG whose header announces this size; nothing in it can be decoded. */
function pngOf(width: number, height: number): string {
  const bytes = new Uint8Array(33);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return `data:image/png;base64,${btoa(String.fromCharCode(...bytes))}`;
}

/** An AVIF that announces a small image, and a large one behind so many bytes. */
function avifOf(width: number, height: number, after: number): string {
  const box = (kind: string, ...content: readonly number[]): readonly number[] => {
    const size = new Uint8Array(4);
    new DataView(size.buffer).setUint32(0, content.length + 8);
    return [...size, ...[...kind].map((letter) => letter.charCodeAt(0)), ...content];
  };
  const size = (...sides: readonly number[]): readonly number[] =>
    box("ispe", 0, 0, 0, 0, ...sides.flatMap((side) => [side >>> 24, (side >>> 16) & 255, (side >>> 8) & 255, side & 255]));
  const sizes = [...size(10, 10), ...box("free", ...Array<number>(after).fill(0)), ...size(width, height)];
  const bytes = [...box("ftyp", 0, 0, 0, 0), ...box("meta", 0, 0, 0, 0, ...box("iprp", ...box("ipco", ...sizes)))];
  return `data:image/avif;base64,${Buffer.from(bytes).toString("base64")}`;
}

describe("stored images with more pixels than may be decoded", () => {
  it("are found wherever the header announces them", () => {
    expect([isWithheld(avifOf(20_000, 20_000, 10_000)), isWithheld(avifOf(20_000, 20_000, 10))]).toEqual([true, true]);
    expect([isWithheld(avifOf(800, 600, 10_000)), isWithheld(pngOf(800, 600)), isWithheld("data:image/png;base64,")]).toEqual([
      false,
      false,
      false,
    ]);
  });

  const LARGE = pngOf(20_000, 20_000);

  it("are replaced by a sentence when a note is read, and others are not", () => {
    const root = document.createRange().createContextualFragment(`<p><img alt="a map" src="${LARGE}"><img src="${pngOf(8000, 6000)}"></p>`);
    decorateReadView(root);

    expect(root.textContent).toBe("Image not shown: it has more than 134 megapixels. Description: a map");
    expect(root.querySelectorAll("img").length).toBe(1);
  });

  it("are not decoded in the editor, and stay in the note", () => {
    const hands = createHands(`<p>one<img src="${LARGE}"></p>`);

    expect(hands.editor.view.dom.querySelectorAll("img[src]").length).toBe(0);
    expect(hands.editor.view.dom.textContent).toContain("Image not shown");
    expect(toHtml(hands.editor.state.doc)).toContain(LARGE);
  });

  it.each([
    ["is not shown", LARGE, 0],
    ["is shown if it is smaller", pngOf(8000, 6000), 1],
  ])("as an original %s", async (_, src, shown) => {
    const bytes = Uint8Array.from(atob(src.slice(src.indexOf(",") + 1)), (char) => char.charCodeAt(0));
    const file = Object.assign(new File([bytes], "image.png"), { arrayBuffer: async () => bytes.buffer });
    const open = vi.fn(async () => file);
    const createObjectURL = vi.fn(() => "blob:x");
    Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined });

    const end = showOriginal(document.createElement("img"), "original", { open, keep: async () => undefined });
    await vi.waitFor(() => expect(open).toHaveBeenCalled());
    await new Promise((resolve) => setImmediate(resolve));
    end();

    expect(createObjectURL).toHaveBeenCalledTimes(shown);
  });
});

describe("A2.14 images", () => {
  it("shows images at their own size, in place of the selection", async () => {
    const hands = createHands("<p>one two three</p>");
    hands.editor.commands.setTextSelection({ from: 5, to: 8 });
    await insertImages(hands.editor.view, [new File(["x"], "image.png", { type: "image/png" })], {
      range: hands.editor.state.selection,
      source: "pasted",
      host: HOST,
    });
    expect(toHtml(hands.editor.state.doc)).toBe(`<p>one <img width="1200" height="800" src="${SRC}"> three</p>`);
  });

  it("changes and removes an image's description and caption", () => {
    const { editor } = createHands(`<p><img src="${SRC}"></p>`);
    editor.view.dispatch(editor.state.tr.setSelection(NodeSelection.create(editor.state.doc, 1)));
    setImageText(editor.view, 1, { name: "alt", words: "a map" });
    setImageText(editor.view, 1, { name: "caption", words: 'The way "there"' });
    expect(toHtml(editor.state.doc)).toBe(CAPTIONED);
    expect(editor.view.dom.querySelector(".image-caption")?.textContent).toBe('The way "there"');
    expect(editor.state.selection).toBeInstanceOf(NodeSelection);
    setImageText(editor.view, 1, { name: "caption", words: "" });
    expect(toHtml(editor.state.doc)).toBe(`<p><img alt="a map" src="${SRC}"></p>`);
  });

  it("writes a caption in place, with one undo for a typed word", () => {
    const { editor } = createHands(`<p>a<img src="${SRC}"></p>`);
    editor.view.dispatch(editor.state.tr.setSelection(NodeSelection.create(editor.state.doc, 2)));
    expect(openCaption(editor.view, 2)).toBe(true);
    const field = () => editor.view.dom.querySelector<HTMLTextAreaElement>(".image-caption-field");
    expect(document.activeElement).toBe(field());
    for (const words of ["S", "Se", "Sea"]) {
      (field() as HTMLTextAreaElement).value = words;
      field()?.dispatchEvent(new Event("input"));
      expect(document.activeElement).toBe(field());
    }
    expect(toHtml(editor.state.doc)).toBe(`<p>a<img data-caption="Sea" src="${SRC}"></p>`);
    field()?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
    expect(editor.state.selection.from).toBe(3);
    editor.commands.undo();
    expect(toHtml(editor.state.doc)).toBe(`<p>a<img src="${SRC}"></p>`);
  });

  it("replaces an image, which keeps its caption, description and width", async () => {
    const { editor } = createHands(`<p>a<img alt="a map" data-caption="Sea" width="300" height="300" src="${OTHER}">b</p>`);
    await replaceImage(editor.view, FILE, { at: 2, host: HOST });
    expect(toHtml(editor.state.doc)).toBe(`<p>a<img alt="a map" data-caption="Sea" width="300" height="200" src="${SRC}">b</p>`);
    editor.commands.undo();
    expect(toHtml(editor.state.doc)).toContain(OTHER);
  });

  it("leaves the image in the note if its replacement is unreadable", async () => {
    const html = `<p><img alt="a map" src="${OTHER}"></p>`;
    const { editor } = createHands(html);
    const notified: unknown[] = [];
    const compress = async () => ({ ok: false, problem: { kind: "image-broken" } });
    const host = { ...HOST, imageCompressor: { compress }, notify: (message: unknown) => notified.push(message) } as unknown as EditorHost;
    const done = replaceImage(editor.view, FILE, { at: 1, host });
    expect(toHtml(withPlaceholders(editor.state))).toBe(html);
    await done;
    expect(toHtml(editor.state.doc)).toBe(html);
    expect(notified).toHaveLength(1);
  });

  it("downloads the original, or the image itself if it was never made smaller", async () => {
    const saved: unknown[] = [];
    const asked: unknown[] = [];
    const host = {
      originals: {
        open: async (id: string) =>
          id === "kept" ? { type: "image/jpeg", arrayBuffer: async () => new Uint8Array([97, 98, 99]).buffer } : undefined,
      },
      attachments: { download: async (file: unknown) => void asked.push(file) },
      saveFile: (file: unknown) => void saved.push(file),
    } as unknown as EditorHost;
    const { editor } = createHands(
      `<p><img data-original-id="kept" alt="a/b: sea" src="${SRC}"><img data-original-id="gone" src="${SRC}"><img src="${SRC}"></p>`,
    );
    for (const at of [1, 2, 3]) await downloadImage(editor.state.doc.nodeAt(at) as Node, host);
    expect(saved).toEqual([
      { name: "a b sea.jpg", type: "image/jpeg", bytes: new Uint8Array([97, 98, 99]) },
      { name: "image.png", type: "image/png", bytes: new Uint8Array(3) },
    ]);
    expect(asked).toEqual([{ id: "gone", fileName: "image", mimeType: "application/octet-stream" }]);
  });

  it("keeps captions in the read view, in Markdown and when pasted again", () => {
    const fragment = document.createDocumentFragment();
    const line = document.createElement("p");
    const image = document.createElement("img");
    image.setAttribute("src", SRC);
    image.setAttribute("data-caption", "The way");
    line.append(image);
    fragment.append(line);
    decorateReadView(fragment);
    expect(line.querySelector(".image-frame > .image-caption")?.textContent).toBe("The way");
    expect(toMarkdown({ title: "", content: CAPTIONED })).toBe('![a map]( "The way \\"there\\"")\n');
    const hands = createHands("<p></p>");
    hands.paste({ "text/html": CAPTIONED });
    expect(toHtml(hands.editor.state.doc)).toBe(CAPTIONED);
    expect(readStoredHtml(CAPTIONED).content[0]?.content?.[0]).toMatchObject({ attrs: { caption: 'The way "there"' } });
  });

  it("enlarges an image by a click and by Enter, and closes it again", () => {
    HTMLDialogElement.prototype.showModal = vi.fn();
    HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
      this.dispatchEvent(new Event("close"));
    };
    const host = document.createElement("div");
    const image = document.createElement("img");
    [image.src, image.alt] = [SRC, "a map"];
    host.append(image);
    document.body.append(host);
    const end = enlargeOnClick(host);
    const large = () => document.querySelector("dialog.image-large");
    image.click();
    expect(large()?.getAttribute("aria-label")).toBe("a map");
    large()?.dispatchEvent(new Event("click"));
    expect(large()).toBeNull();
    image.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    expect(large()).not.toBeNull();
    large()?.dispatchEvent(new Event("click"));
    end();
    host.remove();
  });

  it("steps through the note's images by buttons and arrow keys, without linked ones", () => {
    HTMLDialogElement.prototype.showModal = vi.fn();
    HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
      this.dispatchEvent(new Event("close"));
    };
    const host = document.createElement("div");
    host.className = "note-content";
    host.innerHTML =
      ["one", "two", "three"].map((alt) => `<img src="${SRC}" alt="${alt}">`).join("") + `<a href="https://a.b"><img src="${SRC}"></a>`;
    document.body.append(host);
    const end = enlargeOnClick(host);
    host.querySelectorAll("img")[1]?.click();
    const large = document.querySelector("dialog.image-large");
    const shown = () => [large?.getAttribute("aria-label"), large?.querySelector("img")?.alt, large?.querySelector("output")?.textContent];
    expect(shown()).toEqual(["two", "two", "2 of 3"]);
    large?.querySelector<HTMLButtonElement>('[aria-label="Next image"]')?.click();
    expect(shown()).toEqual(["three", "three", "3 of 3"]);
    large?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    expect(shown()).toEqual(["one", "one", "1 of 3"]);
    large?.querySelector<HTMLButtonElement>('[aria-label="Previous image"]')?.click();
    expect(shown()[2]).toBe("3 of 3");
    expect(document.querySelector("dialog.image-large")).toBe(large);
    large?.dispatchEvent(new Event("click"));
    expect(document.querySelector("dialog.image-large")).toBeNull();
    end();
    host.remove();
  });
});
