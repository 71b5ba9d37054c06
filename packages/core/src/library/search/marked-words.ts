/** What is to be marked for what was typed. Beside marks.ts, which the list has on its first page; this needs the parser. Pure. */
import { parseQuery } from "./query.ts";

/** Its words, or those that were meant instead. */
export function markedWords(typed: string, corrected: readonly string[]): readonly string[] {
  const words = parseQuery(typed).wanted.flatMap((term) => (term.kind === "phrase" ? [term.parts.join(" "), ...term.parts] : [term.text]));
  return [...new Set([...words, ...corrected])];
}
