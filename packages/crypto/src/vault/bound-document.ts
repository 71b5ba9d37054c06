/** Binds a key document to its vault's root, so that its storage can neither change a field nor raise a revision. encryption.md 3.4. */
import { type Bytes, b64, utf8 } from "../primitives/bytes.ts";
import { hk, LABELS, sha256 } from "../primitives/primitives.ts";

export type BoundKind = "boundDocument" | "boundCopy";

/** Returns the value of `bound`. It covers all other fields in any order. */
export async function bindTo(root: Bytes, kind: BoundKind, document: object): Promise<string> {
  return b64(await hk(root, `${LABELS[kind]}|${await digestOfDocument(document)}`));
}

/** SHA-256 over all fields but `bound`, as `bindTo` orders them. */
export async function digestOfDocument(document: object): Promise<string> {
  const { bound: _, ...rest } = document as Readonly<Record<string, unknown>>;
  return b64(await sha256(utf8(JSON.stringify(sorted(rest)))));
}

/** Returns the document with `bound` for its current fields. */
export async function bound<Document extends object>(
  root: Bytes,
  kind: BoundKind,
  document: Document,
): Promise<Document & { bound: string }> {
  return { ...document, bound: await bindTo(root, kind, document) };
}

export async function isBound(root: Bytes, kind: BoundKind, document: { readonly bound?: unknown }): Promise<boolean> {
  return typeof document.bound === "string" && document.bound === (await bindTo(root, kind, document));
}

/** Sorts fields by name at every depth; lists keep their order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, field]) => [name, sorted(field)]));
}
