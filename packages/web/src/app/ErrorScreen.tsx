/**
 * The last resort when something broke that should not: it offers the unsaved text before anything else. Spec B §2 "full-page error fallback".
 * It must not need what may be broken, so it uses neither dialogs nor the editor.
 */
import { toText } from "@satchel/core/editor/html-text.ts";
import { draftOf, isDirty, type Tab } from "@satchel/core/tabs/tab.ts";
import { useState } from "react";
import { useRouteError } from "react-router";
import { useServices } from "../shared/services.ts";
import { buttonClass } from "../shared/ui/Button.tsx";
import { Logo } from "../shared/ui/Logo.tsx";
import { pagesText } from "../text/pages.ts";
import css from "./error-screen.module.css";

export function ErrorScreen() {
  const error = useRouteError();
  const { library } = useServices();
  const state = library.getState();
  const unsaved = state.kind === "open" ? state.library.tabs.store.getState().tabs.filter(isDirty) : [];
  return (
    <main className={css.page}>
      <div className={css.column}>
        <Logo />
        <h1 className={css.title}>{pagesText.brokenTitle}</h1>
        {unsaved.length > 0 && (
          <section className={css.unsaved} aria-label={pagesText.unsavedTitle}>
            <h2>{pagesText.unsavedTitle}</h2>
            <p>{pagesText.unsavedSentence}</p>
            {unsaved.map((tab) => (
              <UnsavedText key={tab.id} tab={tab} />
            ))}
          </section>
        )}
        <p className={css.sentence}>{pagesText.brokenSentence}</p>
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

function UnsavedText({ tab }: { readonly tab: Tab }) {
  const [isCopied, setCopied] = useState(false);
  const draft = draftOf(tab) ?? { title: "", content: "" };
  const text = `${draft.title}\n\n${toText(draft.content)}`.trim();
  const handleCopy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <div className={css.text}>
      <textarea readOnly rows={6} value={text} aria-label={draft.title || pagesText.unsavedTitle} />
      <button type="button" className={buttonClass("plain", "small")} onClick={() => void handleCopy()}>
        {isCopied ? pagesText.copied : pagesText.copyText}
      </button>
    </div>
  );
}
