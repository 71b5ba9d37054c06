/** What belongs to the image that is selected: its description for those who do not see it, its caption, and a look at it in large. */
import type { Editor } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import { useEditorState } from "@tiptap/react";
import { Maximize2 } from "lucide-react";
import { editorText } from "../../text/editor.ts";
import { ToolbarButton } from "../toolbar/ToolbarButton.tsx";
import { enlargeImage } from "./enlarge-image.ts";
import css from "./image-bar.module.css";

const text = editorText.image;

type Selected = { readonly at: number; readonly alt: string; readonly caption: string };

export function ImageBar({ editor }: { readonly editor: Editor }) {
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
      <ToolbarButton label={text.large} Icon={Maximize2} onPress={handleEnlarge} />
    </section>
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
        onChange={({ target }) => setImageText(editor, selected.at, name, target.value)}
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

/** As stored-html.ts cuts both. */
const MAX_CHARS = 1000;

function selectedImage({ state: { selection } }: Editor): Selected | null {
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== "image") return null;
  const { alt, caption } = selection.node.attrs as { readonly alt: string | null; readonly caption: string | null };
  return { at: selection.from, alt: alt ?? "", caption: caption ?? "" };
}

/** The image stays selected, and with it this bar. */
export function setImageText({ state, view }: Editor, at: number, name: "alt" | "caption", words: string): void {
  const transaction = state.tr.setNodeAttribute(at, name, words === "" ? null : words);
  view.dispatch(transaction.setSelection(NodeSelection.create(transaction.doc, at)));
}
