/** Asks for a template: for a new note, for the open text, or for the new notes of a folder. Decision 0059. */

import { toSearchText } from "@satchel/core/library/search/words.ts";
import type { NoteSummary } from "@satchel/core/model/entities/note.ts";
import { Check, LayoutTemplate } from "lucide-react";
import { type FormEvent, useMemo, useState } from "react";
import { TextField } from "../../shared/forms/TextField.tsx";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { EmptyState } from "../../shared/ui/EmptyState.tsx";
import type { TemplatePurpose } from "../../shared/workspace-actions.ts";
import { templatesText as text } from "../../text/notes/organize/templates.ts";
import { workspaceText } from "../../text/workspace.ts";
import css from "./template-dialog.module.css";
import { useTemplateCommands } from "./use-template-commands.ts";

type TemplateDialogProps = { readonly purpose: TemplatePurpose; readonly onClose: () => void };

export function TemplateDialog({ purpose, onClose }: TemplateDialogProps) {
  const { notes } = useLibrary();
  const all = useStore(notes.store, (state) => state.notes);
  const folder = useStore(notes.store, ({ folders }) =>
    purpose.kind === "folder" ? folders.find(({ folderId }) => folderId === purpose.folderId) : undefined,
  );
  const templates = useMemo(
    () => all.filter(({ isTemplate }) => isTemplate).sort((a, b) => a.title.localeCompare(b.title) || (a.noteId < b.noteId ? -1 : 1)),
    [all],
  );
  const [typed, setTyped] = useState("");
  const found = useMemo(() => findTemplates(templates, typed), [templates, typed]);
  const { choose, addFirst, busy } = useTemplateCommands(purpose, onClose);
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const [first] = found;
    if (first !== undefined) choose(first.noteId);
  };
  return (
    <Dialog title={titleOf(purpose, folder?.name)} onClose={onClose}>
      {templates.length === 0 ? (
        <EmptyState
          small
          title={text.emptyTitle}
          sentence={text.emptySentence}
          action={<Button label={text.addFirst} tone="primary" autoFocus busy={busy} onPress={addFirst} />}
        />
      ) : (
        <form onSubmit={handleSubmit}>
          <TextField label={text.search} value={typed} autoFocus autoComplete="off" onChange={setTyped} />
          <ul className={css.list} aria-label={text.list}>
            {purpose.kind === "folder" && (
              <Choice name={text.none} isCurrent={folder?.templateId === undefined} onChoose={() => choose(undefined)} />
            )}
            {found.map(({ noteId, title }) => (
              <Choice
                key={noteId}
                name={title || workspaceText.untitled}
                isTemplate
                isCurrent={folder?.templateId === noteId}
                onChoose={() => choose(noteId)}
              />
            ))}
          </ul>
          {found.length === 0 && <p className={css.none}>{text.noneFound}</p>}
        </form>
      )}
      <Help />
    </Dialog>
  );
}

type ChoiceProps = { readonly name: string; readonly isTemplate?: boolean; readonly isCurrent: boolean; readonly onChoose: () => void };

function Choice({ name, isTemplate = false, isCurrent, onChoose }: ChoiceProps) {
  return (
    <li>
      <button type="button" className={css.row} aria-current={isCurrent ? "true" : undefined} onClick={onChoose}>
        <span className={css.mark}>{isTemplate && <LayoutTemplate width={16} height={16} aria-hidden />}</span>
        <span className={css.name} dir="auto">
          {name}
        </span>
        {isCurrent && <Check width={16} height={16} aria-hidden />}
      </button>
    </li>
  );
}

function Help() {
  return (
    <details className={css.help}>
      <summary>{text.help}</summary>
      <dl>
        {text.placeholders.map(([placeholder, meaning]) => (
          <div key={placeholder}>
            <dt>
              <code>{placeholder}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function titleOf({ kind }: TemplatePurpose, folderName = ""): string {
  if (kind === "folder") return text.folderTitle(folderName);
  return kind === "insert" ? text.insertTitle : text.newTitle;
}

function findTemplates(templates: readonly NoteSummary[], typed: string): readonly NoteSummary[] {
  const words = toSearchText(typed).trim().split(" ");
  return templates.filter(({ title }) => words.every((word) => toSearchText(title).includes(word)));
}
