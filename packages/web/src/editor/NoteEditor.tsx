/** The rich-text editor: canonical stored HTML in and out. Independent of notes and storage. Spec A §2.12, A §2.14, A §9. */
import type { ConnectedEditor, EditorConnection, Opened } from "@satchel/core/workspace/tabs/tab.ts";
import type { Editor } from "@tiptap/core";
import { EditorContent } from "@tiptap/react";
import { type MouseEvent, memo, type ReactNode, Suspense, useEffect, useId, useRef, useState } from "react";
import { editorText } from "../text/editor/editor.ts";
import { BlockMenuHost } from "./block-menu/BlockMenuHost.tsx";
import { AtomPanel } from "./blocks/AtomPanel.tsx";
import { CharacterCount } from "./CharacterCount.tsx";
import { setCaretAtEnd } from "./typing/block-moves/block-edges.ts";
import "./content.css";
import type { EditorHost } from "../shared/editor-host/editor-host.ts";
import { isWritersMode, useWritersMode } from "../shared/editor-host/writers-mode.ts";
import { lazyComponent } from "../shared/lazy/lazy-component.ts";
import { EditorContents } from "./contents/EditorContents.tsx";
import { focusText } from "./controls/focus-text.ts";
import css from "./editor.module.css";
import { FindBar } from "./find/FindBar.tsx";
import { isFindKey, useFindKey } from "./find/use-find-key.ts";
import { EditorRemoteProgress } from "./images/bar/EditorRemoteProgress.tsx";
import { FilesProgress } from "./images/bar/FilesProgress.tsx";
import { ImageBar } from "./images/bar/ImageBar.tsx";
import { EmojiOverlay } from "./insert/emoji/EmojiOverlay.tsx";
import { TagOffer } from "./insert/TagOffer.tsx";
import { DayMenu } from "./insert/typed-menu/DayMenu.tsx";
import { EmojiMenu } from "./insert/typed-menu/EmojiMenu.tsx";
import { NoteMenu } from "./insert/typed-menu/NoteMenu.tsx";
import { SlashMenu } from "./insert/typed-menu/SlashMenu.tsx";
import { LongParagraphOffer } from "./long-documents/LongParagraphOffer.tsx";
import { PasteOffer } from "./paste/PasteOffer.tsx";
import { useSteadyText } from "./position/keep-position.ts";
import { SourceBar } from "./source/SourceBar.tsx";
import { TableControls } from "./tables/TableControls.tsx";
import { CopyMarkdownTool } from "./toolbar/CopyMarkdownTool.tsx";
import { EditorToolbar } from "./toolbar/EditorToolbar.tsx";
import { SelectionToolbar } from "./toolbar/SelectionToolbar.tsx";
import { isUnusedEscape } from "./typing/leave-by-escape.ts";
import { useWantedCaret, type WantedCaret } from "./typing/use-wanted-caret.ts";
import { useNoteEditor } from "./use-note-editor.ts";
import { WordCount } from "./WordCount.tsx";

export type NoteEditorProps = {
  /** Stored HTML. A change from outside replaces the text, except text that is being typed. */
  readonly value: string;
  /** Version of `value`; passed back unchanged with each edit made on top of it. */
  readonly version?: Opened | undefined;
  /** Called after each edit with exact canonical HTML; `""` for an empty note. */
  readonly onChange: (html: string, version: Opened | undefined) => void;
  /** Called once with the editor when it exists. */
  readonly connect?: ((editor: ConnectedEditor) => EditorConnection) | undefined;
  readonly placeholder?: string | undefined;
  readonly className?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly error?: string | undefined;
  readonly isFullscreen?: boolean | undefined;
  /** Maximum characters of plain text. Longer text is still reported; the page refuses to save it. */
  readonly maxLength?: number | undefined;
  readonly showCharacterCount?: boolean | undefined;
  /** Called when the text exceeds `maxLength`, and when it no longer does. */
  readonly onOverLimit?: ((isOver: boolean) => void) | undefined;
  /** Content above the text that scrolls with it: the title field and its meta line. */
  readonly header?: ReactNode;
  readonly host?: EditorHost | undefined;
  readonly caret?: WantedCaret | undefined;
  /** Escape in the text or the header, where it closes nothing. */
  readonly onEscape?: (() => void) | undefined;
  /** The page's buttons for selected text, at the end of the selection toolbar. */
  readonly selectionTools?: ((editor: Editor) => ReactNode) | undefined;
  /** The page's buttons at the end of the toolbar. */
  readonly tools?: ((editor: Editor) => ReactNode) | undefined;
  /** Buttons of the page at the end of the toolbar, which do not scroll away on a phone. */
  readonly toolbarEnd?: ReactNode;
  /** Shows the note as Markdown. Called to show rich text again. */
  readonly onCloseSource?: (() => void) | undefined;
};

const WritersMode = lazyComponent(async () => (await import("./writers-mode/WritersMode.tsx")).WritersMode);
const SourceFace = lazyComponent(async () => (await import("./source/SourceFace.tsx")).SourceFace, "part");

/** True for a click on the page itself, not on its scroll bar or a child. */
function isBelow({ target, currentTarget, clientX, clientY }: MouseEvent, text: HTMLElement): boolean {
  if (target !== currentTarget) return false;
  const { left } = currentTarget.getBoundingClientRect();
  return clientX < left + currentTarget.clientWidth && clientY > text.getBoundingClientRect().bottom;
}

export function NoteEditor(props: NoteEditorProps) {
  const { value, version, onChange, connect, className = "", disabled = false, error, isFullscreen = false, maxLength } = props;
  const { showCharacterCount = false } = props;
  const editor = useNoteEditor({
    value,
    version,
    onChange,
    connect,
    disabled,
    placeholder: props.placeholder ?? editorText.placeholder,
    isInvalid: error !== undefined,
    host: props.host,
  });
  useWantedCaret(editor, props.caret);
  const errorId = useId();
  const [isFinding, setFinding] = useState(false);
  const page = useRef<HTMLDivElement>(null);
  useFindKey(page);
  const scroller = useRef<HTMLDivElement>(null);
  useSteadyText(scroller);
  const isSource = props.onCloseSource !== undefined;
  // Until its source has loaded, the rich text stays and takes what is typed.
  const [isSourceShown, setSourceShown] = useState(false);
  useFocusOfRichText(editor, isSource);
  const mode = useWritersMode(props.host);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys for the whole editor, wherever the focus is.
    <div
      ref={page}
      className={`${css.editor} ${isFullscreen ? css.fullscreen : ""} ${className}`}
      data-disabled={disabled || undefined}
      data-print
      onKeyDown={(event) => {
        if (props.onEscape !== undefined && isUnusedEscape(event.nativeEvent, event.currentTarget)) props.onEscape();
        else if (!isSource && isFindKey(event)) setFinding(true);
        else return;
        event.preventDefault();
      }}
    >
      {!disabled && (
        <EditorToolbar
          editor={editor}
          host={props.host}
          end={props.toolbarEnd}
          instead={props.onCloseSource && <SourceBar onClose={props.onCloseSource} />}
        >
          {props.tools?.(editor)}
        </EditorToolbar>
      )}
      {isFinding && !isSource && <FindBar editor={editor} finder={props.host?.pasteCleaner} onClose={() => setFinding(false)} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a click on the blank page below the text sets the caret. */}
      <div
        ref={scroller}
        className={css.scroller}
        data-scroller
        onMouseDown={(event) => {
          if (disabled || isSource || event.button !== 0 || !isBelow(event, editor.view.dom)) return;
          event.preventDefault();
          setCaretAtEnd(editor.view);
        }}
      >
        {props.header}
        {!isSource && <EditorContents editor={editor} outline={props.host} />}
        {!disabled && !isSource && <TableControls editor={editor} />}
        {isSource && (
          <Suspense>
            <SourceFace editor={editor} host={props.host} disabled={disabled} onShown={setSourceShown} />
          </Suspense>
        )}
        <EditorContent
          editor={editor}
          className={css.text}
          hidden={isSource && isSourceShown}
          aria-describedby={error === undefined ? undefined : errorId}
        />
      </div>
      {!isSource && <RichTextTools {...{ editor, disabled }} host={props.host} selectionTools={props.selectionTools} />}
      {error !== undefined && (
        <p id={errorId} className={css.error} role="alert">
          {error}
        </p>
      )}
      {mode.goal === undefined && !mode.hasReadingTime && <WordCount editor={editor} />}
      {isWritersMode(mode) && (
        <Suspense>
          <WritersMode editor={editor} mode={mode} isSource={isSource} />
        </Suspense>
      )}
      {(showCharacterCount || maxLength !== undefined) && (
        <CharacterCount editor={editor} maxLength={maxLength} isAlwaysShown={showCharacterCount} onOverLimit={props.onOverLimit} />
      )}
    </div>
  );
}

/** Focuses the rich text when it is shown again. */
function useFocusOfRichText(editor: Editor, isSource: boolean): void {
  const wasSource = useRef(isSource);
  useEffect(() => {
    const isClosed = wasSource.current && !isSource;
    wasSource.current = isSource;
    if (!isClosed) return undefined;
    const stopFocusing = focusText(editor.view);
    editor.view.dispatch(editor.state.tr.scrollIntoView());
    return stopFocusing;
  }, [editor, isSource]);
}

type RichTextToolsProps = Pick<NoteEditorProps, "host" | "disabled" | "selectionTools"> & { readonly editor: Editor };

/** Bars and menus that float over the rich text. Memoized, because each edit renders the editor again. */
const RichTextTools = memo(function RichTextTools({ editor, host, disabled, selectionTools }: RichTextToolsProps) {
  return (
    <>
      {!disabled && (
        <SelectionToolbar
          editor={editor}
          tools={(current) => (
            <>
              <CopyMarkdownTool editor={current} host={host} />
              {selectionTools?.(current)}
            </>
          )}
        />
      )}
      <ImageBar editor={editor} host={host} />
      <FilesProgress editor={editor} />
      <EditorRemoteProgress editor={editor} host={host} />
      <PasteOffer editor={editor} />
      <TagOffer editor={editor} tags={host?.tags} />
      <LongParagraphOffer editor={editor} />
      <SlashMenu editor={editor} host={host} />
      <NoteMenu editor={editor} host={host} />
      <DayMenu editor={editor} host={host} />
      <EmojiMenu editor={editor} />
      {host !== undefined && <EmojiOverlay editor={editor} preferences={host.preferences} />}
      <AtomPanel editor={editor} />
      {!disabled && <BlockMenuHost editor={editor} host={host} />}
    </>
  );
});
