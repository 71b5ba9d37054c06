/**
 * Offers to make a typed `#word` a tag of the note, once a space follows it. The text stays as it is. The offer ends when the caret leaves the
 * paragraph. Decision 0047.
 */
import type { Editor } from "@tiptap/core";
import type { EditorState, Transaction } from "@tiptap/pm/state";
import { X } from "lucide-react";
import { useEffect, useState } from "react";
import type { TagHost } from "../../shared/editor-host/editor-host.ts";
import { tagsText } from "../../text/tags.ts";
import { ToolbarButton } from "../controls/ToolbarButton.tsx";
import css from "../paste/paste-offer.module.css";

type TagOfferProps = { readonly editor: Editor; readonly tags: TagHost | undefined };

export function TagOffer({ editor, tags }: TagOfferProps) {
  const [offered, setOffered] = useState<string>();
  useEffect(() => {
    // Renders nothing while there is no offer, at whatever is typed.
    let current: string | undefined;
    const handleUpdate = ({ transaction }: { readonly transaction: Transaction }): void => {
      const isStillThere = current !== undefined && textAtCaret(editor.state).includes(`#${current}`);
      const next = typedTag(editor.state, transaction) ?? (isStillThere ? current : undefined);
      if (next !== current) setOffered(next);
      current = next;
    };
    editor.on("transaction", handleUpdate);
    return () => void editor.off("transaction", handleUpdate);
  }, [editor]);
  if (offered === undefined || tags === undefined || tags.has(offered)) return null;
  const handleAdd = (): void => {
    setOffered(undefined);
    tags.add(offered);
    editor.commands.focus();
  };
  return (
    <section className={css.offer} aria-label={tagsText.offer}>
      <output>{tagsText.offered(offered)}</output>
      <button type="button" className={css.keep} onMouseDown={(event) => event.preventDefault()} onClick={handleAdd}>
        {tagsText.add}
      </button>
      <ToolbarButton label={tagsText.dismiss} Icon={X} onPress={() => setOffered(undefined)} />
    </section>
  );
}

const HASHTAG = /(?:^|\s)#([\p{L}\p{N}_][\p{L}\p{N}\p{M}_/-]{0,98})\s$/u;

/** The tag before the space that was just typed; undefined for numbers, in code, and for any other change. */
function typedTag(state: EditorState, { docChanged, steps }: Transaction): string | undefined {
  const [step] = steps;
  if (!docChanged || step === undefined || steps.length !== 1) return undefined;
  const { slice } = step as {
    readonly slice?: { readonly content: { readonly size: number; textBetween(from: number, to: number): string } };
  };
  if (slice?.content.size !== 1 || !/^\s$/.test(slice.content.textBetween(0, 1))) return undefined;
  const { $from, empty } = state.selection;
  const isCode = $from.parent.type.spec.code === true || $from.marks().some(({ type }) => type.name === "code");
  const word = empty && !isCode ? HASHTAG.exec(textAtCaret(state, $from.parentOffset))?.[1] : undefined;
  return word === undefined || /^[\d/]+$/.test(word) ? undefined : word.replace(/\/+$/, "");
}

/** Text of the paragraph with the caret, up to `to`. Other inline content counts as one character. */
function textAtCaret({ selection: { $from } }: EditorState, to = $from.parent.content.size): string {
  return $from.parent.isTextblock ? $from.parent.textBetween(0, to, undefined, "\ufffc") : "";
}
