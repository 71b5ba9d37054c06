/** IME composition at the end of a link: browsers would put the first letter into the link, so the link mark is removed first. */
import { Extension } from "@tiptap/core";
import type { MarkType } from "@tiptap/pm/model";
import { type EditorState, Plugin, PluginKey, TextSelection } from "@tiptap/pm/state";
import { COMPOSITION_START } from "./undo-steps.ts";

export const ComposedOverLinks = Extension.create({
  name: "composedOverLinks",
  addProseMirrorPlugins() {
    const { link } = this.editor.schema.marks;
    return [
      new Plugin({
        key: new PluginKey("composedOverLinks"),
        props: {
          handleDOMEvents: {
            compositionstart(view) {
              if (link !== undefined && endsLink(view.state, link))
                view.dispatch(view.state.tr.deleteSelection().setMeta("composition", COMPOSITION_START));
              return false;
            },
          },
        },
      }),
    ];
  },
});

function endsLink({ selection }: EditorState, link: MarkType): boolean {
  const { $to, empty } = selection;
  const found = $to.nodeBefore === null ? undefined : link.isInSet($to.nodeBefore.marks);
  return selection instanceof TextSelection && !empty && found !== undefined && !found.isInSet($to.nodeAfter?.marks ?? []);
}
