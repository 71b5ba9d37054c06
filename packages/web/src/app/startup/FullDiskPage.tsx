/**
 * Replaces the workspace while the disk is full: opening the notes now could lose them
 * (adapters/indexed-db/databases/prepare-databases.ts).
 */
import { buttonClass } from "../../shared/ui/Button.tsx";
import { Logo } from "../../shared/ui/Logo.tsx";
import { commonText } from "../../text/labels.ts";
import { pagesText } from "../../text/pages/pages.ts";
import css from "./error-screen.module.css";

export function FullDiskPage() {
  return (
    <main className={css.page}>
      <div className={css.column}>
        <Logo />
        <h1 className={css.title}>{pagesText.diskFullTitle}</h1>
        <p className={css.sentence}>{pagesText.diskFullSentence}</p>
        <div className={css.actions}>
          <button type="button" className={buttonClass("primary")} onClick={() => location.reload()}>
            {commonText.retry}
          </button>
        </div>
      </div>
    </main>
  );
}
