/** Table of contents of a note with three headings or more, folded above the text. The caller knows where the headings are. */
import { TableOfContents } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { blocksText } from "../../text/editor/blocks.ts";
import css from "./contents.module.css";

export type ContentsEntry = { readonly level: number; readonly text: string };

const FEWEST = 3;

type ContentsProps = {
  readonly entries: readonly ContentsEntry[];
  readonly onGo: (index: number) => void;
  /** Floats over the text, so that the text does not move when a third heading appears. */
  readonly isFloating?: boolean;
};

export function Contents({ entries, onGo, isFloating = false }: ContentsProps) {
  const fold = useRef<HTMLDetailsElement>(null);
  if (entries.length < FEWEST) return null;
  const top = Math.min(...entries.map(({ level }) => level));
  const close = (): void => {
    if (isFloating && fold.current !== null) fold.current.open = false;
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !isFloating || fold.current?.open !== true) return;
    event.stopPropagation();
    close();
    fold.current.querySelector("summary")?.focus();
  };
  return (
    <nav className={isFloating ? css.floating : css.contents} aria-label={blocksText.contents} data-contents onKeyDown={handleKey}>
      <details ref={fold}>
        <summary
          className={css.summary}
          aria-label={isFloating ? blocksText.contents : undefined}
          title={isFloating ? blocksText.contents : undefined}
        >
          {isFloating ? (
            <TableOfContents width={18} height={18} aria-hidden />
          ) : (
            <>
              {blocksText.contents}
              <span className={css.count}>{entries.length}</span>
            </>
          )}
        </summary>
        <ol className={css.list}>
          {entries.map(({ level, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: headings are identified by their position only
            <li key={index} style={{ paddingInlineStart: `${(level - top) * INDENT_PX}px` }}>
              <button
                type="button"
                className={css.entry}
                dir="auto"
                onClick={() => {
                  close();
                  onGo(index);
                }}
              >
                {text}
              </button>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}

const INDENT_PX = 16;
