/** Files that are larger than an attachment can be leave their name in the text, and a remark. Pure. */
import { isText, type StoredElement, type StoredNode } from "../../document/html/stored-doc.ts";
import { fileOf } from "../exchange/transfer-note.ts";
import type { SourceNote } from "./model/source-item.ts";

export function limitFiles(note: SourceNote, maxBytes: number): SourceNote {
  const tooLarge = note.files.filter(({ sizeBytes }) => sizeBytes > maxBytes);
  if (tooLarge.length === 0) return note;
  const kept = note.files.filter((file) => !tooLarge.includes(file));
  const withoutLarge = (node: StoredNode): StoredNode => {
    if (isText(node)) return node;
    const file =
      node.type === "attachment" ? fileOf(note, node.attrs.fileId) : node.type === "image" ? fileOf(note, node.attrs.imageId) : undefined;
    if (file !== undefined && tooLarge.includes(file)) return { type: "text", text: `[${file.name}]`, marks: node.marks ?? [] };
    if (file !== undefined)
      return { ...node, attrs: { ...node.attrs, [node.type === "image" ? "imageId" : "fileId"]: `file-${kept.indexOf(file)}` } };
    return node.content === undefined ? node : { ...node, content: node.content.map(withoutLarge) };
  };
  const remarks = tooLarge.map(({ name }) => ({ kind: "attachment-too-large", status: "lost", count: 1, detail: name }) as const);
  const usedPaths = [...note.usedPaths, ...tooLarge.map(({ path }) => path)];
  const doc = { ...note.doc, content: note.doc.content.map((block) => withoutLarge(block) as StoredElement) };
  return { ...note, doc, files: kept, usedPaths, remarks: [...note.remarks, ...remarks] };
}
