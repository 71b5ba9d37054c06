/** Logo of Satchel: a bag with its clasp, in the theme's accent color. */
import { commonText } from "../../text/labels.ts";
import css from "./logo.module.css";

export function Logo({ withName = true }: { readonly withName?: boolean }) {
  return (
    <span className={css.logo}>
      <svg viewBox="0 0 24 24" width={24} height={24} aria-hidden>
        <rect width="24" height="24" rx="6" className={css.bag} />
        <path d="M0 6a6 6 0 0 1 6-6h12a6 6 0 0 1 6 6v2c0 3-5.2 5-12 5S0 11 0 8z" className={css.flap} />
        <ellipse cx="12" cy="13" rx="1.7" ry="2.3" className={css.clasp} />
      </svg>
      {withName && <span className={css.name}>{commonText.appName}</span>}
    </span>
  );
}
