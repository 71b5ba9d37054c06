/** A labelled field with its problem or hint beneath. Values and rules are the form's. */
import type { ReactNode, Ref } from "react";
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
} from "react-aria-components";
import css from "./field.module.css";

export type TextFieldProps = Omit<AriaTextFieldProps, "className" | "style" | "children" | "isInvalid"> & {
  readonly label: string;
  /** The sentence beneath; the field is marked as wrong while there is one. */
  readonly problem?: string | undefined;
  readonly hint?: string;
  readonly placeholder?: string;
  /** What is at the right end of the label, e.g. a link. */
  readonly aside?: ReactNode;
  /** What is inside the field at its end, e.g. an eye. */
  readonly end?: ReactNode;
  readonly lines?: number;
  readonly inputRef?: Ref<HTMLInputElement>;
};

export function TextField({ label, problem, hint, placeholder = "", aside, end, lines, inputRef, ...rest }: TextFieldProps) {
  return (
    <AriaTextField {...rest} isInvalid={problem !== undefined} validationBehavior="aria" className={css.field as string}>
      <div className={css.top}>
        <Label className={css.label as string}>{label}</Label>
        {aside}
      </div>
      <div className={css.box}>
        {lines === undefined ? (
          <Input ref={inputRef ?? null} className={css.input as string} placeholder={placeholder} />
        ) : (
          <TextArea rows={lines} className={`${css.input} ${css.area}`} />
        )}
        {end !== undefined && <div className={css.end}>{end}</div>}
      </div>
      {hint !== undefined && problem === undefined && (
        <Text slot="description" className={css.hint as string}>
          {hint}
        </Text>
      )}
      <FieldError className={css.problem as string}>{problem}</FieldError>
    </AriaTextField>
  );
}
