/** Keeps the results of a source's first reading for the second: texts and embedded bytes, unless there are too many. Decision 0028. */
import { isText, type StoredDoc, type StoredNode } from "@satchel/core/document/html/stored-doc.ts";
import type { SourceItem, SourceNote, SourceOther } from "@satchel/core/transfer/import/model/source-item.ts";
import { createBlobSpool, createEmptySpool, type Spool } from "./spool.ts";

const LIMITS = { chars: 32_000_000, bytes: 67_108_864 } as const;

export type KeptNotes = {
  /** Storage for embedded bytes of the first reading. */
  readonly spool: Spool;
  add(note: SourceNote, docText: string): void;
  addOther(item: SourceOther): void;
  /** The items in the order of the source; undefined if it must be read again. */
  items(): Iterable<SourceItem> | undefined;
};

export function createKeptNotes(limits: { readonly chars: number; readonly bytes: number } = LIMITS): KeptNotes {
  let kept: Kept[] | undefined = [];
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
    addOther: (item) => void kept?.push(item),
    items: () => (kept === undefined ? undefined : readItems(kept)),
  };
}

type Kept = SourceOther | { readonly kind?: undefined; readonly note: SourceNote; readonly docText: string };

function* readItems(kept: readonly Kept[]): Iterable<SourceItem> {
  for (const item of kept) {
    if (item.kind === "other") yield item;
    else yield item.note.doc.content.length > 0 ? item.note : { ...item.note, doc: JSON.parse(item.docText) };
  }
}

/** True if JSON represents the document exactly; it takes a fraction of the memory, but loses attributes without a value. */
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
