/** Keeps the mark of left-to-right.ts on the text while it is edited. Each edit costs a look at the blocks that it touched. */
import { isLeftToRight } from "@satchel/core/document/html/text-direction.ts";
import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { createBlockCache } from "../schema/block-cache.ts";
import { LEFT_TO_RIGHT } from "./left-to-right.ts";

export const LeftToRight = Extension.create({
  name: "leftToRight",
  addProseMirrorPlugins() {
    const findOthers = createBlockCache(isUncertain);
    let others = 0;
    return [
      new Plugin({
        key: new PluginKey("leftToRight"),
        props: {
          attributes({ doc }) {
            const { added, removed } = findOthers(doc);
            others += count(added) - count(removed);
            return others === 0 ? { [LEFT_TO_RIGHT]: "" } : {};
          },
        },
      }),
    ];
  },
});

function isUncertain(block: Node): boolean {
  let isFound = hasDirection(block);
  block.descendants((node) => {
    isFound ||= hasDirection(node);
    return !isFound;
  });
  return isFound;
}

/** A file is shown by its name. */
function hasDirection({ text, attrs }: Node): boolean {
  const { dir, fileName } = attrs as { readonly dir?: unknown; readonly fileName?: unknown };
  return typeof dir === "string" || [text, fileName].some((shown) => typeof shown === "string" && !isLeftToRight(shown));
}

const count = (values: readonly boolean[]): number => values.filter(Boolean).length;
