/** Copying from the read view gives the same clean HTML and readable text as from the editor. */
import { STORED_SOURCE, writeBlocks } from "@satchel/core/document/html/write-stored-html.ts";
import { writePlainLine, writePlainText } from "@satchel/core/document/markdown/write-plain-text.ts";
import { cleanPaste } from "@satchel/core/document/paste/paste-clean.ts";

/** Returns a function that ends this. */
export function cleanCopies(host: HTMLElement): () => void {
  const handleCopy = (event: ClipboardEvent): void => {
    const copied = readSelection(host);
    if (copied === undefined || event.clipboardData === null) return;
    event.clipboardData.setData("text/html", copied.html);
    event.clipboardData.setData("text/plain", copied.text);
    event.preventDefault();
  };
  host.addEventListener("copy", handleCopy);
  return () => host.removeEventListener("copy", handleCopy);
}

type Copied = { readonly html: string; readonly text: string };

function readSelection(host: HTMLElement): Copied | undefined {
  const selection = host.ownerDocument.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  if (!host.contains(range.commonAncestorContainer)) return undefined;
  const frame = host.ownerDocument.createElement("div");
  frame.append(withFrames(host, range));
  // Removes controls, which are not part of the text.
  for (const tool of frame.querySelectorAll(".code-tools, .remote-image-tools, label > input")) tool.remove();
  const { content } = cleanPaste(frame.innerHTML).doc;
  const line = isWithinLine(range) ? content[0]?.content : undefined;
  return { html: writeBlocks(content, STORED_SOURCE), text: line === undefined ? writePlainText(content) : writePlainLine(line) };
}

const LINE = "p, summary, h1, h2, h3, h4, h5, h6, pre";

function isWithinLine({ commonAncestorContainer: within }: Range): boolean {
  return (within instanceof Element ? within : within.parentElement)?.closest(LINE) !== null;
}

/** Wraps selected items and cells in their lists and tables. */
function withFrames(host: HTMLElement, range: Range): Node {
  let content: Node = range.cloneContents();
  const { commonAncestorContainer: within } = range;
  let frame = within instanceof Element ? within : within.parentElement;
  for (; frame !== null && frame !== host && !isWithinLine(range); frame = frame.parentElement) {
    const copy = frame.cloneNode(false);
    copy.appendChild(content);
    content = copy;
  }
  return content;
}
