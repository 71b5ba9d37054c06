/** Lexical with headings, lists, links, tables and history, a counter and drafts; it has no toolbar of its own. */

import { createEmptyHistoryState, registerHistory } from "@lexical/history";
import { $generateHtmlFromNodes, $generateNodesFromDOM } from "@lexical/html";
import { LinkNode } from "@lexical/link";
import { ListItemNode, ListNode, registerList } from "@lexical/list";
import { HeadingNode, QuoteNode, registerRichText } from "@lexical/rich-text";
import { TableCellNode, TableNode, TableRowNode } from "@lexical/table";
import { $getRoot, $isElementNode, createEditor, DecoratorNode, type DOMConversionMap, type LexicalEditor, type NodeKey } from "lexical";
import { createDrafts, timeOpening, watchKeys } from "./measure.ts";

/** Lexical includes no images; this node equals that of its playground. */
class ImageNode extends DecoratorNode<null> {
  readonly __src: string;

  static override getType(): string {
    return "image";
  }
  static override clone(node: ImageNode): ImageNode {
    return new ImageNode(node.__src, node.__key);
  }
  static override importDOM(): DOMConversionMap {
    const conversion = (element: HTMLElement) => ({ node: new ImageNode((element as HTMLImageElement).src) });
    return { img: () => ({ conversion, priority: 0 }) };
  }
  constructor(src: string, key?: NodeKey) {
    super(key);
    this.__src = src;
  }
  override createDOM(): HTMLElement {
    return Object.assign(new Image(), { src: this.__src });
  }
  override updateDOM(): false {
    return false;
  }
  override decorate(): null {
    return null;
  }
}

let editor: LexicalEditor;
const counter = document.createElement("p");
const drafts = createDrafts(() => editor.read(() => $generateHtmlFromNodes(editor)));

function build(html: string): void {
  const root = document.getElementById("root") as HTMLElement;
  root.innerHTML = '<div id="lexical" contenteditable="true" style="outline: none; padding: 16px; white-space: pre-wrap"></div>';
  root.append(counter);
  editor = createEditor({
    nodes: [HeadingNode, QuoteNode, ListNode, ListItemNode, LinkNode, TableNode, TableRowNode, TableCellNode, ImageNode],
    onError: (error) => {
      throw error;
    },
  });
  editor.setRootElement(document.getElementById("lexical"));
  registerRichText(editor);
  registerList(editor);
  registerHistory(editor, createEmptyHistoryState(), 2000);
  editor.update(
    () => {
      const parsed = new DOMParser().parseFromString(html, "text/html");
      const blocks = $generateNodesFromDOM(editor, parsed).filter((node) => $isElementNode(node));
      $getRoot()
        .clear()
        .append(...blocks);
    },
    { discrete: true },
  );
  editor.registerTextContentListener((text) => {
    counter.textContent = `${text.length} characters`;
  });
  editor.registerUpdateListener(({ dirtyElements, dirtyLeaves }) => {
    if (dirtyElements.size > 0 || dirtyLeaves.size > 0) drafts.changed();
  });
}

window.bench = {
  open: (html) => timeOpening(() => build(html)),
  toMiddle() {
    editor.update(
      () => {
        const blocks = $getRoot().getChildren();
        const texts = $getRoot().getAllTextNodes();
        const text = texts[Math.floor(texts.length / 2)];
        if (blocks.length <= 3 && text !== undefined)
          return void text.select(text.getTextContentSize() >> 1, text.getTextContentSize() >> 1);
        const middle = blocks
          .slice(Math.floor(blocks.length / 2))
          .find((block) => $isElementNode(block) && block.getType() === "paragraph");
        (middle ?? $getRoot()).selectStart();
      },
      { discrete: true },
    );
    editor.focus();
    getSelection()?.anchorNode?.parentElement?.scrollIntoView({ block: "center" });
  },
  keys: watchKeys(),
  draftBytes: drafts.bytes,
};
