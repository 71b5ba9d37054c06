/** Searches for a regular expression in the host's worker, again after each change of the expression or the text. */
import { NOT_TEXT } from "@satchel/core/document/reading/find-options.ts";
import { toPattern } from "@satchel/core/document/reading/find-pattern.ts";
import type { Node } from "@tiptap/pm/model";
import { type EditorState, Plugin, PluginKey } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import type { FindHost } from "../../shared/editor-host/editor-host.ts";
import type { PatternFinder } from "../../shared/editor-host/pattern-finder.ts";

type Range = { readonly from: number; readonly to: number };
type Search = { readonly query: string; readonly isExact: boolean; readonly isWhole?: boolean; readonly isPattern?: boolean };
type Problem = "invalid" | "too-slow" | "failed";

export type FoundPattern = {
  readonly hits: readonly Range[];
  readonly problem: Problem | undefined;
  /** The expression has changed, not only the text. */
  readonly isNew: boolean;
};

type PatternOptions = {
  readonly host: FindHost;
  readonly stateOf: (state: EditorState) => Search;
  readonly report: (view: EditorView, found: FoundPattern) => void;
};

/** Pause in typing after which the text is searched again. */
const AFTER_TYPING_MS = 200;

export function createPatternPlugin({ host, stateOf, report }: PatternOptions): Plugin {
  return new Plugin({
    key: new PluginKey("findPatterns"),
    view: (view) => {
      let controller = new AbortController();
      let [searched, key, timer]: [Node | undefined, string, number] = [undefined, "", 0];
      const search = async (asked: Search, isNew: boolean): Promise<void> => {
        controller.abort();
        controller = new AbortController();
        const { doc } = view.state;
        searched = doc;
        const { signal } = controller;
        const found = await findIn(doc, { asked, finder: host()?.pasteCleaner, signal });
        if (!signal.aborted && !view.isDestroyed && view.state.doc === doc) report(view, { ...found, isNew });
      };
      return {
        update() {
          const asked = stateOf(view.state);
          const next = asked.isPattern && asked.query !== "" ? [asked.isExact, asked.isWhole, asked.query].join(" ") : "";
          const isNew = next !== key;
          if (next === "" && !isNew) return;
          key = next;
          if (next === "") {
            controller.abort();
            clearTimeout(timer);
          } else if (isNew) void search(asked, true);
          else if (view.state.doc !== searched) {
            searched = view.state.doc;
            clearTimeout(timer);
            timer = window.setTimeout(() => void search(stateOf(view.state), false), AFTER_TYPING_MS);
          }
        },
        destroy() {
          controller.abort();
          clearTimeout(timer);
        },
      };
    },
  });
}

type Finding = { readonly asked: Search; readonly finder: PatternFinder | undefined; readonly signal: AbortSignal };

async function findIn(doc: Node, { asked, finder, signal }: Finding): Promise<Omit<FoundPattern, "isNew">> {
  const pattern = toPattern(asked.query, asked);
  if (pattern === undefined) return { hits: [], problem: "invalid" };
  const { lines, starts } = linesOf(doc);
  const found = (await finder?.findPattern(pattern, lines, signal)) ?? ({ kind: "failed" } as const);
  if (found.kind !== "found") return { hits: [], problem: found.kind };
  const hits: Range[] = [];
  for (let at = 0; at + 2 < found.hits.length; at += 3) {
    const [line, from, to] = found.hits.slice(at, at + 3);
    const start = starts[line ?? 0] ?? 0;
    hits.push({ from: start + (from ?? 0), to: start + (to ?? 0) });
  }
  return { hits, problem: undefined };
}

export type Replacing = { readonly search: Search; readonly replacement: string; readonly finder: PatternFinder | undefined };

/** Returns the words that replace each hit of an expression, by the start of the hit: `$1` is what its first group found there. */
export async function expandReplacements(
  doc: Node,
  { search, replacement, finder }: Replacing,
): Promise<ReadonlyMap<number, string> | Problem> {
  const pattern = toPattern(search.query, search);
  if (pattern === undefined) return "invalid";
  const { lines, starts } = linesOf(doc);
  const found =
    (await finder?.findPattern({ ...pattern, replacement }, lines, new AbortController().signal)) ?? ({ kind: "failed" } as const);
  if (found.kind !== "found") return found.kind;
  const { hits, words = [] } = found;
  return new Map(words.map((word, at) => [(starts[hits[3 * at] ?? 0] ?? 0) + (hits[3 * at + 1] ?? 0), word]));
}

function linesOf(doc: Node): { readonly lines: readonly string[]; readonly starts: readonly number[] } {
  const [lines, starts]: [string[], number[]] = [[], []];
  doc.descendants((node, at) => {
    if (!node.isTextblock) return true;
    lines.push(node.textBetween(0, node.content.size, undefined, NOT_TEXT));
    starts.push(at + 1);
    return false;
  });
  return { lines, starts };
}
