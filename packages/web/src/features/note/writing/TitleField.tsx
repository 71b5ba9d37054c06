/** The title of a note, which grows with its lines. Enter moves to the text. Spec A §2.12, A §5 "Title". */
import { NOTE } from "@satchel/core/model/limits/limits.ts";
import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import { deliverKeys, mayTakeFocus } from "../../../shared/typeahead/held-keys.ts";
import words from "../../../shared/ui/words.module.css";
import { notesText } from "../../../text/notes/notes.ts";
import css from "./title-field.module.css";

type TitleFieldProps = {
  readonly value: string;
  readonly problem: string | undefined;
  readonly isNew: boolean;
  readonly isFocusWanted: boolean;
  readonly onFocused: () => void;
  readonly onChange: (title: string) => void;
  readonly onEnter: () => void;
};

export function TitleField({ value, problem, isNew, isFocusWanted, onFocused, onChange, onEnter }: TitleFieldProps) {
  const problemId = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!isFocusWanted) return;
    if (mayTakeFocus("note")) input.current?.focus();
    onFocused();
    deliverKeys("note");
  }, [isFocusWanted, onFocused]);
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onEnter();
  };
  return (
    <div className={css.field}>
      <textarea
        ref={input}
        className={css.input}
        rows={1}
        data-note-title
        dir="auto"
        // Otherwise the browser writes the typed title into its session file, even a sensitive one.
        autoComplete="off"
        value={value}
        // biome-ignore lint/a11y/noAutofocus: a new note is opened to be written
        autoFocus={isNew && value === ""}
        placeholder={isNew ? notesText.titlePlaceholder : undefined}
        aria-label={isNew ? notesText.titleNew : notesText.title}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : problemId}
        onChange={(event) => onChange(event.target.value.replace(/[\r\n]+/g, " "))}
        onKeyDown={handleKeyDown}
      />
      {problem !== undefined && (
        <p id={problemId} className={css.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

/** The spec's counter, beside the meta line. */
export function TitleCount({ title }: { readonly title: string }) {
  const count = [...title].length;
  return (
    <span className={`${words.figure} ${css.count} ${count > NOTE.titleMaxChars ? css.over : ""}`}>
      {notesText.titleCount(count, NOTE.titleMaxChars)}
    </span>
  );
}
