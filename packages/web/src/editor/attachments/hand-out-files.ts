/**
 * Turns each file of a note in the read view into a button that downloads it, by pointer and key. Spec A §4 "Images and attachments", A §7.
 */
import type { AttachmentHost, LinkedFile } from "../../shared/editor-host/attachment-host.ts";
import { editorText } from "../../text/editor/editor.ts";

const LINKS = "a[data-file-id]";

/** Returns a function that stops the buttons. */
export function handOutFiles(host: HTMLElement, attachmentHost: AttachmentHost): () => void {
  for (const link of host.querySelectorAll<HTMLElement>(LINKS)) {
    link.setAttribute("role", "button");
    link.tabIndex = 0;
    link.setAttribute("aria-label", editorText.attachmentDownload(link.dataset.fileName ?? ""));
    if (link.dataset.size !== undefined) link.setAttribute("aria-description", link.dataset.size);
  }
  const handOut = (event: Event): void => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>(LINKS) : null;
    const file = link === null ? undefined : toLinkedFile(link);
    if (file === undefined) return;
    event.preventDefault();
    void attachmentHost.download(file);
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key === "Enter" || event.key === " ") handOut(event);
  };
  host.addEventListener("click", handOut);
  host.addEventListener("keydown", handleKey);
  return () => {
    host.removeEventListener("click", handOut);
    host.removeEventListener("keydown", handleKey);
  };
}

function toLinkedFile({ dataset }: HTMLElement): LinkedFile | undefined {
  const { fileId, fileName = "", mimeType = "application/octet-stream" } = dataset;
  return fileId === undefined ? undefined : { id: fileId, fileName, mimeType };
}
