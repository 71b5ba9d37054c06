/** The tags of one or several notes: adds to all of them, and removes from all. Decision 0047. */
import { tagKey } from "@satchel/core/model/entities/tags/tag.ts";
import { Plus, X } from "lucide-react";
import { useMemo } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { TagField } from "../../shared/marks/tags/TagField.tsx";
import { useChangeTags } from "../../shared/marks/tags/use-change-tags.ts";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { tagsText } from "../../text/tags.ts";
import css from "./tags-dialog.module.css";

type TagsDialogProps = { readonly noteIds: readonly string[]; readonly onClose: () => void };

export function TagsDialog({ noteIds, onClose }: TagsDialogProps) {
  const { notes } = useLibrary();
  const notesById = useStore(notes.store, (state) => state.notesById);
  const counted = useMemo(() => countTags(noteIds.flatMap((noteId) => notesById.get(noteId) ?? [])), [noteIds, notesById]);
  const onAll = counted.filter(({ count }) => count === noteIds.length).map(({ tag }) => tag);
  const changeTags = useChangeTags();
  const change = (edit: { readonly add?: readonly string[]; readonly remove?: readonly string[] }): void =>
    void changeTags(noteIds.map((noteId) => ({ noteId, ...edit })));
  return (
    <Dialog
      title={tagsText.ofNotes(noteIds.length)}
      onClose={onClose}
      actions={<Button label={tagsText.done} tone="primary" onPress={onClose} />}
    >
      {counted.length === 0 ? (
        <p className={css.none}>{tagsText.none}</p>
      ) : (
        <ul className={css.tags} aria-label={tagsText.title}>
          {counted.map(({ tag, count }) => (
            <li key={tag} className={css.tag}>
              <span className={css.name} dir="auto">
                {tag}
              </span>
              {count < noteIds.length && (
                <>
                  <span className={css.count}>{tagsText.some(count, noteIds.length)}</span>
                  <button type="button" className={css.button} aria-label={tagsText.addToAll(tag)} onClick={() => change({ add: [tag] })}>
                    <Plus aria-hidden />
                  </button>
                </>
              )}
              <button type="button" className={css.button} aria-label={tagsText.remove(tag)} onClick={() => change({ remove: [tag] })}>
                <X aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <TagField isOpen has={onAll} onAdd={(tag) => change({ add: [tag] })} />
    </Dialog>
  );
}

type Counted = { readonly tag: string; readonly count: number };

/** In the order of their keys. */
function countTags(notes: readonly { readonly tags?: readonly string[] }[]): readonly Counted[] {
  const byKey = new Map<string, string>();
  for (const { tags = [] } of notes) for (const tag of tags) if (!byKey.has(tagKey(tag))) byKey.set(tagKey(tag), tag);
  const countOf = (key: string): number => notes.filter(({ tags }) => tags?.some((tag) => tagKey(tag) === key) === true).length;
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, tag]) => ({ tag, count: countOf(key) }));
}
