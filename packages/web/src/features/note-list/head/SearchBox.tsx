/** The search box with its clear button. core/workspace decides when to search. Spec A §2.9, A §4 "Search". */
import { Search, X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect } from "react";
import { Button as AriaButton, Input, SearchField } from "react-aria-components";
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
    if (event.key !== "ArrowDown" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onLeaveDown();
  };
  return (
    <SearchField
      className={css.box as string}
      autoComplete="off"
      aria-label={workspaceText.searchNotes}
      value={typed}
      onChange={workspace.type}
    >
      <Search className={css.icon} width={16} height={16} aria-hidden />
      <Input ref={inputRef} className={css.input as string} placeholder={workspaceText.searchNotes} onKeyDown={handleKey} />
      {typed !== "" && (
        <AriaButton className={css.clear as string} aria-label={workspaceText.clearSearch}>
          <X width={14} height={14} aria-hidden />
        </AriaButton>
      )}
    </SearchField>
  );
}
