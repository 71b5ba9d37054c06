/** Shown where there is no content yet: one sentence, one button. visual.md "States to draw on purpose". */
import type { ReactNode } from "react";
import css from "./empty-state.module.css";

type EmptyStateProps = {
  readonly title: string;
  readonly sentence?: string | undefined;
  readonly action?: ReactNode;
  readonly small?: boolean;
  /** True if it fills the whole page. */
  readonly isPage?: boolean;
};

export function EmptyState({ title, sentence, action, small = false, isPage = false }: EmptyStateProps) {
  const Heading = isPage ? "h1" : "h2";
  return (
    <div className={`${css.state} ${small ? css.small : ""}`}>
      {!small && <Sheet />}
      <Heading className={css.title}>{title}</Heading>
      {sentence !== undefined && <p className={css.sentence}>{sentence}</p>}
      {action !== undefined && <div className={css.action}>{action}</div>}
    </div>
  );
}

function Sheet() {
  return (
    <svg className={css.sheet} viewBox="0 0 88 104" width={88} height={104} fill="none" strokeWidth={1.5} aria-hidden>
      <g transform="rotate(-4 44 52)">
        <rect x="6" y="7" width="76" height="90" rx="9" />
        <path d="M21 31h46M21 45h46M21 59h46M21 73h30" strokeLinecap="round" />
      </g>
    </svg>
  );
}
