/** Turns the last lines of hashtags, which earlier imports wrote, into tags: finds them, shows them, and can undo it. Decision 0047. */
import { isReadable } from "@satchel/core/library/notes/note-list.ts";
import { CODE_MISSING } from "@satchel/core/model/lazy/lazy-module.ts";
import { failed } from "@satchel/core/model/result.ts";
import type { FoundLine, TagsService } from "@satchel/core/workspace/tags/tags-service.ts";
import { useState } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useChangeTags } from "../../shared/marks/tags/use-change-tags.ts";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Section } from "../../shared/ui/Section.tsx";
import { noteProblemText } from "../../text/notes/note-problems.ts";
import { tagsText } from "../../text/tags.ts";
import { workspaceText } from "../../text/workspace.ts";
import css from "./convert-tag-lines.module.css";

type Looked =
  | { readonly kind: "not-yet" }
  | { readonly kind: "looking"; readonly read: number }
  | { readonly kind: "failed"; readonly sentence: string | undefined }
  | { readonly kind: "found"; readonly lines: readonly FoundLine[] };

/** Rows of the preview; the rest is counted. */
const SHOWN = 50;

export function ConvertTagLines() {
  const { notes, tags } = useLibrary();
  const notesById = useStore(notes.store, (state) => state.notesById);
  const changeTags = useChangeTags();
  const [looked, setLooked] = useState<Looked>({ kind: "not-yet" });
  const handleLook = async (): Promise<void> => {
    setLooked({ kind: "looking", read: 0 });
    const find = (service: TagsService) => service.findLines((read) => setLooked({ kind: "looking", read }));
    const found = await tags().then(find, () => failed(CODE_MISSING));
    setLooked(found.ok ? { kind: "found", lines: found.value } : { kind: "failed", sentence: noteProblemText[found.problem.kind] });
  };
  const handleConvert = async (lines: readonly FoundLine[]): Promise<void> => {
    const changes = lines.map(({ noteId }) => ({ noteId, line: "take" }) as const);
    const message = { id: "tags-changed", what: "converted", count: lines.length } as const;
    if (await changeTags(changes, { message })) setLooked({ kind: "not-yet" });
  };
  // Titles and tags of sensitive notes disappear with the lock.
  const isShown = ({ noteId }: FoundLine): boolean => isReadable(notesById.get(noteId) ?? { isEncrypted: true });
  const lines = looked.kind === "found" ? looked.lines.filter(isShown) : [];
  return (
    <Section title={tagsText.linesTitle} sentence={tagsText.linesSentence}>
      <p role="status" className={css.status}>
        {looked.kind === "looking" && tagsText.linesLooking(looked.read)}
        {looked.kind === "failed" && looked.sentence}
        {looked.kind === "found" && tagsText.linesFound(lines.length)}
      </p>
      {lines.length > 0 && (
        <ul className={css.lines}>
          {lines.slice(0, SHOWN).map(({ noteId, title, tags: found }) => (
            <li key={noteId}>
              <span className={css.title} dir="auto">
                {title || workspaceText.untitled}
              </span>
              <span className={css.tags} dir="auto">
                {found.map((tag) => `#${tag}`).join(" ")}
              </span>
            </li>
          ))}
          {lines.length > SHOWN && <li className={css.tags}>{tagsText.linesMore(lines.length - SHOWN)}</li>}
        </ul>
      )}
      <div className={css.buttons}>
        <Button label={tagsText.linesLook} busy={looked.kind === "looking"} onPress={() => void handleLook()} />
        {lines.length > 0 && (
          <Button label={tagsText.linesConvert(lines.length)} tone="primary" onPress={() => void handleConvert(lines)} />
        )}
      </div>
    </Section>
  );
}
