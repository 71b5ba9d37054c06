/** A checkbox with its label beside it and its problem beneath. */
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from "react-aria-components";
import css from "./checkbox.module.css";

type CheckboxProps = Omit<AriaCheckboxProps, "className" | "style" | "children" | "isInvalid"> & {
  readonly problem?: string | undefined;
  readonly children: ReactNode;
};

export function Checkbox({ problem, children, ...rest }: CheckboxProps) {
  return (
    <div>
      <AriaCheckbox {...rest} isInvalid={problem !== undefined} className={css.checkbox as string}>
        <span className={css.box} aria-hidden>
          <Check width={12} height={12} strokeWidth={3} />
        </span>
        <span>{children}</span>
      </AriaCheckbox>
      {problem !== undefined && (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
