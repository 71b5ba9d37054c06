/** Last fallback: an apology and two actions. The caller supplies what precedes them. Spec B §2 "full-page error fallback". */
import type { ReactNode } from "react";
import { buttonClass } from "../../shared/ui/Button.tsx";
import { Logo } from "../../shared/ui/Logo.tsx";
import { pagesText } from "../../text/pages/pages.ts";
import css from "./error-screen.module.css";

type BrokenPageProps = { readonly error: unknown; readonly sentence: string; readonly children?: ReactNode };

export function BrokenPage({ error, sentence, children }: BrokenPageProps) {
  return (
    <main className={css.page}>
      <div className={css.column}>
        <Logo />
        <h1 className={css.title}>{pagesText.brokenTitle}</h1>
        {children}
        <p className={css.sentence}>{sentence}</p>
        <div className={css.actions}>
          <button type="button" className={buttonClass("primary")} onClick={() => location.reload()}>
            {pagesText.refreshPage}
          </button>
          <a className={buttonClass("plain")} href="/">
            {pagesText.goHome}
          </a>
        </div>
        <details className={css.details}>
          <summary>{pagesText.details}</summary>
          <pre>{error instanceof Error ? `${error.name}: ${error.message}` : String(error)}</pre>
        </details>
      </div>
    </main>
  );
}
