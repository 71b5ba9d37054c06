/** View of a code block in the editor: the code, and a language menu at its corner. The schema defines the markup. */
import { CODE_LANGUAGES, knownLanguage } from "@satchel/core/document/code-ranges.ts";
import { FORMULA_LANGUAGE } from "@satchel/core/document/html/stored-html.ts";
import type { NodeViewRendererProps } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { NodeView } from "@tiptap/pm/view";
import { blocksText } from "../../text/editor/blocks.ts";
import { editorText } from "../../text/editor/editor.ts";
import { showEach } from "../blocks/atom-views.ts";
import { createFormulaPreview } from "../blocks/math/formula-preview.ts";
import { createCopyButton } from "./copy-code.ts";

export function createCodeView({ node, view, getPos }: NodeViewRendererProps): NodeView {
  const dom = document.createElement("div");
  dom.className = "code-block";
  const menu = createMenu();
  const frame = document.createElement("pre");
  const contentDOM = document.createElement("code");
  frame.append(contentDOM);
  // The code comes first: at the start of a note the caret goes into the first element, and Tab leaves it for the menu.
  const tools = document.createElement("div");
  tools.className = "code-tools";
  tools.contentEditable = "false";
  const copy = createCopyButton(() => contentDOM.textContent ?? "");
  tools.append(menu, copy);
  dom.append(frame, tools);
  const preview = createFormulaPreview(dom);
  const show = (shown: Node): void => {
    selectLanguage(menu, shown.attrs.language);
    preview.show(shown);
  };
  menu.addEventListener("change", () => {
    const at = getPos();
    if (at === undefined) return;
    view.dispatch(view.state.tr.setNodeAttribute(at, "language", menu.value === "" ? null : menu.value));
    if (isPointed) view.focus();
  });
  // By keyboard, a language is searched letter by letter; only a pointer has chosen with its first change.
  let isPointed = false;
  menu.addEventListener("pointerdown", () => {
    isPointed = true;
  });
  menu.addEventListener("keydown", (event) => {
    isPointed = false;
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    view.focus();
  });
  return {
    dom,
    contentDOM,
    update: showEach(node, show),
    stopEvent: (event) => event.target instanceof globalThis.Node && tools.contains(event.target),
    ignoreMutation: (mutation) => tools.contains(mutation.target) || preview.holds(mutation.target),
  };
}

let menuOfAll: HTMLSelectElement | undefined;

/** Cloned from one menu, because a note may hold hundreds of code blocks. */
function createMenu(): HTMLSelectElement {
  menuOfAll ??= createMenuOfAll();
  return menuOfAll.cloneNode(true) as HTMLSelectElement;
}

function createMenuOfAll(): HTMLSelectElement {
  const menu = document.createElement("select");
  menu.className = "code-language";
  menu.contentEditable = "false";
  menu.setAttribute("aria-label", editorText.codeLanguage);
  menu.append(
    option("", editorText.plainCode),
    option(FORMULA_LANGUAGE, blocksText.formula),
    ...Object.entries(CODE_LANGUAGES).map(([value, name]) => option(value, name)),
  );
  return menu;
}

/** Adds an unlisted language under its own name, so that it is kept. */
function selectLanguage(menu: HTMLSelectElement, language: unknown): void {
  const name = typeof language === "string" ? language : null;
  const value = knownLanguage(name) ?? name ?? "";
  menu.value = value;
  if (menu.value === value) return;
  menu.append(option(value, value));
  menu.value = value;
}

function option(value: string, name: string): HTMLOptionElement {
  const made = document.createElement("option");
  made.value = value;
  made.textContent = name;
  return made;
}
