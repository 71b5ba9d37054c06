/** Contents beside the note on a wide screen: follows the caret, and collapses the headings below a heading. */
import { ChevronRight, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { blocksText } from "../../text/editor/blocks.ts";
import css from "./outline.module.css";
import type { ContentsEntry } from "./use-outline.ts";

type OutlineProps = {
  readonly entries: readonly ContentsEntry[];
  /** Index of the heading with the caret; -1 before the first. */
  readonly current: number;
  readonly closed: ReadonlySet<number>;
  readonly onGo: (index: number) => void;
  readonly onToggle: (index: number) => void;
  readonly onHide: () => void;
};

export function Outline({ entries, current, closed, onGo, onToggle, onHide }: OutlineProps) {
  const panel = useRef<HTMLDivElement>(null);
  const shown = visibleEntries(entries, closed);
  const marked = shown.findLast((index) => index <= current) ?? -1;
  useEffect(() => keepInView(panel.current), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marked entry is found in the page
  useEffect(() => keepInView(panel.current), [marked]);
  const top = Math.min(...entries.map(({ level }) => level));
  return (
    <nav className={css.outline} aria-label={blocksText.contents} data-contents data-outline>
      <div ref={panel} className={css.panel}>
        <div className={css.head}>
          {blocksText.contents}
          <button type="button" className={css.icon} aria-label={blocksText.hideOutline} title={blocksText.hideOutline} onClick={onHide}>
            <X aria-hidden />
          </button>
        </div>
        <ol className={css.list}>
          {shown.map((index) => {
            const { level, text } = entries[index] as ContentsEntry;
            const isOpen = !closed.has(index);
            return (
              <li key={index} className={css.item} style={{ paddingInlineStart: `${Math.min(level - top, MAX_INDENTS) * INDENT_PX}px` }}>
                {hasChildren(entries, index) ? (
                  <button
                    type="button"
                    className={css.icon}
                    aria-expanded={isOpen}
                    aria-label={blocksText.headingsBelow(text)}
                    onClick={() => onToggle(index)}
                  >
                    <ChevronRight aria-hidden />
                  </button>
                ) : (
                  <span className={css.space} />
                )}
                <button
                  type="button"
                  className={css.entry}
                  dir="auto"
                  aria-current={index === marked ? "location" : undefined}
                  onClick={() => onGo(index)}
                >
                  {text}
                </button>
              </li>
            );
          })}
        </ol>
      </div>
    </nav>
  );
}

const INDENT_PX = 12;
const MAX_INDENTS = 4;

function hasChildren(entries: readonly ContentsEntry[], index: number): boolean {
  return (entries[index + 1]?.level ?? 0) > (entries[index]?.level ?? 0);
}

/** Indices of the entries that no collapsed one hides. */
function visibleEntries(entries: readonly ContentsEntry[], closed: ReadonlySet<number>): readonly number[] {
  const shown: number[] = [];
  let hiddenBelow = Number.POSITIVE_INFINITY;
  for (const [index, { level }] of entries.entries()) {
    if (level > hiddenBelow) continue;
    hiddenBelow = closed.has(index) ? level : Number.POSITIVE_INFINITY;
    shown.push(index);
  }
  return shown;
}

/** Scrolls the panel alone: `scrollIntoView` would move the note as well. */
function keepInView(panel: HTMLElement | null): void {
  const entry = panel?.querySelector<HTMLElement>("[aria-current]");
  if (panel === null || entry == null) return;
  const [outer, inner] = [panel.getBoundingClientRect(), entry.getBoundingClientRect()];
  if (inner.top < outer.top) panel.scrollTop -= outer.top - inner.top + EDGE_PX;
  else if (inner.bottom > outer.bottom) panel.scrollTop += inner.bottom - outer.bottom + EDGE_PX;
}

const EDGE_PX = 32;
