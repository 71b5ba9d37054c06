/**
 * Table of contents of a note with three headings or more: beside the text on a wide screen, else folded above it. The caller knows where the
 * headings are.
 */
import { PanelRightOpen, TableOfContents } from "lucide-react";
import { type KeyboardEvent, memo, useRef } from "react";
import { blocksText } from "../../text/editor/blocks.ts";
import css from "./contents.module.css";
import { Outline } from "./Outline.tsx";
import { type ContentsEntry, type OutlineMemory, useIsWide, useOutline } from "./use-outline.ts";

const FEWEST = 3;
/** With more headings, rendering them all at each step of the caret would take longer than a frame. */
const MOST_BESIDE = 500;

type ContentsProps = {
  readonly entries: readonly ContentsEntry[];
  readonly onGo: (index: number) => void;
  /** Floats over the text, so that the text does not move when a third heading appears. */
  readonly isFloating?: boolean;
  /** Undefined for a text that is never shown with its contents beside it. */
  readonly outline?: OutlineMemory | undefined;
  /** Index of the heading with the caret, or at the top of the page; -1 before the first. */
  readonly current?: number;
  /** False while the text would move if the contents appeared beside it. */
  readonly canMoveText?: boolean;
};

export function Contents(props: ContentsProps) {
  const { entries, outline } = props;
  if (entries.length < FEWEST) return null;
  return outline === undefined ? <FoldedContents {...props} /> : <PlacedContents {...props} outline={outline} />;
}

function PlacedContents({ outline, canMoveText = true, ...props }: ContentsProps & { readonly outline: OutlineMemory }) {
  const { entries, current = -1, onGo } = props;
  const inside = useRef<HTMLSpanElement>(null);
  const canBeBeside = useIsWide(inside) && entries.length <= MOST_BESIDE;
  const { isHidden, closed, onToggle, onHide } = useOutline(entries, outline);
  return (
    <>
      <span ref={inside} hidden />
      {canBeBeside && canMoveText && !isHidden ? (
        <Outline {...{ entries, current, closed, onGo, onToggle }} onHide={() => onHide(true)} />
      ) : (
        <FoldedContents {...props} onShowBeside={canBeBeside && isHidden ? () => onHide(false) : undefined} />
      )}
    </>
  );
}

type FoldedProps = Pick<ContentsProps, "entries" | "onGo" | "isFloating"> & { readonly onShowBeside?: (() => void) | undefined };

const FoldedContents = memo(function FoldedContents({ entries, onGo, isFloating = false, onShowBeside }: FoldedProps) {
  const fold = useRef<HTMLDetailsElement>(null);
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
          {onShowBeside !== undefined && (
            <li>
              <button type="button" className={`${css.entry} ${css.beside}`} onClick={onShowBeside}>
                <PanelRightOpen width={16} height={16} aria-hidden />
                {blocksText.showOutline}
              </button>
            </li>
          )}
        </ol>
      </details>
    </nav>
  );
}, isShownAlike);

/** The handlers of a text always do the same; the caret alone renders nothing here. */
function isShownAlike(one: FoldedProps, other: FoldedProps): boolean {
  const [beside, otherBeside] = [one.onShowBeside !== undefined, other.onShowBeside !== undefined];
  return one.entries === other.entries && one.isFloating === other.isFloating && beside === otherBeside;
}

const INDENT_PX = 16;
