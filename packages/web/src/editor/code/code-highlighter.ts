/**
 * Loads the highlighter when a note first has code in a known language. It returns ranges and creates no HTML. Decision 0029
 * "highlighting".
 */
import { type CodeRange, knownLanguage, toCodeRanges } from "@satchel/core/document/code-ranges.ts";
import { CODE } from "@satchel/core/model/limits/limits.ts";

export type Highlighter = (language: string | null, code: string) => readonly CodeRange[];

let highlighter: Highlighter | undefined;
let loading: Promise<void> | undefined;

export function readyHighlighter(): Highlighter | undefined {
  return highlighter;
}

/** Code stays plain if the highlighter cannot be fetched; the next note retries. */
export function whenHighlighterIsReady(run: () => void): void {
  loading ??= import("lowlight").then(
    ({ common, createLowlight }) => {
      const lowlight = createLowlight(common);
      highlighter = (name, code) => {
        const language = knownLanguage(name);
        return language === undefined || code.length > CODE.highlightMaxChars ? [] : toCodeRanges(lowlight.highlight(language, code));
      };
    },
    () => {
      loading = undefined;
    },
  );
  void loading.then(() => highlighter !== undefined && run());
}

/** Resolves when all requested code is colored, or the highlighter failed to load. */
export function codeColored(): Promise<void> {
  return loading ?? Promise.resolve();
}

/** Colors code blocks of the read view in place. */
export function highlightForReading(root: ParentNode): void {
  const blocks = [...root.querySelectorAll<HTMLElement>('pre > code[class^="language-"]')];
  const known = blocks.filter((code) => knownLanguage(languageOf(code)) !== undefined);
  if (known.length > 0) whenHighlighterIsReady(() => known.forEach(colour));
}

function languageOf(code: HTMLElement): string {
  return code.className.replace(/^language-/, "");
}

function colour(code: HTMLElement): void {
  const text = code.textContent ?? "";
  const ranges = highlighter?.(languageOf(code), text) ?? [];
  if (ranges.length === 0 || code.childElementCount > 0) return;
  let at = 0;
  const parts: (Node | string)[] = [];
  for (const { from, to, className } of ranges) {
    const part = document.createElement("span");
    part.className = className;
    part.textContent = text.slice(from, to);
    parts.push(text.slice(at, from), part);
    at = to;
  }
  code.replaceChildren(...parts, text.slice(at));
}
