/** The AI dialog: prompt, host, and response, which is pasted as rich text. Spec A §2.14, A §4 "AI dialog". */
import { ArrowUp, Sparkles, Square } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { Problem } from "../../shared/forms/Problem.tsx";
import { Button } from "../../shared/ui/Button.tsx";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { Spinner } from "../../shared/ui/Spinner.tsx";
import { aiProblemText, aiText as text } from "../../text/editor/ai.ts";
import { commonText } from "../../text/labels.ts";
import css from "./ai.module.css";
import { RenderedAnswer } from "./RenderedAnswer.tsx";
import { type AiAnswer, useAiDialog } from "./use-ai-dialog.ts";

/** Resolves to false if the code that reads the response could not load. */
type Put = (markdown: string, where: AnswerTarget) => Promise<boolean>;
export type AnswerTarget = "replace" | "below";

type AiDialogProps = {
  readonly isSensitive: boolean;
  /** Selected text as Markdown; it is sent along, and the response can replace it. */
  readonly selected: string;
  readonly onPut: Put;
  readonly onClose: () => void;
};

export function AiDialog({ isSensitive, selected, onPut, onClose }: AiDialogProps) {
  const ai = useAiDialog(isSensitive, selected);
  const hasSelection = selected !== "";
  const promptId = useId();
  const promptRef = useRef<HTMLTextAreaElement>(null);
  const host = ai.destination === undefined || ai.destination.kind === "none" ? "" : ai.destination.host;
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    ai.submit();
  };
  // The pressed button disappears, and the focus would go to the page behind, where Escape does nothing.
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
        {hasSelection && (
          <Presets
            isDisabled={ai.isSearching}
            onChoose={(prompt) => {
              ai.setPrompt(prompt);
              ai.submit();
            }}
          />
        )}
        {hasSelection && <Selected markdown={selected} />}
        <Destination kind={ai.destination?.kind} host={host} hasSelection={hasSelection} />
        <Answer
          answer={ai.answer}
          hasSelection={hasSelection}
          onStop={withFocus(ai.stop)}
          onAgain={withFocus(ai.submit)}
          onPut={onPut}
          onDiscard={onClose}
        />
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

function Presets({ isDisabled, onChoose }: { readonly isDisabled: boolean; readonly onChoose: (prompt: string) => void }) {
  return (
    <fieldset className={css.presets} aria-label={text.presetsLabel}>
      {text.presets.map(({ label, prompt }) => (
        <Button label={label} key={label} size="small" isDisabled={isDisabled} onPress={() => onChoose(prompt)} />
      ))}
    </fieldset>
  );
}

function Selected({ markdown }: { readonly markdown: string }) {
  return (
    <section aria-label={text.selected}>
      <h3 className={css.heading}>{text.selected}</h3>
      <div className={css.selected} dir="auto">
        {markdown}
      </div>
    </section>
  );
}

type DestinationProps = {
  readonly kind: "own" | "operator" | "none" | undefined;
  readonly host: string;
  readonly hasSelection: boolean;
};

function Destination({ kind, host, hasSelection }: DestinationProps) {
  if (kind === undefined) return <p className={css.aside} />;
  if (kind === "none") return <p className={css.aside}>{text.goesNowhere}</p>;
  return <p className={css.aside}>{hasSelection ? text.goesToWithSelection(host) : text.goesTo(host)}</p>;
}

type AnswerProps = {
  readonly answer: AiAnswer;
  readonly hasSelection: boolean;
  readonly onStop: () => void;
  readonly onAgain: () => void;
  readonly onPut: Put;
  readonly onDiscard: () => void;
};

function Answer(props: AnswerProps) {
  const { answer, onStop } = props;
  if (answer.kind === "none") return null;
  const problem = answer.kind === "failed" && <Problem sentence={aiProblemText[answer.problem.kind]} />;
  if (problem && answer.text === "") return problem;
  const isSearching = answer.kind === "searching";
  return (
    <section className={css.answer} aria-busy={isSearching} aria-label={text.generated}>
      {answer.text !== "" && (
        <>
          <h3 className={css.heading}>{text.generated}</h3>
          {isSearching ? (
            <div className={css.text} dir="auto">
              {answer.text}
            </div>
          ) : (
            <RenderedAnswer markdown={answer.text} />
          )}
        </>
      )}
      {problem}
      {isSearching ? (
        <div className={css.actions}>
          <span className={css.busy} role="status">
            <Spinner />
            {text.searching}
          </span>
          <Button label={text.stop} icon={<Square aria-hidden />} onPress={onStop} />
        </div>
      ) : (
        <Choices {...props} markdown={answer.text} />
      )}
    </section>
  );
}

/** Actions for a finished response. */
function Choices({ markdown, hasSelection, onAgain, onPut, onDiscard }: AnswerProps & { readonly markdown: string }) {
  const [isMissing, setMissing] = useState(false);
  const put = (where: AnswerTarget) => () => void onPut(markdown, where).then((isPut) => setMissing(!isPut));
  return (
    <>
      {isMissing && <Problem sentence={commonText.notLoaded} />}
      <div className={css.actions}>
        <Button label={text.tryAgain} onPress={onAgain} />
        {hasSelection ? (
          <>
            <Button label={text.discard} onPress={onDiscard} />
            <Button label={text.insertBelow} onPress={put("below")} />
            <Button label={text.replace} tone="primary" onPress={put("replace")} />
          </>
        ) : (
          <Button label={text.paste} tone="primary" onPress={put("below")} />
        )}
      </div>
    </>
  );
}
