/** What the first reading of a source keeps for the second: the texts of its notes and the bytes that were in them, unless that is much. Decision 0028. */
import { isText, type StoredDoc, type StoredNode } from "@satchel/core/document/html/stored-doc.ts";
import type { SourceNote } from "@satchel/core/transfer/import/model/source-item.ts";
import { createBlobSpool, createEmptySpool, type Spool } from "./spool.ts";

const LIMITS = { chars: 32_000_000, bytes: 67_108_864 } as const;

export type KeptNotes = {
  /** For the first reading. */
  readonly spool: Spool;
  add(note: SourceNote, docText: string): void;
  /** In the order of the source; undefined: it has to be read again. */
  notes(): Iterable<SourceNote> | undefined;
};

export function createKeptNotes(limits: { readonly chars: number; readonly bytes: number } = LIMITS): KeptNotes {
  let kept: { readonly note: SourceNote; readonly docText: string }[] | undefined = [];
  let [chars, bytes] = [0, 0];
  const [blobs, nothing] = [createBlobSpool(), createEmptySpool()];
  return {
    spool: {
      open() {
        if (kept === undefined) return nothing.open();
        const file = blobs.open();
        return {
          ...file,
          write(piece) {
            bytes += piece.length;
            if (bytes > limits.bytes) kept = undefined;
            if (kept !== undefined) file.write(piece);
          },
        };
      },
    },
    add(note, docText) {
      chars += docText.length;
      if (chars > limits.chars) kept = undefined;
      kept?.push({ note: { ...note, doc: isWhole(note.doc) ? { type: "doc", content: [] } : note.doc }, docText });
    },
    notes: () => (kept === undefined ? undefined : readNotes(kept)),
  };
}

function* readNotes(kept: readonly { readonly note: SourceNote; readonly docText: string }[]): Iterable<SourceNote> {
  for (const { note, docText } of kept) yield note.doc.content.length > 0 ? note : { ...note, doc: JSON.parse(docText) };
}

/** As JSON it takes a fraction of the memory, but not all attributes are in that: some have no value. */
function isWhole({ content }: StoredDoc): boolean {
  return content.every(isWholeNode);
}

function isWholeNode(node: StoredNode): boolean {
  if (!(node.marks ?? []).every(({ attrs }) => hasPlain(attrs))) return false;
  return isText(node) || (hasPlain(node.attrs) && (node.content ?? []).every(isWholeNode));
}

function hasPlain(attrs: Readonly<Record<string, unknown>>): boolean {
  return Object.values(attrs).every(isPlain);
}

function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain);
  return value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
}
