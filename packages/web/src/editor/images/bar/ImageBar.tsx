/** Bar of the selected image: description, width, caption, replacement, download and an enlarged view. */
import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { Captions, ImageDown, Maximize2 } from "lucide-react";
import { type KeyboardEvent, useEffect, useState } from "react";
import type { EditorHost } from "../../../shared/editor-host/editor-host.ts";
import { editorText } from "../../../text/editor/editor.ts";
import { imageToolsText as toolsText } from "../../../text/editor/image-tools.ts";
import { ARRANGEMENT_ICONS } from "../../block-menu/block-icons.ts";
import { ToolbarButton } from "../../controls/ToolbarButton.tsx";
import { ARRANGEMENTS, type Arrangement, arrangeImages } from "../../image-rows/arrange-images.ts";
import { MAX_CAPTION_CHARS, openCaption } from "../caption-field.ts";
import { isRemote, remoteLoadsOf } from "../editor-remote-loads.ts";
import { enlargeImage } from "../enlarge-image.ts";
import { selectedImage, setImageText, setSelectedWidth, shownWidth } from "../image-edits.ts";
import type { RemoteLoads } from "../remote-loads.ts";
import { downloadImage } from "./download-image.ts";
import css from "./image-bar.module.css";
import { ReplaceImage } from "./ReplaceImage.tsx";

const text = editorText.image;

type Selected = {
  readonly at: number;
  readonly alt: string;
  readonly src: string | null;
  readonly width: number | null;
  readonly remoteSrc: string | null;
};

export type ImageBarProps = { readonly editor: Editor; readonly host: EditorHost | undefined };

export function ImageBar({ editor, host }: ImageBarProps) {
  const selected = useEditorState({ editor, selector: ({ editor: current }) => readSelected(current) });
  if (selected === null || !editor.isEditable) return null;
  return (
    <section className={css.bar} aria-label={text.bar}>
      <DescriptionField editor={editor} selected={selected} />
      {selected.remoteSrc === null ? (
        <ImageTools editor={editor} host={host} selected={selected} />
      ) : (
        <RemoteTools loads={remoteLoadsOf(editor, () => host)} address={selected.remoteSrc} />
      )}
    </section>
  );
}

function ImageTools({ editor, host, selected }: ImageBarProps & { readonly selected: Selected }) {
  const { at, src } = selected;
  const handleEnlarge = (): void => {
    const shown = editor.view.nodeDOM(at);
    const image = shown instanceof HTMLElement ? shown.querySelector("img") : null;
    if (image !== null) enlargeImage(image);
  };
  const { state } = editor;
  const node = state.doc.nodeAt(at);
  const possible = ARRANGEMENTS.filter((each) => arrangeImages(state, state.doc.resolve(at).before(), each) !== undefined);
  const handleArrange = (arrangement: Arrangement): void => {
    const transaction = arrangeImages(editor.state, editor.state.doc.resolve(at).before(), arrangement);
    if (transaction !== undefined) editor.view.dispatch(transaction);
  };
  return (
    <>
      <WidthField editor={editor} selected={selected} />
      <div className={css.tools}>
        <ToolbarButton label={toolsText.caption} Icon={Captions} keys="Enter" onPress={() => openCaption(editor.view, at)} />
        {possible.map((each) => (
          <ToolbarButton
            key={each}
            label={toolsText.arrangements[each]}
            Icon={ARRANGEMENT_ICONS[each]}
            onPress={() => handleArrange(each)}
          />
        ))}
        {host !== undefined && <ReplaceImage editor={editor} host={host} />}
        {host !== undefined && node !== null && src !== null && (
          <ToolbarButton label={toolsText.download} Icon={ImageDown} onPress={() => void downloadImage(node, host)} />
        )}
        <ToolbarButton label={text.large} Icon={Maximize2} onPress={handleEnlarge} />
      </div>
    </>
  );
}

/** Keyboard access to the buttons that are shown in the text. */
function RemoteTools({ loads, address }: { readonly loads: RemoteLoads | undefined; readonly address: string }) {
  if (loads === undefined) return null;
  const count = loads.count();
  return (
    <>
      <button type="button" className={css.button} onClick={() => loads.load(address)}>
        {editorText.remote.load}
      </button>
      {count > 1 && (
        <button type="button" className={css.button} onClick={() => loads.loadAll()}>
          {editorText.remote.loadAll(count)}
        </button>
      )}
    </>
  );
}

type FieldProps = { readonly editor: Editor; readonly selected: Selected };

function DescriptionField({ editor, selected }: FieldProps) {
  return (
    <label className={css.label}>
      {text.description}
      <input
        className={css.field}
        value={selected.alt}
        maxLength={MAX_CAPTION_CHARS}
        onChange={({ target }) => setImageText(editor.view, selected.at, { name: "alt", words: target.value })}
        onKeyDown={(event) => {
          if (event.key === "Escape" || event.key === "Enter") backToText(editor, event);
        }}
      />
    </label>
  );
}

/** Shows the width that the image has on the screen, and sets a typed one when the field is left. */
function WidthField({ editor, selected }: FieldProps) {
  const [typed, setTyped] = useState<string>();
  const [shown, setShown] = useState<number>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the image is measured again when it changes
  useEffect(() => setShown(shownWidth(editor.view)), [editor, selected.at, selected.width]);
  const apply = (): void => {
    const width = Number(typed);
    setTyped(undefined);
    if (typed !== undefined && Number.isFinite(width) && width > 0) setSelectedWidth(editor.view, width);
  };
  return (
    <label className={`${css.label} ${css.width}`}>
      {toolsText.width}
      <input
        className={css.field}
        inputMode="numeric"
        value={typed ?? shown ?? ""}
        maxLength={5}
        onChange={({ target }) => setTyped(target.value.replace(/\D/g, ""))}
        onBlur={apply}
        onKeyDown={(event) => {
          if (event.key === "Enter") apply();
          if (event.key === "Escape") setTyped(undefined);
          if (event.key === "Escape" || event.key === "Enter") backToText(editor, event);
        }}
      />
      <span className={css.unit}>{toolsText.widthUnit}</span>
    </label>
  );
}

function backToText(editor: Editor, event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
  editor.view.focus();
}

function readSelected({ state }: Editor): Selected | null {
  const image = selectedImage(state);
  if (image === undefined) return null;
  const { alt, src, width, remoteSrc } = image.node.attrs as Omit<Selected, "alt"> & { readonly alt: string | null };
  return { at: image.from, alt: alt ?? "", src, width, remoteSrc: isRemote(image.node) ? remoteSrc : null };
}
