/** Offers the rest of a filter that is being typed into the search box. Pure. */
import { foldText } from "../../document/html/find-text.ts";
import { CONTENTS } from "../../model/entities/note.ts";
import { quoted } from "./filters.ts";
import { FILTER_NAMES, type FilterName, IS_VALUES, isTrashName, readPieces } from "./query.ts";
import { SPAN_NAMES } from "./spans.ts";

/** `label`: the whole filter. `typed` and `caret`: the text with it, and the place after it. */
export type Completion = { readonly label: string; readonly typed: string; readonly caret: number };

/** Names that may follow `tag:` and `in:`, the most likely first. */
export type KnownNames = { readonly tags: readonly string[]; readonly folders: readonly string[] };

const MOST = 8;
/** Letters of a filter's name before it is offered: fewer begin too many words. */
const NAME_MIN_CHARS = 2;
const UNFINISHED = new RegExp(`^(-?)(?:(${FILTER_NAMES.join("|")}):"?)?([^":]*)$`, "i");

/** `caret`: index in `typed`. */
export function completionsAt(typed: string, caret: number, known: KnownNames): readonly Completion[] {
  const piece = readPieces(typed).find(({ at, source }) => at < caret && caret <= at + source.length);
  const written = piece && UNFINISHED.exec(typed.slice(piece.at, caret).replace(/[\u201c\u201d\u201e\u00ab\u00bb]/g, '"'));
  if (piece === undefined || !written) return [];
  const [, minus, named, begun] = written as unknown as [string, string, string | undefined, string];
  const labels = named === undefined ? filterNames(begun) : valuesOf(named.toLowerCase() as FilterName, begun, known);
  const rest = typed.slice(piece.at + piece.source.length);
  return labels.slice(0, MOST).map((label) => {
    const before = `${typed.slice(0, piece.at)}${minus}${label}${label.endsWith(":") || rest.startsWith(" ") ? "" : " "}`;
    return { label: `${minus}${label}`, typed: `${before}${rest}`, caret: before.length };
  });
}

function filterNames(begun: string): readonly string[] {
  if (begun.length < NAME_MIN_CHARS) return [];
  return FILTER_NAMES.filter((name) => name.startsWith(begun.toLowerCase())).map((name) => `${name}:`);
}

function valuesOf(filter: FilterName, begun: string, { tags, folders }: KnownNames): readonly string[] {
  const wanted = foldText(begun);
  const values = {
    tag: tags,
    in: ["trash", ...folders.filter((name) => !isTrashName(name))],
    folder: folders,
    has: ["file", ...CONTENTS],
    is: IS_VALUES,
    created: SPAN_NAMES,
    modified: SPAN_NAMES,
    after: SPAN_NAMES,
    before: SPAN_NAMES,
  }[filter];
  const folded = values.map((value) => [value, foldText(value)] as const);
  const beginning = folded.filter(([, text]) => text.startsWith(wanted));
  const containing = folded.filter(([, text]) => !text.startsWith(wanted) && text.includes(wanted));
  return folded.some(([, text]) => text === wanted) && beginning.length === 1
    ? []
    : [...beginning, ...containing].map(([value]) => `${filter}:${/^[^\s"]+$/.test(value) ? value : quoted(value)}`);
}
