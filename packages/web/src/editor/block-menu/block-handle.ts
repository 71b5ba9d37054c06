/**
 * Handle beside the block under the mouse, or beside the caret's block on a touch screen: a press opens the block's menu, a drag moves the
 * block. The keyboard opens the menu with Mod-/. A long press beside the text opens it as well; on the text, it selects words. Decision 0054.
 */
import { type Editor, Extension } from "@tiptap/core";
import { type EditorState, NodeSelection, Plugin, PluginKey, type PluginView } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { editorText } from "../../text/editor/editor.ts";
import { printKeys } from "../controls/toolbar-items.ts";
import { blockDepthAt, blockUnder } from "../typing/block-moves/block-move.ts";
import { listenForLongPress } from "./long-press.ts";
import { openBlockMenu } from "./open-block-menu.ts";

const MENU_KEY = "Mod-/";

const loadTouchDrag = () => import("./touch-drag.ts");

type HandleStorage = { openMenu: (() => boolean) | undefined };

export const BlockHandle = Extension.create<object, HandleStorage>({
  name: "blockHandle",
  addStorage: () => ({ openMenu: undefined }),
  addKeyboardShortcuts() {
    return { [MENU_KEY]: () => this.storage.openMenu?.() ?? false };
  },
  addProseMirrorPlugins() {
    const { editor, storage } = this;
    return [
      new Plugin({
        key: new PluginKey("blockHandle"),
        view: (view) => {
          const handle = new HandleView(editor, view);
          storage.openMenu = () => handle.openAtCaret();
          return handle;
        },
      }),
    ];
  },
});

class HandleView implements PluginView {
  private readonly handle = createHandle();
  private readonly ends: readonly (() => void)[];
  private block: number | undefined;
  private isTouched = false;
  /** While a drag or the menu needs the handle: browsers cancel a drag if its handle disappears, even before dragstart. */
  private isHeld = false;

  constructor(
    private readonly editor: Editor,
    private readonly view: EditorView,
  ) {
    const { handle } = this;
    const parent = view.dom.parentElement ?? view.dom;
    handle.addEventListener("click", () => this.openMenu());
    handle.addEventListener("dragstart", (event) => this.beginDrag(event));
    handle.addEventListener("dragend", () => this.endDrag());
    parent.append(handle);
    const listen = <Name extends keyof HTMLElementEventMap>(name: Name, run: (event: HTMLElementEventMap[Name]) => void) => {
      parent.addEventListener(name, run);
      return () => parent.removeEventListener(name, run);
    };
    handle.addEventListener("pointerdown", (event) => this.touch(event));
    // A tap would take the focus from the text, which hides the handle before its click.
    handle.addEventListener("mousedown", (event) => this.isTouched && event.preventDefault());
    this.ends = [
      listen("pointermove", (event) => this.follow(event)),
      listen("pointerleave", ({ buttons }) => buttons === 0 && !this.isTouched && this.hide()),
      listen("pointerdown", ({ pointerType }) => {
        this.isTouched = pointerType === "touch";
      }),
      // The first tap may leave the caret where it was.
      listen("focusin", () => this.isTouched && this.update(view, view.state)),
      listen("focusout", () => this.isTouched && this.hide()),
      listenForLongPress(parent, ({ target, clientY }) => {
        const at = target === view.dom || target === parent ? this.blockAtHeight(clientY) : undefined;
        if (view.editable && this.show(at)) this.openMenu();
      }),
    ];
  }

  update(view: EditorView, before: EditorState): void {
    if (this.isTouched && view.hasFocus() && view.editable) this.show(currentBlock(view.state));
    else if (before.doc !== view.state.doc) this.hide();
  }

  destroy(): void {
    for (const end of this.ends) end();
    this.handle.remove();
  }

  openAtCaret(): boolean {
    return this.view.editable && this.show(currentBlock(this.view.state)) && this.openMenu();
  }

  private openMenu(): boolean {
    if (this.block === undefined || this.view.state.doc.nodeAt(this.block) === null) return false;
    const onClose = (): void => {
      this.isHeld = false;
      this.handle.setAttribute("aria-expanded", "false");
      if (!this.isTouched) this.hide();
    };
    this.isHeld = openBlockMenu(this.editor, { at: this.block, anchor: this.handle, onClose });
    this.handle.setAttribute("aria-expanded", String(this.isHeld));
    return this.isHeld;
  }

  private hide(): void {
    if (this.isHeld || this.handle.hidden) return;
    this.block = undefined;
    this.handle.hidden = true;
  }

  private follow({ pointerType, buttons, target }: PointerEvent): void {
    if (!this.view.editable || pointerType !== "mouse" || buttons !== 0 || this.isHeld) return;
    this.isTouched = false;
    // Between two blocks, the handle keeps its position.
    const under = blockUnder(this.view, target);
    if (under !== undefined) this.show(under);
  }

  /** Returns false if there is no such block on the screen. */
  private show(block: number | undefined): boolean {
    if (this.isHeld) return false;
    const dom = block === undefined ? null : this.view.nodeDOM(block);
    if (!(dom instanceof HTMLElement)) {
      this.hide();
      return false;
    }
    // Measured only when the block is another one, because measuring at each key would cost a layout.
    const isShown = !this.handle.hidden && this.block === block && this.isTouched;
    this.block = block;
    if (!isShown) positionHandle(this.handle, dom);
    return true;
  }

  /** The browser's own drag by a finger would need a long press, and does not exist everywhere. */
  private touch(press: PointerEvent): void {
    const { view, handle, block: at } = this;
    handle.draggable = press.pointerType !== "touch";
    if (handle.draggable || at === undefined || !view.editable) return;
    const onHold = (isHeld: boolean): void => {
      this.isHeld = isHeld;
      if (!isHeld) this.update(view, view.state);
    };
    const begin = ({ dragByTouch }: Awaited<ReturnType<typeof loadTouchDrag>>): void => dragByTouch({ view, handle, press, at, onHold });
    loadTouchDrag().then(begin, () => undefined);
  }

  private blockAtHeight(y: number): number | undefined {
    const isAt = (child: Element): boolean => {
      const { top, bottom } = child.getBoundingClientRect();
      return top <= y && bottom >= y;
    };
    const child = [...this.view.dom.children].find(isAt);
    const inner = child?.matches("ul, ol") ? [...child.querySelectorAll("li")].findLast(isAt) : child;
    return inner === undefined ? undefined : blockUnder(this.view, inner);
  }

  private beginDrag(event: DragEvent): void {
    const { view, block } = this;
    const dom = block === undefined ? null : view.nodeDOM(block);
    if (block === undefined || event.dataTransfer === null || !(dom instanceof HTMLElement)) return;
    const selection = NodeSelection.create(view.state.doc, block);
    view.dispatch(view.state.tr.setSelection(selection));
    view.focus();
    const { dom: clipboard, text } = view.serializeForClipboard(selection.content());
    event.dataTransfer.clearData();
    event.dataTransfer.setData("text/html", clipboard.innerHTML);
    event.dataTransfer.setData("text/plain", text);
    event.dataTransfer.effectAllowed = "copyMove";
    event.dataTransfer.setDragImage(dom, 0, 0);
    view.dragging = { slice: selection.content(), move: true };
    this.isHeld = true;
  }

  private endDrag(): void {
    this.view.dragging = null;
    this.isHeld = false;
    this.hide();
  }
}

const DOTS = 6;

/** Not in the tab order: the keyboard opens the menu of the caret's block. A `button` element cannot be dragged in Firefox. */
function createHandle(): HTMLElement {
  const handle = document.createElement("div");
  handle.className = "block-handle";
  handle.draggable = true;
  handle.hidden = true;
  handle.title = editorText.blockHandle(printKeys(MENU_KEY, /Mac|iPhone|iPad/.test(navigator.userAgent)));
  handle.tabIndex = -1;
  const attributes = { role: "button", "aria-label": editorText.blockMenu, "aria-haspopup": "menu", "aria-expanded": "false" };
  for (const [name, value] of Object.entries(attributes)) handle.setAttribute(name, value);
  handle.append(...Array.from({ length: DOTS }, createDot));
  return handle;
}

function createDot(): HTMLElement {
  const dot = document.createElement("span");
  dot.className = "block-handle-dot";
  return dot;
}

/** Block of the caret; undefined beside all blocks. */
function currentBlock({ selection }: EditorState): number | undefined {
  const { $from } = selection;
  const depth = blockDepthAt($from);
  if (depth > 0) return $from.before(depth);
  return selection instanceof NodeSelection ? selection.from : undefined;
}

function positionHandle(handle: HTMLElement, block: HTMLElement): void {
  const frame = handle.parentElement?.getBoundingClientRect();
  const shown = block.getBoundingClientRect();
  // Beside the list's markers, not over them.
  const { left } = block.parentElement?.matches("ul, ol") ? block.parentElement.getBoundingClientRect() : shown;
  handle.hidden = false;
  handle.style.top = `${shown.top - (frame?.top ?? 0)}px`;
  handle.style.setProperty("--handle-left", `${left - (frame?.left ?? 0)}px`);
}
