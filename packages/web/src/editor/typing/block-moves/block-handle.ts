/** Handle beside the hovered block: drag to move, click to select. The keyboard uses Alt+Shift and arrows (block-move.ts). */
import { Extension } from "@tiptap/core";
import { NodeSelection, Plugin, PluginKey, type PluginView } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { editorText } from "../../../text/editor/editor.ts";
import { blockDepthAt } from "./block-move.ts";

export const BlockHandle = Extension.create({
  name: "blockHandle",
  addProseMirrorPlugins: () => [new Plugin({ key: new PluginKey("blockHandle"), view: createHandleView })],
});

function createHandleView(view: EditorView): PluginView {
  const handle = createHandle();
  let [block, isDragged]: [number | undefined, boolean] = [undefined, false];
  // Browsers cancel a drag if its handle disappears, even before dragstart.
  const hide = (): void => {
    if (isDragged || handle.hidden) return;
    block = undefined;
    handle.hidden = true;
  };
  const leave = (event: PointerEvent): void => {
    if (event.buttons === 0) hide();
  };
  const follow = (event: PointerEvent): void => {
    if (!view.editable || event.pointerType !== "mouse" || event.buttons !== 0) return;
    const under = blockUnder(view, event.target);
    const dom = under === undefined ? null : view.nodeDOM(under);
    if (!(dom instanceof HTMLElement)) return;
    block = under;
    positionHandle(handle, dom);
  };
  const select = (): NodeSelection | undefined => {
    if (block === undefined || view.state.doc.nodeAt(block) === null) return undefined;
    const selection = NodeSelection.create(view.state.doc, block);
    view.dispatch(view.state.tr.setSelection(selection));
    view.focus();
    return selection;
  };
  const begin = (event: DragEvent): void => {
    const selection = select();
    const dom = block === undefined ? null : view.nodeDOM(block);
    if (selection === undefined || event.dataTransfer === null || !(dom instanceof HTMLElement)) return;
    const { dom: clipboard, text } = view.serializeForClipboard(selection.content());
    event.dataTransfer.clearData();
    event.dataTransfer.setData("text/html", clipboard.innerHTML);
    event.dataTransfer.setData("text/plain", text);
    event.dataTransfer.effectAllowed = "copyMove";
    event.dataTransfer.setDragImage(dom, 0, 0);
    view.dragging = { slice: selection.content(), move: true };
    isDragged = true;
  };
  const end = (): void => {
    view.dragging = null;
    isDragged = false;
    hide();
  };
  const parent = view.dom.parentElement;
  handle.addEventListener("click", select);
  handle.addEventListener("dragstart", begin);
  handle.addEventListener("dragend", end);
  parent?.addEventListener("pointermove", follow);
  parent?.addEventListener("pointerleave", leave);
  parent?.append(handle);
  return {
    update: (_, before) => {
      if (before.doc !== view.state.doc) hide();
    },
    destroy() {
      parent?.removeEventListener("pointermove", follow);
      parent?.removeEventListener("pointerleave", leave);
      handle.remove();
    },
  };
}

const DOTS = 6;

/** Not in the tab order: the keyboard has its own keys. */
function createHandle(): HTMLElement {
  const handle = document.createElement("div");
  handle.className = "block-handle";
  handle.draggable = true;
  handle.hidden = true;
  handle.title = editorText.moveBlock;
  handle.setAttribute("aria-hidden", "true");
  handle.append(...Array.from({ length: DOTS }, createDot));
  return handle;
}

function createDot(): HTMLElement {
  const dot = document.createElement("span");
  dot.className = "block-handle-dot";
  return dot;
}

/** Between two blocks, the handle keeps its position. */
function blockUnder(view: EditorView, target: EventTarget | null): number | undefined {
  if (!(target instanceof HTMLElement) || target === view.dom || !view.dom.contains(target)) return undefined;
  const position = view.state.doc.resolve(view.posAtDOM(target, 0));
  const depth = blockDepthAt(position);
  return depth === 0 ? undefined : position.before(depth);
}

function positionHandle(handle: HTMLElement, block: HTMLElement): void {
  const frame = handle.parentElement?.getBoundingClientRect();
  const shown = block.getBoundingClientRect();
  handle.hidden = false;
  handle.style.top = `${shown.top - (frame?.top ?? 0)}px`;
  handle.style.left = `${shown.left - (frame?.left ?? 0)}px`;
}
