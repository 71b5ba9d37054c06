/** Tells an Escape that ends the editing from one that closes a menu or a toolbar of the editor. decision 0042. */
import { Extension } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";

/** ProseMirror cancels every Escape in its text, so `defaultPrevented` alone does not say whether it closed something. */
const unused = new WeakSet<Event>();

/** True if this key is an Escape of `within` that closed nothing. React reports keys of menus elsewhere in the page as well. */
export function isUnusedEscape(event: KeyboardEvent, within: Element): boolean {
  const isUnused = !event.defaultPrevented || unused.has(event);
  if (event.key !== "Escape" || event.isComposing || !isUnused) return false;
  return event.target instanceof Node && within.contains(event.target);
}

/**
 * Has the lowest priority, so that the keys of all menus run before it: an Escape that arrives here closed none of them.
 */
export const LeaveByEscape = Extension.create({
  name: "leaveByEscape",
  priority: 1,
  addProseMirrorPlugins: () => [createLeaveByEscapePlugin()],
});

export function createLeaveByEscapePlugin(): Plugin {
  return new Plugin({
    props: {
      handleKeyDown: (_view, event) => {
        if (event.key === "Escape") unused.add(event);
        return false;
      },
    },
  });
}
