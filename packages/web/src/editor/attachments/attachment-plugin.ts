/** Attaches files by picker, paste or drop. Each is stored on the device before the text refers to it. Spec A §2.14, A §4. */
import type { Attachment } from "@satchel/core/model/entities/note.ts";
import { type Editor, Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { NodeSelection, Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import type { AttachmentHost } from "../../shared/editor-host/attachment-host.ts";
import type { FindHost } from "../../shared/editor-host/editor-host.ts";
import { editorText } from "../../text/editor/editor.ts";
import { filesText } from "../../text/editor/image-tools.ts";
import { beginPending, createNameSlice, type DocRange } from "../paste/pending-content.ts";
import { toLinkedFile } from "./attachment-view.ts";
import { insertFile } from "./insert-file.ts";

export const AttachmentFiles = Extension.create<{ host: FindHost }>({
  name: "attachmentFiles",
  addOptions: () => ({ host: () => undefined }),
  addKeyboardShortcuts() {
    return {
      Enter: ({ editor }) => {
        const { selection } = editor.state;
        const attachmentHost = this.options.host()?.attachments;
        if (!(selection instanceof NodeSelection) || selection.node.type.name !== "attachment" || attachmentHost === undefined)
          return false;
        void attachmentHost.download(toLinkedFile(selection.node));
        return true;
      },
    };
  },
  addProseMirrorPlugins() {
    return [createAttachmentPlugin(this.editor, this.options.host)];
  },
});

function createAttachmentPlugin(editor: Editor, host: FindHost): Plugin {
  /** Leaves images to the image plugin. */
  const take = (data: DataTransfer | null, at: number): boolean => {
    const attachmentHost = host()?.attachments;
    const all = [...(data?.files ?? [])];
    const files = all.filter((file) => !file.type.startsWith("image/"));
    if (attachmentHost === undefined || files.length === 0 || !editor.isEditable) return false;
    void attachFiles(editor, files, { at, attachmentHost });
    return files.length === all.length;
  };
  return new Plugin({
    key: new PluginKey("attachmentFiles"),
    props: {
      // A file that comes with text is only an image of the text or its source, so the text is pasted.
      handlePaste: (view, { clipboardData }) =>
        (clipboardData?.getData("text/plain") ?? "") === "" && take(clipboardData, view.state.selection.to),
      // biome-ignore lint/complexity/useMaxParams: ProseMirror calls it so
      handleDrop(view, event, _slice, isMoved) {
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
        if (isMoved || at === undefined || !take(event.dataTransfer, at)) return false;
        event.preventDefault();
        return true;
      },
    },
  });
}

/** Attaches the files one after the other, in order and at the requested position, while the text may change. */
export async function attachFiles(
  editor: Editor,
  files: readonly File[],
  { at, attachmentHost }: { readonly at: number; readonly attachmentHost: AttachmentHost },
): Promise<void> {
  const { view, schema } = editor;
  const marked = files.map((file) => ({
    file,
    pending: beginPending(
      view,
      { from: at, to: at },
      { sentences: editorText.attachment.pending(file.name), placeholder: createNameSlice(view.state, file), file: file.name },
    ),
  }));
  let before: string | undefined;
  for (const { file, pending } of marked) {
    const kept = pending.signal.aborted ? undefined : await attachmentHost.keep(file);
    const node = kept === undefined ? undefined : schema.nodes.attachment?.create(toAttributes(kept));
    const insert =
      node && ((transaction: Transaction, { from }: DocRange) => insertFile(transaction, endOfFile(transaction.doc, before) ?? from, node));
    pending.finish(insert, node === undefined ? filesText.notAdded(file.name) : undefined);
    before = kept?.id ?? before;
  }
}

/** Position behind the previous file: the next of several files goes below it. */
function endOfFile(doc: Node, fileId: string | undefined): number | undefined {
  let end: number | undefined;
  if (fileId === undefined) return undefined;
  doc.descendants((node, at) => {
    if (node.type.name === "attachment" && node.attrs.fileId === fileId) end = at + node.nodeSize;
    return end === undefined;
  });
  return end;
}

function toAttributes({ id: fileId, fileName, mimeType, sizeBytes: fileSize }: Attachment) {
  return { fileId, fileName, mimeType: isType(mimeType) ? mimeType : null, fileSize, downloadUrl: `/api/files/${fileId}` };
}

/** Browsers do not know the type of many files. */
function isType(mimeType: string): boolean {
  return mimeType.includes("/");
}
