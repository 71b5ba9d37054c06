/** Appears only when something takes longer than 200 ms: what is quick should not flicker. visual.md "Motion and feedback". */
import { commonText } from "../../text/words.ts";
import css from "./late-spinner.module.css";
import { Spinner } from "./Spinner.tsx";

export function LateSpinner() {
  return (
    <div className={css.late} role="status">
      <Spinner size={24} />
      <span className="visually-hidden">{commonText.loading}</span>
    </div>
  );
}
