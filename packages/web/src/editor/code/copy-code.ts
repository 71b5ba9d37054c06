/** Button that copies the code of a block, in the editor and the read view. */
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
  // Prevents mousedown from taking the selection out of the text.
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

/** A line of this length is wider than a phone's page, so the block must be scrollable by keyboard. */
const LONG_LINE = /.{30}/;

/** Adds buttons to all code blocks of the read view, except formulas, which do not show their code. */
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
