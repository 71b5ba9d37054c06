/** The page on which a note is written: title with its counter, the editor, and the row of buttons. For editing and for new notes. Spec A §2.12. */
import { folderPath } from "@satchel/core/model/entities/folder.ts";
import { NOTE } from "@satchel/core/model/limits/limits.ts";
import type { TabsService } from "@satchel/core/workspace/open-tabs/tabs-service-types.ts";
import { canSave, draftOf, type EditTab, isDirty, isLockedTab, isNewToUser, type NewTab } from "@satchel/core/workspace/tabs/tab.ts";
import { GitMerge } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import type { NoteEditorProps } from "../../../editor/NoteEditor.tsx";
import { sourceTabs, toggleSource } from "../../../shared/editor-host/source-tabs.ts";
import { useFrame } from "../../../shared/hooks/use-layout.ts";
import { useIsSensitive } from "../../../shared/hooks/use-notes.ts";
import { useStore } from "../../../shared/hooks/use-store.ts";
import { SyncMark } from "../../../shared/marks/SyncMark.tsx";
import { Notice } from "../../../shared/notices/Notice.tsx";
import { useLibrary, useServices } from "../../../shared/services.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { DelayedSpinner } from "../../../shared/ui/DelayedSpinner.tsx";
import { SeePlans } from "../../../shared/ui/SeePlans.tsx";
import { useWorkspaceActions } from "../../../shared/workspace-actions.ts";
import { syncNoticesText } from "../../../text/drive/sync-notices.ts";
import { noteProblemText } from "../../../text/notes/note-problems.ts";
import { notesText } from "../../../text/notes/notes.ts";
import { sensitiveText } from "../../../text/notes/sensitive.ts";
import { AlsoOpen } from "../AlsoOpen.tsx";
import { caretPositions } from "../caret-positions.ts";
import { DayBar, NewNoteTags, NoteEditor, NoteTags } from "../lazy-editor.ts";
import { MissingNote } from "../MissingNote.tsx";
import { SealedNote } from "../SealedNote.tsx";
import { useEditorHost } from "../use-editor-host.ts";
import { PhoneWriteActions, PhoneWriteEnd } from "./PhoneWriteBar.tsx";
import { RecoveredBox } from "./RecoveredBox.tsx";
import { TitleCount, TitleField } from "./TitleField.tsx";
import { WriteBar, type WriteBarProps } from "./WriteBar.tsx";
import css from "./write-note.module.css";

type WriteNoteProps = Pick<NoteEditorProps, "tools" | "selectionTools"> & {
  readonly tab: EditTab | NewTab;
  readonly isTitleMissing: boolean;
};

export function WriteNote({ tab, isTitleMissing, tools, selectionTools }: WriteNoteProps) {
  const { notes, tabs, sensitive } = useLibrary();
  const hasPassword = useStore(sensitive.store, ({ kind }) => kind !== "not-set-up");
  const { mergeNow, finish, focusing, focused } = useWorkspaceActions();
  const isAutomatic = useStore(useServices().saving.store, ({ saving }) => saving === "automatically");
  const isPhone = useFrame() === "phone";
  const isSource = useStore(sourceTabs, ({ ids }) => ids.includes(tab.id));
  const isSensitive = useIsSensitive(tab);
  const host = useEditorHost({ noteId: tab.type === "edit" ? tab.noteId : null, isSensitive });
  const isSaving = useStore(tabs.store, (state) => state.saving.has(tab.id));
  const pendingShare = useStore(tabs.store, (state) => state.pending.get(tab.id));
  const text = useTabText(tabs, tab);
  const [isOverLimit, setIsOverLimit] = useState(false);
  const page = useRef<HTMLDivElement>(null);
  const draft = draftOf(tab);
  const isFocusWanted = focusing === tab.id;
  const wantedField = useWantedField(isFocusWanted, tab.type === "new" && draft?.title === "");
  const isNew = isNewToUser(tab);
  const hasTags = useStore(notes.store, ({ notesById }) => tab.type === "edit" && notesById.get(tab.noteId)?.tags !== undefined);
  const noteId = tab.type === "edit" ? tab.noteId : undefined;
  const caret: NoteEditorProps["caret"] = {
    isWanted: wantedField === "text",
    // A note that began with a template has the position of its `{{cursor}}` under its tab. It may have been saved since.
    findPosition: () => caretPositions.of(noteId ?? "") ?? caretPositions.of(tab.id),
    onPut: () => focused(tab.id),
    onLeave: (position, upper) => noteId !== undefined && caretPositions.remember(noteId, position, upper),
  };
  if (tab.type === "edit" && tab.editing.kind === "failed") return <MissingNote tabId={tab.id} problem={tab.editing.problem} isEditing />;
  // Unmounts the editor with its text and its undo history.
  if (isLockedTab(tab)) return <SealedNote sentence={hasPassword ? sensitiveText.lockedToEdit : sensitiveText.noPassword} />;
  if (draft === undefined) return <DelayedSpinner />;
  const focusText = (): void => page.current?.querySelector<HTMLElement>('[contenteditable="true"]')?.focus();
  const header = (
    <header className={css.head}>
      <TitleField
        value={draft.title}
        problem={titleProblem(draft.title, isTitleMissing)}
        isNew={isNew}
        isFocusWanted={wantedField === "title"}
        onFocused={() => focused(tab.id)}
        onChange={(title) => tabs.editDraft(tab.id, { title })}
        onEnter={focusText}
      />
      <WriteMeta tab={tab} title={draft.title} isAutomatic={isAutomatic} />
      <Suspense>
        {noteId !== undefined && hasTags && <NoteTags noteId={noteId} />}
        {tab.type === "new" && tab.tags !== undefined && <NewNoteTags tab={tab} />}
      </Suspense>
      {!isAutomatic && <RecoveredBox tab={tab} />}
      {!isAutomatic && tab.type === "edit" && tab.editing.kind === "open" && tab.editing.isBehind === true && (
        <Notice
          tone="info"
          shape="box"
          icon={<GitMerge />}
          actions={
            <Button
              label={syncNoticesText.mergeNow}
              size="small"
              isDisabled={!canSave(tab) || isOverLimit}
              busy={isSaving}
              onPress={() => mergeNow(tab.id)}
            />
          }
        >
          {syncNoticesText.changedElsewhere}
        </Notice>
      )}
    </header>
  );
  const buttons: WriteBarProps = { tab, canSave: canSave(tab, pendingShare) && !isOverLimit, isAutomatic, isSaving, pendingShare };
  // A phone has one bar for tools and buttons. In fullscreen the buttons float over the text, as in any frame.
  const isOneBar = isPhone && !tab.isExpanded;
  return (
    <div ref={page} className={css.page}>
      <h1 className="visually-hidden">{isNew ? notesText.newNote : notesText.edit}</h1>
      <Suspense fallback={<DelayedSpinner />}>
        <div className={css.editor}>
          <NoteEditor
            {...text}
            placeholder={notesText.contentPlaceholder}
            isFullscreen={tab.isExpanded}
            maxLength={NOTE.contentMaxChars}
            onOverLimit={setIsOverLimit}
            header={header}
            host={host}
            // The same in every frame, so that an open dialog of a tool survives a change of the window's width.
            tools={(editor) => (
              <>
                {tools?.(editor)}
                {isOneBar && <PhoneWriteActions {...buttons} />}
              </>
            )}
            toolbarEnd={isPhone ? <PhoneWriteEnd {...buttons} /> : undefined}
            selectionTools={selectionTools}
            caret={caret}
            onCloseSource={isSource ? () => toggleSource(tab.id, false) : undefined}
            onEscape={isAutomatic && !tab.isExpanded ? () => finish(tab.id) : undefined}
          />
        </div>
      </Suspense>
      {!isOneBar && <WriteBar {...buttons} />}
    </div>
  );
}

/** Field that the focus is wanted for. A new note begins with its title, also if that has letters by the time the focus is asked for. */
function useWantedField(isWanted: boolean, isEmptyNew: boolean): "title" | "text" | undefined {
  const next = useRef<"title" | "text">(isEmptyNew ? "title" : "text");
  const wasWanted = useRef(false);
  if (wasWanted.current && !isWanted) next.current = "text";
  wasWanted.current = isWanted;
  return isWanted ? next.current : undefined;
}

function titleProblem(title: string, isMissing: boolean): string | undefined {
  if ([...title].length > NOTE.titleMaxChars) return noteProblemText["title-too-long"];
  return isMissing && title.trim() === "" ? noteProblemText["title-missing"] : undefined;
}

type MetaProps = { readonly tab: EditTab | NewTab; readonly title: string; readonly isAutomatic: boolean };

function WriteMeta({ tab, title, isAutomatic }: MetaProps) {
  const { notes, tabs, kind } = useLibrary();
  const summary = useStore(notes.store, (state) => (tab.type === "edit" ? state.notesById.get(tab.noteId) : undefined));
  const folderId = tab.type === "new" ? tab.folderId : (summary?.folderId ?? null);
  const folder = useStore(notes.store, (state) => state.folders.find((one) => one.folderId === folderId));
  const dirty = isDirty(tab);
  const isRefused = useStore(tabs.store, ({ saveProblems }) => saveProblems.has(tab.id));
  // A save is seldom worth a word of its own: where the note is in the drive, that says it.
  const isSaved = isAutomatic && !dirty && tab.type === "edit" && (kind === "local" || summary?.sync.kind === "saving");
  const sync = !dirty && !isSaved && kind === "cloud" ? summary?.sync : undefined;
  return (
    <p className={css.meta}>
      {tab.type === "new" && tab.noteType !== undefined && <span>{notesText.typeComing(tab.noteType)}</span>}
      {folder !== undefined && <span className={css.path}>{folderPath(folder)}</span>}
      {dirty && <span>{!isAutomatic ? notesText.keptHere : isRefused ? notesText.notSaved : notesText.saving}</span>}
      {isSaved && <span>{notesText.saved}</span>}
      {sync !== undefined && <SyncMark sync={sync} withLabel />}
      {sync?.kind === "needs-you" && <SeePlans why={sync.reason} />}
      <Suspense>{summary?.day !== undefined && <DayBar noteId={summary.noteId} />}</Suspense>
      {tab.type === "edit" && <AlsoOpen noteId={tab.noteId} />}
      <TitleCount title={title} />
    </p>
  );
}

type TabText = Pick<NoteEditorProps, "value" | "version" | "onChange" | "connect">;

/** Connects a tab's editor with the tabs service: the shown text, and every edit of it. */
export function useTabText(tabs: TabsService, tab: EditTab | NewTab): TabText {
  return {
    value: draftOf(tab)?.content ?? "",
    version: tab.type === "edit" && tab.editing.kind === "open" ? tab.editing.opened : undefined,
    onChange: (content, version) => tabs.editDraft(tab.id, { content }, version),
    connect: (editor) => tabs.connectEditor(tab.id, editor),
  };
}
