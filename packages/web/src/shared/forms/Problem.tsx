/** A problem, announced at once. Renders nothing if there is no problem. */
import css from "./problem.module.css";

export function Problem({ sentence }: { readonly sentence: string | undefined }) {
  if (sentence === undefined) return null;
  return (
    <p className={css.problem} role="alert">
      {sentence}
    </p>
  );
}
