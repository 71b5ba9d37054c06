/** The full-page error fallback, unsaved text first. Uses neither dialogs nor the editor, which may be broken. Spec B §2. */
import { toText } from "@satchel/core/document/html/html-text.ts";
import { draftOf, isDirty, type Tab } from "@satchel/core/workspace/tabs/tab.ts";
import { useEffect, useState } from "react";
import { useSignedOutServices } from "../../shared/services.ts";
import { buttonClass } from "../../shared/ui/Button.tsx";
import { pagesText } from "../../text/pages/pages.ts";
import { BrokenPage } from "./BrokenPage.tsx";
import css from "./error-screen.module.css";

export function ErrorScreen({ error }: { readonly error: unknown }) {
  const { library } = useSignedOutServices();
  const state = library.getState();
  const tabs = state.kind === "open" ? state.library.tabs : undefined;
  const unsaved = tabs?.store.getState().tabs.filter(isDirty) ?? [];
  useEffect(() => void tabs?.flush(), [tabs]);
  return (
    <BrokenPage error={error} sentence={pagesText.brokenSentence}>
      {unsaved.length > 0 && (
        <section className={css.unsaved} aria-label={pagesText.unsavedTitle}>
          <h2>{pagesText.unsavedTitle}</h2>
          <p>{pagesText.unsavedSentence}</p>
          {unsaved.map((tab) => (
            <UnsavedText key={tab.id} tab={tab} />
          ))}
        </section>
      )}
    </BrokenPage>
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
