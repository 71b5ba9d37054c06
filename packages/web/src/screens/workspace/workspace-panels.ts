/** The element of the tabs' panels, moved between frames so that editors keep their state. Restores focus and scroll position. */
import css from "./workspace.module.css";

export type WorkspacePanels = {
  readonly element: HTMLElement;
  /** Returns a function to call before the container is removed. */
  putInto(container: HTMLElement): () => void;
};

export function createWorkspacePanels(): WorkspacePanels {
  const element = document.createElement("div");
  element.className = css.panels as string;
  let comeBack: (() => void) | undefined;
  return {
    element,
    putInto(container) {
      if (element.parentElement !== container) container.append(element);
      comeBack?.();
      comeBack = undefined;
      return () => {
        comeBack = keepScrollPositions(element);
      };
    },
  };
}

function keepScrollPositions(panels: HTMLElement): () => void {
  const scrolls = keepScrolls(panels);
  const focus = keepFocus(panels);
  return () => {
    scrolls();
    focus();
  };
}

/** Lines break differently at the other width, so the relative scroll position is kept. */
function keepScrolls(panels: HTMLElement): () => void {
  const scrolled = [...panels.querySelectorAll("*")].filter(({ scrollTop }) => scrollTop > 0);
  const kept = scrolled.map((scroller) => ({ scroller, share: scroller.scrollTop / scroller.scrollHeight }));
  return () => {
    for (const { scroller, share } of kept) scroller.scrollTop = share * scroller.scrollHeight;
  };
}

function keepFocus(panels: HTMLElement): () => void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || !panels.contains(focused)) return () => undefined;
  const { anchorNode, anchorOffset, focusNode, focusOffset } = getSelection() ?? {};
  return () => {
    focused.focus({ preventScroll: true });
    if (!anchorNode || !focusNode || !focused.contains(anchorNode)) return;
    getSelection()?.setBaseAndExtent(anchorNode, anchorOffset ?? 0, focusNode, focusOffset ?? 0);
    const line = focusNode instanceof Element ? focusNode : focusNode.parentElement;
    line?.scrollIntoView({ block: "nearest" });
  };
}
