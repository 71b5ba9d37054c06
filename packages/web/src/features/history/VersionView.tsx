/** One version, with its changes or as it was, and its actions. */
import { CURRENT_VERSION } from "@satchel/core/library/history/history-service-types.ts";
import { ChevronLeft, Copy, RotateCcw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ChangesTitle, ChangesView } from "../../editor/read-view/ChangesView.tsx";
import { NoteView } from "../../editor/read-view/NoteView.tsx";
import { Checkbox } from "../../shared/forms/Checkbox.tsx";
import { Button } from "../../shared/ui/Button.tsx";
import { DelayedSpinner } from "../../shared/ui/DelayedSpinner.tsx";
import { historyProblemText, historyText } from "../../text/notes/history/history.ts";
import { workspaceText } from "../../text/workspace.ts";
import css from "./history.module.css";
import type { HistoryView, Shown } from "./use-history.ts";

type VersionViewProps = { readonly view: HistoryView; readonly isPhone: boolean; readonly children: ReactNode };

export function VersionView({ view, isPhone, children }: VersionViewProps) {
  const [showsChanges, setShowsChanges] = useState(true);
  const { shown, chosen } = view;
  return (
    <section className={css.version} aria-label={historyText.text}>
      <div className={css.tools}>
        <Button
          label={isPhone ? historyText.back : historyText.backToNote}
          size="small"
          tone="quiet"
          data-back
          icon={<ChevronLeft aria-hidden />}
          onPress={() => view.choose(undefined)}
        />
        {chosen !== CURRENT_VERSION && (
          <Button
            label={historyText.restore}
            size="small"
            tone="primary"
            icon={<RotateCcw aria-hidden />}
            onPress={() => void view.restore()}
          />
        )}
        <Button label={historyText.copy} size="small" icon={<Copy aria-hidden />} onPress={() => void view.copy()} />
        <Checkbox isSelected={showsChanges} onChange={setShowsChanges}>
          {historyText.showChanges}
        </Checkbox>
      </div>
      {children}
      {shown === undefined && <DelayedSpinner />}
      {shown !== undefined && "kind" in shown && <p className={css.problem}>{historyProblemText[shown.kind]}</p>}
      {shown !== undefined && "comparison" in shown && <Text shown={shown} showsChanges={showsChanges} />}
    </section>
  );
}

function Text({ shown: { key, comparison, text }, showsChanges }: { readonly shown: Shown; readonly showsChanges: boolean }) {
  const title = showsChanges ? comparison.title : text.title;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrollable by keyboard
    <section className={css.text} tabIndex={0} aria-label={text.title.trim() || workspaceText.untitled}>
      <div className={css.column}>
        <ChangesTitle key={`${key} title`} className={css.title} text={title.trim() || workspaceText.untitled} />
        {showsChanges ? <ChangesView html={comparison.content} /> : <NoteView html={text.content} />}
      </div>
    </section>
  );
}
