/** A problem, announced at once; renders nothing without one. */
import css from "./problem.module.css";

export function Problem({ sentence }: { readonly sentence: string | undefined }) {
  if (sentence === undefined) return null;
  return (
    <p className={css.problem} role="alert">
      {sentence}
    </p>
  );
}
