/**
 * Fills the placeholders of a template: `{{date}}`, `{{time}}`, `{{title}}` and `{{cursor}}`, the first two also with a pattern, such as
 * `{{date:YYYY-MM-DD}}`. Code stays as it is, because other languages use the same braces. Pure. Decision 0059.
 */
import type { NoteDraft } from "../../model/entities/note.ts";
import { NOTE } from "../../model/limits/limits.ts";
import { type DateStyle, formatDay } from "../../model/readable/readable-values.ts";
import { cutText } from "../html/html-text.ts";
import { escapeText } from "../html/write-stored-html.ts";
import { formatPattern } from "./date-pattern.ts";

/** Marks the caret's position in a filled text. A private-use character that no keyboard types. */
export const CURSOR_MARK = "\ue5c0";

/** Number of placeholders that are filled in one note; later ones stay as text, so that a filled note cannot be much longer. */
const MAX_FILLED = 500;

export type TemplateValues = {
  /** Moment of `{{time}}`, and of `{{date}}` unless `dateMs` is set. */
  readonly nowMs: number;
  readonly dateMs?: number | undefined;
  /** Replaces the title of the template. */
  readonly title?: string | undefined;
  readonly style: DateStyle;
};

const PLACEHOLDER = String.raw`\{\{\s*(date|time|title|cursor)\s*(?::([^{}<>]{1,60}))?\}\}`;
const IN_TEXT = new RegExp(PLACEHOLDER, "gi");
const IN_HTML = new RegExp(String.raw`<pre[\s>][\s\S]*?</pre>|<code[\s>][\s\S]*?</code>|<[^>]*>|${PLACEHOLDER}`, "gi");

/** `content` contains `CURSOR_MARK` at most once. */
export function fillTemplate(template: NoteDraft, values: TemplateValues): NoteDraft {
  const title = values.title ?? fillTitle(template.title, values);
  return { title, content: fillContent(template.content, { ...values, title }) };
}

function fillTitle(text: string, values: TemplateValues): string {
  const filled = text.replace(IN_TEXT, (_whole, name: string, pattern: string | undefined) => {
    const kind = name.toLowerCase();
    return kind === "date" || kind === "time" ? formatMoment(kind, pattern, values) : "";
  });
  return cutText(filled.trim(), NOTE.titleMaxChars);
}

function fillContent(html: string, values: TemplateValues & { readonly title: string }): string {
  let filled = 0;
  let hasCursor = false;
  return html.replaceAll(CURSOR_MARK, "").replace(IN_HTML, (whole, name: string | undefined, pattern: string | undefined) => {
    if (name === undefined || filled === MAX_FILLED) return whole;
    filled += 1;
    const kind = name.toLowerCase();
    if (kind === "cursor") {
      const mark = hasCursor ? "" : CURSOR_MARK;
      hasCursor = true;
      return mark;
    }
    return escapeText(kind === "title" ? values.title : formatMoment(kind as "date" | "time", pattern, values));
  });
}

function formatMoment(kind: "date" | "time", pattern: string | undefined, { nowMs, dateMs = nowMs, style }: TemplateValues): string {
  const atMs = kind === "date" ? dateMs : nowMs;
  if (pattern !== undefined && pattern.trim() !== "") return formatPattern(atMs, pattern.trim(), style);
  return kind === "date" ? formatDay(atMs, style) : formatPattern(atMs, "HH:mm", style);
}
