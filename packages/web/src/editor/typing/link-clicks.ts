/** A click on a link edits its text; with Ctrl or Cmd it opens the link beside the app, without a referrer. */
import { linkTarget } from "@satchel/core/document/html/attribute-values.ts";
import { Extension } from "@tiptap/core";
import { Plugin, PluginKey } from "@tiptap/pm/state";

export const LinkClicks = Extension.create({
  name: "linkClicks",
  addProseMirrorPlugins() {
    return [
      new Plugin({
        key: new PluginKey("linkClicks"),
        props: {
          handleClick(_view, _position, event) {
            const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
            const address = linkTarget.normalise(link?.getAttribute("href") ?? "");
            if (address === undefined || !(event.ctrlKey || event.metaKey)) return false;
            window.open(address, "_blank", "noopener,noreferrer");
            return true;
          },
        },
      }),
    ];
  },
});
