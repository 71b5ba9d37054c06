/** Appears only after 200 ms, so that quick work does not flicker. visual.md "Motion and feedback". */
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
