/** A field for a tag, with completion from the tags of the library. Arrows choose, Enter and comma add, Escape leaves. */
import { suggestTags, type TagSuggestion } from "@satchel/core/library/tags/suggest-tags.ts";
import { TAG } from "@satchel/core/model/limits/limits.ts";
import { Hash, Plus } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { tagsText } from "../../../text/tags.ts";
import css from "./tag-field.module.css";
import { useTagList } from "./use-tag-list.ts";

type TagFieldProps = {
  /** Tags that are not offered any more. */
  readonly has: readonly string[];
  /** True if the list of suggestions stays open under the field, as in a dialog. */
  readonly isOpen?: boolean;
  readonly onAdd: (tag: string) => void;
  /** Called on Escape, on Enter without text, and when the focus leaves. */
  readonly onLeave?: (isByKey: boolean) => void;
  /** Called on Backspace without text. */
  readonly onBack?: () => void;
};

export function TagField({ has, isOpen = false, onAdd, onLeave, onBack }: TagFieldProps) {
  const list = useTagList();
  const id = useId();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const isFull = has.length >= TAG.maxPerNote;
  const suggestions = isFull ? [] : suggestTags(list, typed, has);
  const handleAdd = (suggestion: TagSuggestion | undefined): void => {
    if (suggestion === undefined) return;
    setTyped("");
    setChosen(0);
    onAdd(suggestion.tag);
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const last = suggestions.length - 1;
    if (event.key === "ArrowDown") setChosen(chosen >= last ? 0 : chosen + 1);
    else if (event.key === "ArrowUp") setChosen(chosen <= 0 ? Math.max(0, last) : chosen - 1);
    else if ((event.key === "Enter" || event.key === ",") && typed.trim() !== "") handleAdd(suggestions[chosen]);
    else if (event.key === "Enter" && onLeave !== undefined) onLeave(true);
    else if (event.key === "Escape" && onLeave !== undefined) onLeave(true);
    else if (event.key === "Backspace" && typed === "" && onBack !== undefined) onBack();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={isOpen ? `${css.field} ${css.open}` : css.field}>
      <input
        // biome-ignore lint/a11y/noAutofocus: the field is opened to type into
        autoFocus
        className={css.input}
        role="combobox"
        aria-label={tagsText.add}
        aria-expanded={suggestions.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={suggestions[chosen] === undefined ? undefined : `${id}-${chosen}`}
        aria-autocomplete="list"
        // Otherwise the browser remembers typed tags, even those of sensitive notes.
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        maxLength={TAG.maxChars}
        disabled={isFull}
        placeholder={isFull ? tagsText.full(TAG.maxPerNote) : tagsText.placeholder}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setChosen(0);
        }}
        onKeyDown={handleKey}
        onBlur={() => onLeave?.(false)}
      />
      <div id={`${id}-list`} role="listbox" aria-label={tagsText.suggestions} className={css.list} hidden={suggestions.length === 0}>
        {suggestions.map((suggestion, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the row (aria-activedescendant)
          <div
            key={suggestion.tag}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === chosen}
            className={css.option}
            onPointerMove={() => setChosen(at)}
            // Keeps the focus in the field.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => handleAdd(suggestion)}
          >
            {suggestion.isNew ? <Plus aria-hidden /> : <Hash aria-hidden />}
            <span className={css.name} dir="auto">
              {suggestion.isNew ? tagsText.create(suggestion.tag) : suggestion.tag}
            </span>
            {!suggestion.isNew && <span className={css.count}>{suggestion.count.toLocaleString("en-GB")}</span>}
          </div>
        ))}
      </div>
    </div>
  );
}
