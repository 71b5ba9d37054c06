/** A labeled field with its problem or hint beneath. The form owns values and rules. */
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from "react";
import css from "./field.module.css";

type Attributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  "id" | "name" | "value" | "defaultValue" | "maxLength" | "inputMode" | "autoComplete" | "autoCorrect" | "autoFocus" | "onBlur"
>;

export type TextFieldProps = Attributes & {
  readonly label: string;
  readonly type?: "text" | "email" | "password" | "search" | "url";
  /** Sentence beneath the field, which is marked as invalid while there is one. */
  readonly problem?: string | undefined;
  readonly hint?: string;
  readonly placeholder?: string;
  /** Content at the right end of the label, such as a link. */
  readonly aside?: ReactNode;
  /** Content at the inner end of the field, such as a show button. */
  readonly end?: ReactNode;
  readonly lines?: number;
  readonly spellCheck?: "true" | "false";
  readonly isReadOnly?: boolean;
  readonly isDisabled?: boolean;
  readonly onChange?: (value: string) => void;
  readonly inputRef?: Ref<HTMLInputElement>;
};

export function TextField({ label, problem, hint, aside, end, lines, inputRef, ...rest }: TextFieldProps) {
  const { isReadOnly, isDisabled, placeholder = "", onChange, ...attributes } = rest;
  const [ownId, noteId] = [useId(), useId()];
  const id = attributes.id ?? ownId;
  const note = problem ?? hint;
  const field = {
    ...attributes,
    id,
    placeholder,
    readOnly: isReadOnly,
    disabled: isDisabled,
    "aria-invalid": problem === undefined ? undefined : true,
    "aria-describedby": note === undefined ? undefined : noteId,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange?.(target.value),
  };
  return (
    <div className={css.field}>
      <div className={css.top}>
        <label htmlFor={id} className={css.label}>
          {label}
        </label>
        {aside}
      </div>
      <div className={css.box}>
        {lines === undefined ? (
          <input type="text" {...field} ref={inputRef} className={css.input} />
        ) : (
          <textarea {...(field as object)} rows={lines} className={`${css.input} ${css.area}`} />
        )}
        {end !== undefined && <div className={css.end}>{end}</div>}
      </div>
      {note !== undefined && (
        <span id={noteId} className={problem === undefined ? css.hint : css.problem}>
          {note}
        </span>
      )}
    </div>
  );
}
