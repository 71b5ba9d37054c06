/** Node view of an attachment: name, size, progress, cancel and retry. The schema defines the markup. Spec A §2.14, A §4. */
import type { AttachmentStatus } from "@satchel/core/library/attachments/attachment-status.ts";
import { formatBytes } from "@satchel/core/model/readable/bytes.ts";
import type { NodeViewRendererProps } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { Transaction } from "@tiptap/pm/state";
import type { NodeView } from "@tiptap/pm/view";
import type { AttachmentHost, LinkedFile } from "../../shared/editor-host/attachment-host.ts";
import type { FindHost } from "../../shared/editor-host/editor-host.ts";
import { editorText } from "../../text/editor/editor.ts";
import { workspaceText } from "../../text/workspace.ts";

const text = editorText.attachment;

export function toLinkedFile({ attrs }: Node): LinkedFile {
  return {
    id: String(attrs.fileId),
    fileName: String(attrs.fileName ?? ""),
    mimeType: String(attrs.mimeType ?? "application/octet-stream"),
  };
}

export function createAttachmentView(host: FindHost, { node, view, getPos }: NodeViewRendererProps): NodeView {
  const file = toLinkedFile(node);
  const dom = document.createElement("span");
  dom.className = "attachment";
  dom.dataset.fileId = file.id;
  const state = document.createElement("span");
  state.className = "attachment-state";
  const size = typeof node.attrs.fileSize === "number" ? formatBytes(node.attrs.fileSize) : undefined;
  const attachmentHost = host()?.attachments;
  dom.append(
    createButton("attachment-name", file.fileName, {
      name: editorText.attachmentDownload(file.fileName),
      onPress: () => void attachmentHost?.download(file),
    }),
  );
  dom.append(
    state,
    createIconButton(() => void attachmentHost?.download(file)),
  );
  const takeOut = (): void => {
    const at = getPos();
    attachmentHost?.cancel(file.id);
    // Undo must not restore a canceled file, because its bytes are gone.
    if (at !== undefined) view.dispatch(removeFile(view.state.tr, at).setMeta("addToHistory", false));
    view.focus();
  };
  const show = (): void => showState(state, { status: attachmentHost?.statusOf(file.id), size, file, attachmentHost, takeOut });
  show();
  const stop = attachmentHost?.onChange(show) ?? (() => undefined);
  return { dom, destroy: stop, ignoreMutation: () => true, stopEvent: (event) => event.target instanceof HTMLButtonElement };
}

/** A button for the pointer only: with keys and screen readers the file name does the same. */
function createIconButton(onPress: () => void): HTMLButtonElement {
  const button = createButton("attachment-get", "", { name: "", onPress });
  button.removeAttribute("aria-label");
  button.setAttribute("aria-hidden", "true");
  button.tabIndex = -1;
  return button;
}

/** Removes the file, and its line if that is otherwise empty. */
function removeFile(transaction: Transaction, at: number): Transaction {
  const position = transaction.doc.resolve(at);
  const sizes = [position.nodeAfter?.nodeSize ?? 0, position.parent.content.size];
  const isAlone = sizes[0] === sizes[1] && position.depth > 0 && position.node(-1).childCount > 1;
  return isAlone ? transaction.delete(position.before(), position.after()) : transaction.delete(at, at + (sizes[0] ?? 0));
}

type Shown = {
  readonly status: AttachmentStatus | undefined;
  readonly size: string | undefined;
  readonly file: LinkedFile;
  readonly attachmentHost: AttachmentHost | undefined;
  readonly takeOut: () => void;
};

function showState(state: HTMLElement, { status, size, file, attachmentHost, takeOut }: Shown): void {
  const labels = [size, labelOf(status)].filter((label) => label !== undefined).join(" · ");
  const had = state.contains(document.activeElement);
  state.replaceChildren(labels);
  if (status?.kind === "uploading") {
    const bar = document.createElement("progress");
    bar.max = 100;
    bar.value = status.percent;
    bar.setAttribute("aria-label", text.uploading(status.percent));
    state.append(bar);
  }
  if (status?.kind === "failed")
    state.append(
      createButton("attachment-act", text.retry, { name: text.retryOf(file.fileName), onPress: () => attachmentHost?.retry(file.id) }),
    );
  if (status?.kind === "failed" && status.reason === "storage-full" && attachmentHost?.seePlans !== undefined)
    state.append(
      createButton("attachment-act", workspaceText.seePlans, { name: workspaceText.seePlans, onPress: attachmentHost.seePlans }),
    );
  if (status?.kind === "uploading" || status?.kind === "waiting" || status?.kind === "failed")
    state.append(createButton("attachment-act", text.cancel, { name: text.cancelOf(file.fileName), onPress: takeOut }));
  // A progress update must not take the focus from the cancel button.
  if (had) state.querySelector<HTMLElement>("button:last-of-type")?.focus();
}

function labelOf(status: AttachmentStatus | undefined): string | undefined {
  if (status === undefined || status.kind === "stored" || status.kind === "on-this-device") return undefined;
  if (status.kind === "uploading") return text.uploading(status.percent);
  return status.kind === "waiting" ? text.waiting : text.failed[status.reason];
}

function createButton(
  className: string,
  label: string,
  { name, onPress }: { readonly name: string; readonly onPress: () => void },
): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = className;
  button.textContent = label;
  button.setAttribute("aria-label", name);
  button.addEventListener("click", (event) => {
    event.preventDefault();
    onPress();
  });
  return button;
}
