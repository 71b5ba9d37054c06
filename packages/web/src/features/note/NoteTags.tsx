/** The tags of a note under its title. Nothing is shown for a note without tags; its menu adds the first one. Decision 0047. */
import { isReadable } from "@satchel/core/library/notes/note-list.ts";
import type { TagChange } from "@satchel/core/library/tags/plan-tags.ts";
import { tagKey } from "@satchel/core/model/entities/tags/tag.ts";
import { toTags } from "@satchel/core/model/entities/tags/tag-edits.ts";
import type { NewTab } from "@satchel/core/workspace/tabs/tab.ts";
import { Plus, X } from "lucide-react";
import { useRef, useState } from "react";
import { useFrame } from "../../shared/hooks/use-layout.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { TagField } from "../../shared/marks/tags/TagField.tsx";
import { useChangeTags } from "../../shared/marks/tags/use-change-tags.ts";
import { useLibrary } from "../../shared/services.ts";
import { useWorkspaceActions } from "../../shared/workspace-actions.ts";
import { tagsText } from "../../text/tags.ts";
import css from "./note-tags.module.css";

const NONE: readonly string[] = [];

export function NoteTags({ noteId }: { readonly noteId: string }) {
  const { notes } = useLibrary();
  const tags = useStore(notes.store, ({ notesById }) => notesById.get(noteId)?.tags ?? NONE);
  const canEdit = useStore(notes.store, ({ notesById }) => isReadable(notesById.get(noteId) ?? { isEncrypted: true }));
  const changeTags = useChangeTags();
  return <TagRow tags={tags} canEdit={canEdit} onChange={(edit) => void changeTags([{ noteId, ...edit }])} />;
}

/** Tags that a note gets when it is created. */
export function NewNoteTags({ tab }: { readonly tab: NewTab }) {
  const { tabs } = useLibrary();
  const { tags = NONE } = tab;
  const handleChange = ({ add = NONE, remove = NONE }: TagEdit): void =>
    tabs.setNewTags(tab.id, toTags([...tags.filter((tag) => !remove.includes(tag)), ...add]));
  return <TagRow tags={tags} canEdit onChange={handleChange} />;
}

type TagEdit = Omit<TagChange, "noteId">;
type TagRowProps = { readonly tags: readonly string[]; readonly canEdit: boolean; readonly onChange: (edit: TagEdit) => void };

function TagRow({ tags, canEdit, onChange }: TagRowProps) {
  const [adding, setAdding] = useState<"no" | "yes" | "left">("no");
  const row = useRef<HTMLUListElement>(null);
  if (tags.length === 0) return null;
  const focusLast = (): void => [...(row.current?.querySelectorAll<HTMLElement>(`.${css.remove}`) ?? [])].at(-1)?.focus();
  const handleRemove = (tag: string): void => {
    onChange({ remove: [tag] });
    row.current?.querySelector<HTMLElement>(`.${css.add}`)?.focus();
  };
  return (
    <ul ref={row} className={css.tags} aria-label={tagsText.ofNote}>
      {tags.map((tag) => (
        <li key={tag} className={css.chip}>
          <Name tag={tag} />
          {canEdit && (
            <button type="button" className={css.remove} aria-label={tagsText.remove(tag)} onClick={() => handleRemove(tag)}>
              <X aria-hidden />
            </button>
          )}
        </li>
      ))}
      {canEdit && (
        <li>
          {adding === "yes" ? (
            <TagField
              has={tags}
              onAdd={(tag) => onChange({ add: [tag] })}
              onLeave={(isByKey) => setAdding(isByKey ? "left" : "no")}
              onBack={focusLast}
            />
          ) : (
            <button
              type="button"
              className={css.add}
              aria-label={tagsText.add}
              title={tagsText.add}
              // biome-ignore lint/a11y/noAutofocus: returns the focus that the field had
              autoFocus={adding === "left"}
              onClick={() => setAdding("yes")}
            >
              <Plus aria-hidden />
            </button>
          )}
        </li>
      )}
    </ul>
  );
}

/** Filters the list by the tag. */
function Name({ tag }: { readonly tag: string }) {
  const { workspace } = useLibrary();
  const { showList } = useWorkspaceActions();
  const isPhone = useFrame() === "phone";
  const handleShow = (): void => {
    workspace.selectFolder(null);
    workspace.filterByTags([tagKey(tag)]);
    if (isPhone) showList();
  };
  return (
    <button type="button" className={css.name} title={tagsText.show(tag)} dir="auto" onClick={handleShow}>
      {tag}
    </button>
  );
}
