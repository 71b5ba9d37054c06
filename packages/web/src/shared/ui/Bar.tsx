/** Progress or usage as a bar beside its label. */
import css from "./bar.module.css";

/** `percent` is undefined while unknown. */
type BarProps = { readonly label: string; readonly percent?: number };

export function Bar({ label, percent }: BarProps) {
  const shown = Math.min(100, percent ?? 0);
  return (
    <div className={css.bar} role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent}>
      <span className={css.fill} style={{ width: `${shown}%` }} />
    </div>
  );
}
