/** The button that copies the code of one block, beside code that is written and that is read. */
import { editorText } from "../../text/editor/editor.ts";

export function createCopyButton(code: () => string): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "code-copy";
  button.contentEditable = "false";
  const show = (label: string): void => {
    button.textContent = label;
  };
  show(editorText.copyCode);
  // The selection stays in the text.
  button.addEventListener("mousedown", (event) => event.preventDefault());
  button.addEventListener("click", () => {
    void navigator.clipboard.writeText(code()).then(
      () => show(editorText.codeCopied),
      () => show(editorText.codeNotCopied),
    );
  });
  for (const end of ["pointerleave", "blur"]) button.addEventListener(end, () => show(editorText.copyCode));
  return button;
}

/** On a phone it is wider than the page: what scrolls sideways can be scrolled by keys. */
const LONG_LINE = /.{30}/;

/** All blocks of code of a text that is read; formulas show something else than their code. */
export function addCopyButtons(root: ParentNode): void {
  for (const code of root.querySelectorAll<HTMLElement>("pre > code:not(.language-math)")) {
    const pre = code.parentElement as HTMLElement;
    if (LONG_LINE.test(code.textContent ?? "")) pre.tabIndex = 0;
    const frame = document.createElement("div");
    frame.className = "code-block";
    const tools = document.createElement("div");
    tools.className = "code-tools";
    tools.append(createCopyButton(() => code.textContent ?? ""));
    pre.replaceWith(frame);
    frame.append(pre, tools);
  }
}
