/** Bar for the selected image: alternative text, caption, and an enlarged view. */
import type { Editor } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import { useEditorState } from "@tiptap/react";
import { Maximize2 } from "lucide-react";
import type { EditorHost } from "../../../shared/editor-host/editor-host.ts";
import { editorText } from "../../../text/editor/editor.ts";
import { ToolbarButton } from "../../controls/ToolbarButton.tsx";
import { isRemote, remoteLoadsOf } from "../editor-remote-loads.ts";
import { enlargeImage } from "../enlarge-image.ts";
import css from "./image-bar.module.css";
import type { RemoteLoads } from "../remote-loads.ts";

const text = editorText.image;

type Selected = { readonly at: number; readonly alt: string; readonly caption: string; readonly remoteSrc: string | null };

type ImageBarProps = { readonly editor: Editor; readonly host: EditorHost | undefined };

export function ImageBar({ editor, host }: ImageBarProps) {
  const selected = useEditorState({ editor, selector: ({ editor: current }) => selectedImage(current) });
  if (selected === null || !editor.isEditable) return null;
  const handleEnlarge = (): void => {
    const shown = editor.view.nodeDOM(selected.at);
    const image = shown instanceof HTMLElement ? shown.querySelector("img") : null;
    if (image !== null) enlargeImage(image);
  };
  return (
    <section className={css.bar} aria-label={text.bar}>
      <Field editor={editor} selected={selected} name="alt" label={text.description} />
      <Field editor={editor} selected={selected} name="caption" label={text.caption} />
      {selected.remoteSrc === null ? (
        <ToolbarButton label={text.large} Icon={Maximize2} onPress={handleEnlarge} />
      ) : (
        <RemoteTools loads={remoteLoadsOf(editor, () => host)} address={selected.remoteSrc} />
      )}
    </section>
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

type FieldProps = { readonly editor: Editor; readonly selected: Selected; readonly name: "alt" | "caption"; readonly label: string };

function Field({ editor, selected, name, label }: FieldProps) {
  return (
    <label className={css.label}>
      {label}
      <input
        className={css.field}
        value={selected[name]}
        maxLength={MAX_CHARS}
        onChange={({ target }) => setImageText(editor, selected.at, { name, words: target.value })}
        onKeyDown={(event) => {
          if (event.key !== "Escape" && event.key !== "Enter") return;
          event.preventDefault();
          event.stopPropagation();
          editor.view.focus();
        }}
      />
    </label>
  );
}

/** Maximum characters of both texts, as in stored-html.ts. */
const MAX_CHARS = 1000;

function selectedImage({ state: { selection } }: Editor): Selected | null {
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== "image") return null;
  const { alt, caption, remoteSrc } = selection.node.attrs as Readonly<Record<"alt" | "caption" | "remoteSrc", string | null>>;
  return { at: selection.from, alt: alt ?? "", caption: caption ?? "", remoteSrc: isRemote(selection.node) ? remoteSrc : null };
}

/** Keeps the image selected, so that the bar stays open. */
export function setImageText(
  { state, view }: Editor,
  at: number,
  { name, words }: { readonly name: "alt" | "caption"; readonly words: string },
): void {
  const transaction = state.tr.setNodeAttribute(at, name, words === "" ? null : words);
  view.dispatch(transaction.setSelection(NodeSelection.create(transaction.doc, at)));
}
