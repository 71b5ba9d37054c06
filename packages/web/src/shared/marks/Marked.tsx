/** A line of text with highlighted words. */
import type { TextRange } from "@satchel/core/model/text-range.ts";
import css from "./marked.module.css";

export function Marked({ text, marks }: { readonly text: string; readonly marks: readonly TextRange[] }) {
  if (marks.length === 0) return text;
  const last = marks.at(-1)?.to ?? 0;
  return (
    <>
      {marks.map(({ from, to }, index) => (
        <span key={from}>
          {text.slice(marks[index - 1]?.to ?? 0, from)}
          <mark className={css.mark}>{text.slice(from, to)}</mark>
        </span>
      ))}
      {text.slice(last)}
    </>
  );
}
