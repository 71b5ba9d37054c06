/** The AI dialog: a prompt, where it goes, and the answer, which is pasted as rich text. Spec A §2.14, A §4 "AI dialog". */
import { ArrowUp, Sparkles, Square } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { Button } from "../../shared/ui/Button.tsx";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { Problem } from "../../shared/ui/Problem.tsx";
import { Spinner } from "../../shared/ui/Spinner.tsx";
import { aiProblemText, aiText as text } from "../../text/ai.ts";
import { commonText } from "../../text/labels.ts";
import css from "./ai.module.css";
import { type AiAnswer, useAiDialog } from "./use-ai-dialog.ts";

/** False: what reads the answer could not be fetched. */
type Paste = (markdown: string) => Promise<boolean>;
type AiDialogProps = { readonly isSensitive: boolean; readonly onPaste: Paste; readonly onClose: () => void };

export function AiDialog({ isSensitive, onPaste, onClose }: AiDialogProps) {
  const ai = useAiDialog(isSensitive);
  const promptId = useId();
  const promptRef = useRef<HTMLTextAreaElement>(null);
  const host = ai.destination === undefined || ai.destination.kind === "none" ? "" : ai.destination.host;
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    ai.submit();
  };
  // The button that was pressed goes away: the focus would fall to the page behind, where Escape closes nothing.
  const withFocus = (act: () => void) => () => {
    promptRef.current?.focus();
    act();
  };
  return (
    <Dialog title={text.title} width="normal" icon={<Sparkles width={20} height={20} aria-hidden />} onClose={onClose}>
      <div className={css.dialog}>
        <div className={css.label}>
          <label htmlFor={promptId}>{text.prompt}</label>
          <span className={css.box}>
            <textarea
              ref={promptRef}
              id={promptId}
              className={css.prompt}
              rows={3}
              autoComplete="off"
              value={ai.prompt}
              autoFocus
              onChange={(event) => ai.setPrompt(event.target.value)}
              onKeyDown={handleKeyDown}
            />
            <IconButton label={text.submit} icon={<ArrowUp />} isDisabled={!ai.hasPrompt} isPending={ai.isSearching} onPress={ai.submit} />
          </span>
        </div>
        <Destination kind={ai.destination?.kind} host={host} />
        <Answer answer={ai.answer} onStop={withFocus(ai.stop)} onAgain={withFocus(ai.submit)} onPaste={onPaste} />
      </div>
      {ai.isAsking && (
        <ConfirmDialog
          variant="warning"
          title={text.sensitiveTitle}
          message={text.sensitive(host)}
          confirm={text.send}
          onConfirm={ai.send}
          onCancel={ai.keepBack}
        />
      )}
    </Dialog>
  );
}

function Destination({ kind, host }: { readonly kind: "own" | "operator" | "none" | undefined; readonly host: string }) {
  if (kind === undefined) return <p className={css.aside} />;
  return <p className={css.aside}>{kind === "none" ? text.goesNowhere : text.goesTo(host)}</p>;
}

type AnswerProps = {
  readonly answer: AiAnswer;
  readonly onStop: () => void;
  readonly onAgain: () => void;
  readonly onPaste: Paste;
};

function Answer({ answer, onStop, onAgain, onPaste }: AnswerProps) {
  const [isMissing, setMissing] = useState(false);
  if (answer.kind === "none") return null;
  const problem = answer.kind === "failed" && <Problem sentence={aiProblemText[answer.problem.kind]} />;
  if (problem && answer.text === "") return problem;
  const isSearching = answer.kind === "searching";
  return (
    <section className={css.answer} aria-busy={isSearching} aria-label={text.generated}>
      {answer.text !== "" && (
        <>
          <h3 className={css.heading}>{text.generated}</h3>
          <div className={css.text} dir="auto">
            {answer.text}
          </div>
        </>
      )}
      {problem}
      {isMissing && <Problem sentence={commonText.notLoaded} />}
      <div className={css.actions}>
        {isSearching ? (
          <>
            <span className={css.busy} role="status">
              <Spinner />
              {text.searching}
            </span>
            <Button icon={<Square aria-hidden />} onPress={onStop}>
              {text.stop}
            </Button>
          </>
        ) : (
          <>
            <Button onPress={onAgain}>{text.tryAgain}</Button>
            <Button tone="primary" onPress={() => void onPaste(answer.text).then((isPasted) => setMissing(!isPasted))}>
              {text.paste}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
