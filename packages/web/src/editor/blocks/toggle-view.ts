/** View of a toggle in the editor: a button beside the title shows and hides the body. Whether it is open is view state and not stored. */
import type { NodeViewRendererProps } from "@tiptap/core";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import type { EditorView, NodeView } from "@tiptap/pm/view";
import { blocksText } from "../../text/editor/blocks.ts";

const CLOSED = "data-closed";

export function createToggleView({ node, view }: NodeViewRendererProps): NodeView {
  const dom = document.createElement("div");
  dom.className = "toggle";
  const button = document.createElement("button");
  button.type = "button";
  button.className = "toggle-button";
  button.contentEditable = "false";
  const contentDOM = document.createElement("div");
  contentDOM.className = "toggle-content";
  dom.append(button, contentDOM);
  const sayState = (): void => {
    const isOpen = !dom.hasAttribute(CLOSED);
    button.setAttribute("aria-expanded", String(isOpen));
    button.setAttribute("aria-label", isOpen ? blocksText.closeToggle : blocksText.openToggle);
  };
  sayState();
  // If the caret is in the body, hiding it would lose the caret, so it moves to the title.
  button.addEventListener("click", () => {
    dom.toggleAttribute(CLOSED);
    sayState();
    view.focus();
  });
  button.addEventListener("mousedown", (event) => event.preventDefault());
  const watch = new MutationObserver(sayState);
  watch.observe(dom, { attributes: true, attributeFilter: [CLOSED] });
  return {
    dom,
    contentDOM,
    update: (next) => next.type === node.type,
    stopEvent: (event) => event.target === button,
    ignoreMutation: (mutation) => mutation.type !== "selection" && !contentDOM.contains(mutation.target),
    destroy: () => watch.disconnect(),
  };
}

/** Opens a toggle when the caret enters its hidden body, by a key, a search or an undo. */
export function createToggleOpener(): Plugin {
  return new Plugin({
    key: new PluginKey("toggleOpener"),
    view: () => ({
      update(view, before) {
        if (!before.selection.eq(view.state.selection) || before.doc !== view.state.doc) openAround(view);
      },
    }),
  });
}

function openAround(view: EditorView): void {
  const { $from } = view.state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    if ($from.node(depth).type.name !== "toggleBody") continue;
    const dom = view.nodeDOM($from.before(depth - 1));
    if (dom instanceof HTMLElement) dom.removeAttribute(CLOSED);
  }
}
