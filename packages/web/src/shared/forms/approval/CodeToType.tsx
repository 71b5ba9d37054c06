/** A code that is typed into the other device, in groups of four and large enough to read from one screen to the other. */
import { useId } from "react";
import css from "./approval.module.css";

export function CodeToType({ label, code }: { readonly label: string; readonly code: string }) {
  const id = useId();
  return (
    <div className={css.codeBox}>
      <p id={id}>{label}</p>
      <output className={css.code} aria-labelledby={id}>
        {(code.match(/.{4}/g) ?? []).join("-")}
      </output>
    </div>
  );
}
