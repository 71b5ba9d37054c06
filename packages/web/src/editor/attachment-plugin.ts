/**
 * Files that are no pictures: picked, pasted or dropped. Each is kept on the device before the text refers to it, and goes in where it was asked
 * for. Enter on a file downloads it. Spec A §2.14, A §4 "Images and attachments".
 */
import { type Editor, Extension } from "@tiptap/core";
import { NodeSelection, Plugin, PluginKey } from "@tiptap/pm/state";
import type { AttachmentDoor } from "../shared/attachment-door.ts";
import { toLinkedFile } from "./attachment-view.ts";
import type { FindDoors } from "./editor-doors.ts";
import { rememberPlace } from "./insert-markdown.ts";

export const AttachmentFiles = Extension.create<{ doors: FindDoors }>({
  name: "attachmentFiles",
  addOptions: () => ({ doors: () => undefined }),
  addKeyboardShortcuts() {
    return {
      Enter: ({ editor }) => {
        const { selection } = editor.state;
        const door = this.options.doors()?.attachments;
        if (!(selection instanceof NodeSelection) || selection.node.type.name !== "attachment" || door === undefined) return false;
        void door.download(toLinkedFile(selection.node));
        return true;
      },
    };
  },
  addProseMirrorPlugins() {
    return [createAttachmentPlugin(this.editor, this.options.doors)];
  },
});

function createAttachmentPlugin(editor: Editor, doors: FindDoors): Plugin {
  /** Pictures among them are left to whoever takes pictures. */
  const take = (data: DataTransfer | null, at: number): boolean => {
    const door = doors()?.attachments;
    const all = [...(data?.files ?? [])];
    const files = all.filter((file) => !file.type.startsWith("image/"));
    if (door === undefined || files.length === 0 || !editor.isEditable) return false;
    void attachFiles(editor, files, at, door);
    return files.length === all.length;
  };
  return new Plugin({
    key: new PluginKey("attachmentFiles"),
    props: {
      // Text that comes with a file is what was copied; the file is a picture of it, or where it came from.
      handlePaste: (view, { clipboardData }) =>
        (clipboardData?.getData("text/plain") ?? "") === "" && take(clipboardData, view.state.selection.to),
      handleDrop(view, event, _slice, isMoved) {
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
        if (isMoved || at === undefined || !take(event.dataTransfer, at)) return false;
        event.preventDefault();
        return true;
      },
    },
  });
}

/** One after the other, in the order they came, each where it was asked for although the text goes on changing. */
export async function attachFiles(editor: Editor, files: readonly File[], at: number, door: AttachmentDoor): Promise<void> {
  const place = rememberPlace(editor, at);
  for (const file of files) {
    const kept = await door.keep(file);
    if (editor.isDestroyed) break;
    const type = editor.schema.nodes.attachment;
    if (kept === undefined || type === undefined) continue;
    const { id: fileId, fileName, mimeType, sizeBytes: fileSize } = kept;
    const node = type.create({
      fileId,
      fileName,
      mimeType: isType(mimeType) ? mimeType : null,
      fileSize,
      downloadUrl: `/api/files/${fileId}`,
    });
    const where = Math.min(place.at(), editor.state.doc.content.size);
    const { tr } = editor.state;
    // Names side by side would read as one.
    if (tr.doc.resolve(where).nodeBefore?.type === type) tr.insertText(" ", where);
    tr.replaceRangeWith(tr.mapping.map(where), tr.mapping.map(where), node);
    editor.view.dispatch(tr.scrollIntoView());
  }
  place.forget();
}

/** Browsers know no type of many files. */
function isType(mimeType: string): boolean {
  return mimeType.includes("/");
}
