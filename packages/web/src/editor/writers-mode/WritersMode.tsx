/** Typewriter scrolling, focus, word goal and reading time of an open editor. Loaded only for those who use one of them. Decision 0057. */
import type { Editor } from "@tiptap/core";
import { useEffect, useState } from "react";
import type { WritersMode as Mode } from "../../shared/editor-host/writers-mode.ts";
import { writersText } from "../../text/editor/writers-mode.ts";
import { useWordCount } from "../controls/use-word-count.ts";
import { whenMounted } from "../schema/mounted-editor.ts";
import { createFocusPlugin, focusKey } from "./focus-plugin.ts";
import { followCaret } from "./follow-caret.ts";
import css from "./writers-mode.module.css";

type WritersModeProps = { readonly editor: Editor; readonly mode: Mode; readonly isSource: boolean };

export function WritersMode({ editor, mode, isSource }: WritersModeProps) {
  const { isTypewriter, focus } = mode;
  useEffect(() => {
    if (focus === "off") return undefined;
    editor.registerPlugin(createFocusPlugin(focus, css.focused as string));
    return () => {
      if (!editor.isDestroyed) editor.unregisterPlugin(focusKey);
    };
  }, [editor, focus]);
  useEffect(() => {
    if (!isTypewriter || isSource) return undefined;
    return whenMounted(editor, () => followCaret(editor));
  }, [editor, isTypewriter, isSource]);
  return mode.goal === undefined && !mode.hasReadingTime ? null : <Counts editor={editor} mode={mode} />;
}

/** Words that an adult reads in a minute. Brysbaert, "How many words do we read per minute?", Journal of Memory and Language 109 (2019). */
const WORDS_PER_MINUTE = 238;

function Counts({ editor, mode: { goal, hasReadingTime } }: Pick<WritersModeProps, "editor" | "mode">) {
  const [words, setWords] = useState<number>();
  useWordCount(editor, setWords);
  if (words === undefined) return null;
  return (
    <div className={css.counts}>
      {hasReadingTime && <span>{writersText.minutes(Math.max(1, Math.round(words / WORDS_PER_MINUTE)))}</span>}
      {goal === undefined ? <span>{writersText.words(words)}</span> : <Goal words={words} goal={goal} />}
    </div>
  );
}

const RADIUS = 6;
const LENGTH = 2 * Math.PI * RADIUS;

function Goal({ words, goal }: { readonly words: number; readonly goal: number }) {
  const share = Math.min(1, words / goal);
  return (
    <span className={css.goal}>
      <svg className={css.ring} viewBox="0 0 16 16" width={16} height={16} aria-hidden data-reached={share === 1 || undefined}>
        <circle cx={8} cy={8} r={RADIUS} />
        <circle className={css.done} cx={8} cy={8} r={RADIUS} strokeDasharray={`${share * LENGTH} ${LENGTH}`} transform="rotate(-90 8 8)" />
      </svg>
      {writersText.ofGoal(words, goal)}
    </span>
  );
}
