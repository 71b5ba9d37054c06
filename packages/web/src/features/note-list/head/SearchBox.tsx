/** The search box with its clear button. core/workspace decides when to search. Spec A §2.9, A §4 "Search". */
import { Search, X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect } from "react";
import { useStore } from "../../../shared/hooks/use-store.ts";
import { useLibrary } from "../../../shared/services.ts";
import { deliverKeys } from "../../../shared/typeahead/held-keys.ts";
import { workspaceText } from "../../../text/workspace.ts";
import css from "./search-box.module.css";

type SearchBoxProps = {
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** Changes with each request to search; empty if there is none. */
  readonly focusKey: string;
  /** Arrow down moves from the query to the hits. */
  readonly onLeaveDown: () => void;
};

export function SearchBox({ inputRef, focusKey, onLeaveDown }: SearchBoxProps) {
  const { workspace } = useLibrary();
  const typed = useStore(workspace.store, (state) => state.typed);
  useEffect(() => {
    if (focusKey === "") return;
    inputRef.current?.focus();
    deliverKeys("search");
  }, [focusKey, inputRef]);
  const handleKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") onLeaveDown();
    else if (event.key === "Escape" && typed !== "") {
      // The key clears the box first; the next one is for what is around it.
      event.stopPropagation();
      workspace.type("");
    } else return;
    event.preventDefault();
  };
  const handleClear = (): void => {
    workspace.type("");
    inputRef.current?.focus();
  };
  return (
    <div className={css.box}>
      <Search className={css.icon} width={16} height={16} aria-hidden />
      <input
        ref={inputRef}
        type="search"
        autoComplete="off"
        className={css.input}
        aria-label={workspaceText.searchNotes}
        placeholder={workspaceText.searchNotes}
        value={typed}
        onChange={({ target }) => workspace.type(target.value)}
        onKeyDown={handleKey}
      />
      {typed !== "" && (
        <button
          type="button"
          tabIndex={-1}
          className={css.clear}
          aria-label={workspaceText.clearSearch}
          onMouseDown={(event) => event.preventDefault()}
          onClick={handleClear}
        >
          <X width={14} height={14} aria-hidden />
        </button>
      )}
    </div>
  );
}
