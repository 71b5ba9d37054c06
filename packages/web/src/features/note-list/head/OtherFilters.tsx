/** Filters that have no chip to choose from: one press edits such a filter in the box, another removes it. Says which filter is misread. */
import { completionsAt } from "@satchel/core/library/search/completions.ts";
import { misreadFilters, otherFilters, withoutPiece } from "@satchel/core/library/search/filters.ts";
import type { PlacedPiece } from "@satchel/core/library/search/query.ts";
import { X } from "lucide-react";
import type { RefObject } from "react";
import { useLibrary } from "../../../shared/services.ts";
import { searchFiltersText as text } from "../../../text/notes/search/search-filters.ts";
import css from "./search-head.module.css";

type OtherFiltersProps = { readonly typed: string; readonly boxRef: RefObject<HTMLInputElement | null> };

export function OtherFilters({ typed, boxRef }: OtherFiltersProps) {
  const { workspace } = useLibrary();
  const others = otherFilters(typed);
  const misread = misreadFilters(typed).find((piece) => !isBegun(typed, piece));
  /** Selects the filter's value in the box. */
  const edit = ({ at, source }: PlacedPiece): void => {
    boxRef.current?.focus();
    boxRef.current?.setSelectionRange(at + source.indexOf(":") + 1, at + source.length);
  };
  return (
    <>
      {others.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form.
        <div role="group" className={css.chips} aria-label={text.others}>
          {others.map((piece) =>
            piece.kind === "or" ? (
              <span key={piece.at} className={css.or}>
                {text.or}
              </span>
            ) : (
              <span key={piece.at} className={css.chip} data-on>
                <button type="button" className={css.part} aria-label={text.editFilter(piece.source)} onClick={() => edit(piece)}>
                  <span dir="auto">{piece.source}</span>
                </button>
                <button
                  type="button"
                  className={css.part}
                  aria-label={text.removeFilter(piece.source)}
                  onClick={() => workspace.type(withoutPiece(typed, piece))}
                >
                  <X aria-hidden />
                </button>
              </span>
            ),
          )}
        </div>
      )}
      <p className={css.misread} role="status">
        {misread?.kind === "words" && misread.misread !== undefined && (
          <button type="button" className={css.place} onClick={() => edit(misread)}>
            {text.misread(misread.source, text.values[misread.misread.filter])}
          </button>
        )}
      </p>
    </>
  );
}

/** True while the user may still be typing a value that there is. */
function isBegun(typed: string, { at, source }: PlacedPiece): boolean {
  return completionsAt(typed, at + source.length, { tags: [], folders: [] }).length > 0;
}
