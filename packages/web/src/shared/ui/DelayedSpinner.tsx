/** Appears only when something takes longer than 200 ms: what is quick should not flicker. visual.md "Motion and feedback". */
import { commonText } from "../../text/labels.ts";
import css from "./delayed-spinner.module.css";
import { Spinner } from "./Spinner.tsx";

export function DelayedSpinner() {
  return (
    <div className={css.delayed} role="status">
      <Spinner size={24} />
      <span className="visually-hidden">{commonText.loading}</span>
    </div>
  );
}
