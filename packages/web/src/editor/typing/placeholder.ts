/** Placeholder of an empty note. Checks only for a single empty paragraph, so it costs nothing in long notes. */
import { Extension } from "@tiptap/core";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";

export const EmptyNotePlaceholder = Extension.create<{ text: () => string }>({
  name: "emptyNotePlaceholder",
  addOptions: () => ({ text: () => "" }),
  addProseMirrorPlugins() {
    const { text } = this.options;
    return [
      new Plugin({
        key: new PluginKey("emptyNotePlaceholder"),
        props: {
          decorations({ doc }) {
            const only = doc.childCount === 1 ? doc.firstChild : null;
            if (only === null || only.type.name !== "paragraph" || only.content.size > 0) return null;
            return DecorationSet.create(doc, [Decoration.node(0, only.nodeSize, { "data-placeholder": text() })]);
          },
        },
      }),
    ];
  },
});
