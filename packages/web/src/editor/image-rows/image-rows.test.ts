import { toMarkdown } from "@satchel/core/document/markdown/write-plain-text.ts";
import { NodeSelection } from "@tiptap/pm/state";
import { describe, expect, it } from "vitest";
import { setImageWidth } from "../images/image-edits.ts";
import { decorateReadView } from "../read-view/decorate-read-view.ts";
import { createDocWriter } from "../schema/editor-html.ts";
import { createHands } from "../testing/hands.ts";
import { type Arrangement, arrangeImages } from "./arrange-images.ts";

const toHtml = createDocWriter();
const image = (name: string, width = 1200, height = 800): string =>
  `<img alt="${name}" data-caption="${name}!" width="${width}" height="${height}" src="data:image/png;base64,AAAA">`;
const line = (...names: readonly string[]): string => `<p>${names.map((name) => image(name)).join("")}</p>`;
const PAIR = `<p>${image("a", 356, 237)}${image("b", 356, 237)}</p>`;
const ONE_OF_THREE = (name: string): string => image(name, 234, 156);

function open(html: string) {
  const { editor, paste } = createHands(html);
  const at = (name: string): number => {
    let found = -1;
    editor.state.doc.descendants((node, pos) => {
      if (node.attrs.alt === name) found = pos;
    });
    return found;
  };
  return {
    editor,
    paste,
    at,
    html: () => toHtml(editor.state.doc),
    rows: () => [...editor.view.dom.querySelectorAll(".image-row")].map((row) => row.querySelectorAll(".image-frame").length),
    arrange: (name: string, arrangement: Arrangement): boolean => {
      const transaction = arrangeImages(editor.state, editor.state.doc.resolve(at(name)).before(), arrangement);
      if (transaction !== undefined) editor.view.dispatch(transaction);
      return transaction !== undefined;
    },
  };
}

describe("decision 0056 images side by side", () => {
  it.each<[Arrangement, string, string, string]>([
    ["beside", `${line("a")}${line("b")}`, "b", PAIR],
    ["gallery", `<p>x</p>${line("a")}${line("b")}<p>y</p>`, "a", `<p>x</p>${PAIR}<p>y</p>`],
    ["gallery", line("a", "b"), "a", PAIR],
    ["stack", PAIR, "b", `<p>${image("a", 356, 237)}</p><p>${image("b", 356, 237)}</p>`],
    ["beside", `${PAIR}${line("c")}`, "c", `<p>${ONE_OF_THREE("a")}${ONE_OF_THREE("b")}${ONE_OF_THREE("c")}</p>`],
  ])("arranges images (%s) in one undo step", (arrangement, before, name, after) => {
    const { editor, at, arrange, html } = open(before);
    editor.view.dispatch(editor.state.tr.setSelection(NodeSelection.create(editor.state.doc, at(name))));
    expect(arrange(name, arrangement)).toBe(true);
    expect(html()).toBe(after);
    expect((editor.state.selection as NodeSelection).node.attrs.alt).toBe(name);
    editor.commands.undo();
    expect(html()).toBe(before);
  });

  it.each<[Arrangement, string]>([
    ["beside", `<p>x</p>${line("a")}`],
    ["gallery", line("a")],
    ["gallery", PAIR],
    ["stack", line("a", "b")],
    ["gallery", `<p>x${image("a")}${image("b")}</p>`],
    ["gallery", '<p><img alt="a" src="data:image/png;base64,AAAA"><img alt="b" src="data:image/png;base64,AAAA"></p>'],
  ])("offers no arrangement (%s) that is impossible or there already", (arrangement, before) => {
    const { arrange, html } = open(before);
    expect(arrange("a", arrangement)).toBe(false);
    expect(html()).toBe(before);
  });

  it("shows rows in the editor and the read view, and large images of old notes as before", () => {
    const note = `${PAIR}${line("c", "d")}<p>x${image("e", 300, 200)}${image("f", 300, 200)}</p>`;
    expect(open(note).rows()).toEqual([2]);
    const root = document.createRange().createContextualFragment(note);
    decorateReadView(root);
    expect([...root.querySelectorAll(".image-row")].map((row) => row.textContent)).toEqual(["a!b!"]);
    expect(root.querySelector<HTMLElement>(".image-row > .image-frame")?.style.getPropertyValue("--image-width")).toBe("356");
  });

  it("stops showing a row as soon as there is text beside the images", () => {
    const { editor, rows } = open(PAIR);
    expect(rows()).toEqual([2]);
    editor.commands.insertContentAt(2, "x");
    expect(rows()).toEqual([]);
    editor.commands.undo();
    expect(rows()).toEqual([2]);
  });

  it("lays a row out again when an image is added or removed, and undoes both together", () => {
    const { editor, at, html } = open(PAIR);
    editor.commands.insertContentAt(3, { type: "image", attrs: { alt: "c", width: 600, height: 400, src: "data:image/png;base64,AAAA" } });
    expect(html()).toBe(`<p>${ONE_OF_THREE("a")}${ONE_OF_THREE("b")}${ONE_OF_THREE("c").replace(' data-caption="c!"', "")}</p>`);
    editor.view.dispatch(editor.state.tr.delete(at("c"), at("c") + 1));
    expect(html()).toBe(PAIR);
    editor.commands.undo();
    editor.commands.undo();
    expect(html()).toBe(PAIR);
  });

  it("gives a replaced image the height of its row", () => {
    const { editor, at, html } = open(PAIR);
    const node = editor.state.doc.nodeAt(at("b"));
    const square = { ...node?.attrs, alt: "c", height: 356, src: "data:image/png;base64,BBBB" };
    editor.view.dispatch(editor.state.tr.setNodeMarkup(at("b"), undefined, square));
    const heights = [...html().matchAll(/ height="(\d+)"/g)].map(([, height]) => height);
    expect(heights).toEqual(["285", "285"]);
    editor.commands.undo();
    expect(html()).toBe(PAIR);
  });

  it("resizes all images of a row together, and keeps the selected one selected", () => {
    const { editor, at, html, rows } = open(PAIR);
    editor.view.dispatch(editor.state.tr.setSelection(NodeSelection.create(editor.state.doc, at("b"))));
    setImageWidth(editor.view, at("b"), { width: 240, ratio: 237 / 356 });
    expect(html()).toBe(`<p>${image("a", 240, 160)}${image("b", 240, 160)}</p>`);
    setImageWidth(editor.view, at("b"), { width: 40, ratio: 237 / 356 });
    expect(rows()).toEqual([2]);
    expect((editor.state.selection as NodeSelection).node.attrs.alt).toBe("b");
  });

  it("puts an image that is dropped beside another into a row, without leaving an empty line", () => {
    const before = `${line("a")}<p>x</p>${line("b")}`;
    const { editor, at, html } = open(before);
    const node = editor.state.doc.nodeAt(at("b"));
    const transaction = editor.state.tr.delete(at("b"), at("b") + 1);
    editor.view.dispatch(transaction.insert(at("a") + 1, node ?? []).setMeta("uiEvent", "drop"));
    expect(html()).toBe(`${PAIR}<p>x</p>`);
    editor.commands.undo();
    expect(html()).toBe(before);
  });

  it("stays a row when it is pasted into another note", () => {
    const { paste, html } = open("");
    paste({ "text/html": PAIR });
    expect(html()).toBe(PAIR);
  });

  it("is ordinary images for Markdown", () => {
    expect(toMarkdown({ title: "", content: PAIR })).toBe('![a]( "a!")![b]( "b!")\n');
  });
});
