/** View of a callout in the editor: a menu with its kind above its content. The schema defines the markup. */
import { CALLOUT_KINDS } from "@satchel/core/document/html/stored-html.ts";
import type { NodeViewRendererProps } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { NodeView } from "@tiptap/pm/view";
import { blocksText } from "../../text/editor/blocks.ts";
import { showEach } from "./atom-views.ts";

export function createCalloutView({ node, view, getPos }: NodeViewRendererProps): NodeView {
  const dom = document.createElement("div");
  dom.className = "callout";
  const contentDOM = document.createElement("div");
  contentDOM.className = "callout-body";
  const menu = createMenu();
  // The text comes first, because the caret goes into the first element and Tab leaves it for the menu.
  dom.append(contentDOM, menu);
  const show = ({ attrs }: Node): void => {
    dom.dataset.kind = String(attrs.kind);
    if (attrs.dir === null) dom.removeAttribute("dir");
    else dom.dir = String(attrs.dir);
    menu.value = String(attrs.kind);
  };
  menu.addEventListener("change", () => {
    const at = getPos();
    if (at !== undefined) view.dispatch(view.state.tr.setNodeAttribute(at, "kind", menu.value));
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    view.focus();
  });
  return {
    dom,
    contentDOM,
    update: showEach(node, show),
    stopEvent: (event) => event.target === menu,
    ignoreMutation: (mutation) => mutation.type !== "selection" && !contentDOM.contains(mutation.target),
  };
}

function createMenu(): HTMLSelectElement {
  const menu = document.createElement("select");
  menu.className = "callout-kind";
  menu.contentEditable = "false";
  menu.setAttribute("aria-label", blocksText.calloutKind);
  for (const kind of CALLOUT_KINDS) {
    const option = document.createElement("option");
    option.value = kind;
    option.textContent = blocksText.calloutKinds[kind];
    menu.append(option);
  }
  return menu;
}
