/** What went wrong, told at once; nothing when nothing did. */
import css from "./problem.module.css";

export function Problem({ sentence }: { readonly sentence: string | undefined }) {
  if (sentence === undefined) return null;
  return (
    <p className={css.problem} role="alert">
      {sentence}
    </p>
  );
}
