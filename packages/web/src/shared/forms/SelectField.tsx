/** A labeled choice of a few options. Uses the browser's native list, which fits every device. */
import { ChevronDown } from "lucide-react";
import { useId } from "react";
import css from "./select-field.module.css";

type SelectFieldProps<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly name: string }[];
  readonly hint?: string | undefined;
  readonly onChange: (value: Value) => void;
};

export function SelectField<Value extends string>({ label, value, options, hint, onChange }: SelectFieldProps<Value>) {
  const id = useId();
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <div className={css.box}>
        <select
          id={id}
          className={css.select}
          value={value}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          onChange={(event) => onChange(event.target.value as Value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.name}
            </option>
          ))}
        </select>
        <ChevronDown className={css.arrow} width={16} height={16} aria-hidden />
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={css.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
