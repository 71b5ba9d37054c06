/** A labeled field with its problem or hint beneath. The form owns values and rules. */
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
  /** Sentence beneath the field, which is marked as invalid while there is one. */
  readonly problem?: string | undefined;
  readonly hint?: string;
  readonly placeholder?: string;
  /** Content at the right end of the label, such as a link. */
  readonly aside?: ReactNode;
  /** Content at the inner end of the field, such as a show button. */
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
