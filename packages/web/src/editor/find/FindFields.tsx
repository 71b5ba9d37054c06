/** Fields of a find bar, for the editor and the read view. The caller does the search. */
import { ArrowDown, ArrowUp, CaseSensitive, Regex, SlidersHorizontal, TextSelect, WholeWord, X } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { deliverKeys } from "../../shared/typeahead/held-keys.ts";
import { editorText } from "../../text/editor/editor.ts";
import { ToolbarButton } from "../controls/ToolbarButton.tsx";
import css from "./find.module.css";
import { isUndoKey } from "./use-find-key.ts";

const text = editorText.find;

export type FieldOptions = {
  readonly isExact: boolean;
  readonly isWhole: boolean;
  /** Regular expression; absent where there is none. */
  readonly isPattern?: boolean;
};

type FindFieldsProps = {
  readonly query: string;
  readonly options: FieldOptions;
  readonly count: number;
  /** Number of the current hit, from 1. */
  readonly at: number;
  /** Sentence instead of the number of hits. */
  readonly problem?: string | undefined;
  readonly onQuery: (query: string) => void;
  readonly onOptions: (options: FieldOptions) => void;
  /** Limits the search to the selection; absent where there is none. */
  readonly selection?: { readonly isOn: boolean; readonly isDisabled: boolean; readonly onPress: () => void };
  readonly onStep: (step: 1 | -1) => void;
  readonly onClose: () => void;
  readonly onReplace?: ((replacement: string) => void) | undefined;
  readonly onReplaceAll?: ((replacement: string) => void) | undefined;
  /** Handles Ctrl+Z on the replace buttons; text fields have their own undo. */
  readonly onUndo?: (() => void) | undefined;
};

export function FindFields(props: FindFieldsProps) {
  const { query, count, at, onQuery, onStep, onClose, onReplace, onReplaceAll, onUndo } = props;
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key === "Escape") onClose();
    if (event.key === "Enter") onStep(event.shiftKey ? -1 : 1);
    if (event.key === "Escape" || event.key === "Enter") event.preventDefault();
  };
  const handleBarKey = (event: KeyboardEvent): void => {
    const isUndo = onUndo !== undefined && event.target instanceof HTMLButtonElement && isUndoKey(event);
    if (event.defaultPrevented || (event.key !== "Escape" && !isUndo)) return;
    event.preventDefault();
    if (isUndo) onUndo();
    else onClose();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: older browsers lack <search>.
    <div role="search" className={css.bar} aria-label={text.label} onKeyDown={handleBarKey}>
      <div className={css.line}>
        <div className={css.query}>
          <input
            className={css.field}
            aria-label={text.query}
            placeholder={text.query}
            autoComplete="off"
            value={query}
            ref={selectAll}
            onChange={(event) => onQuery(event.target.value)}
            onKeyDown={handleKey}
          />
          <output className={css.count}>{query === "" ? "" : (props.problem ?? text.matchCount(at, count))}</output>
        </div>
        <Options {...props} />
        <ToolbarButton label={text.previous} Icon={ArrowUp} keys="Shift-Enter" onPress={() => onStep(-1)} />
        <ToolbarButton label={text.next} Icon={ArrowDown} keys="Enter" onPress={() => onStep(1)} />
        <ToolbarButton label={text.close} Icon={X} onPress={onClose} />
      </div>
      {onReplace !== undefined && onReplaceAll !== undefined && (
        <ReplaceLine onReplace={onReplace} onReplaceAll={onReplaceAll} onClose={onClose} />
      )}
    </div>
  );
}

/** On a phone the options are behind a button, so that the bar has two lines. */
function Options({ options, onOptions, selection }: FindFieldsProps) {
  const { isExact, isWhole, isPattern } = options;
  const [isOpen, setOpen] = useState(false);
  const isAny = isExact || isWhole || isPattern === true || selection?.isOn === true;
  return (
    <>
      <span className={css.more} data-on={isAny || undefined}>
        <ToolbarButton label={text.options} Icon={SlidersHorizontal} isExpanded={isOpen} onPress={() => setOpen(!isOpen)} />
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend. */}
      <div role="group" className={css.options} aria-label={text.options} data-open={isOpen || undefined}>
        <ToolbarButton
          label={text.matchCase}
          Icon={CaseSensitive}
          isOn={isExact}
          onPress={() => onOptions({ ...options, isExact: !isExact })}
        />
        <ToolbarButton
          label={text.wholeWords}
          Icon={WholeWord}
          isOn={isWhole}
          onPress={() => onOptions({ ...options, isWhole: !isWhole })}
        />
        {isPattern !== undefined && (
          <ToolbarButton
            label={text.pattern}
            Icon={Regex}
            isOn={isPattern}
            onPress={() => onOptions({ ...options, isPattern: !isPattern })}
          />
        )}
        {selection !== undefined && <ToolbarButton label={text.inSelection} Icon={TextSelect} {...selection} />}
      </div>
    </>
  );
}

type ReplaceLineProps = {
  readonly onReplace: (replacement: string) => void;
  readonly onReplaceAll: (replacement: string) => void;
  readonly onClose: () => void;
};

function ReplaceLine({ onReplace, onReplaceAll, onClose }: ReplaceLineProps) {
  const [replacement, setReplacement] = useState("");
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key === "Escape") onClose();
    if (event.key === "Enter") onReplace(replacement);
    if (event.key === "Escape" || event.key === "Enter") event.preventDefault();
  };
  return (
    <div className={css.line}>
      <input
        className={css.field}
        aria-label={text.replacement}
        placeholder={text.replacement}
        autoComplete="off"
        value={replacement}
        onChange={(event) => setReplacement(event.target.value)}
        onKeyDown={handleKey}
      />
      <button type="button" className={css.button} onClick={() => onReplace(replacement)}>
        {text.replace}
      </button>
      <button type="button" className={css.button} onClick={() => onReplaceAll(replacement)}>
        {text.replaceAll}
      </button>
    </div>
  );
}

function selectAll(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
  deliverKeys("find");
}
