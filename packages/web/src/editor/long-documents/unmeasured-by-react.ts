/**
 * React notes the selection of a focused editable element before each commit, wherever in the page that commit is, by walking all text
 * up to the caret: on a note of 1 MB that is longer than the keystroke itself. It asks `contentEditable` whether to. The editor keeps its
 * own selection through its own updates, so the answer here is the one that says there is nothing to keep.
 */
export function hideSelectionFromReact(dom: HTMLElement): () => void {
  Object.defineProperty(dom, "contentEditable", {
    configurable: true,
    get: () => "inherit",
    set: (value: string) => setEditable(dom, value),
  });
  return () => {
    Reflect.deleteProperty(dom, "contentEditable");
  };
}

function setEditable(dom: HTMLElement, value: string): void {
  dom.setAttribute("contenteditable", value);
}
