/** Menu items for how the open note is written. */
import type { ActionId } from "@satchel/core/workspace/actions/actions.ts";
import { FileCode2, Pilcrow } from "lucide-react";
import { keyCaps } from "../../text/actions/actions.ts";
import { sourceText } from "../../text/editor/source.ts";
import { sourceTabs } from "../editor-host/source-tabs.ts";
import { useStore } from "../hooks/use-store.ts";
import { MenuItem } from "./Menu.tsx";

type WritingMenuProps = { readonly tabId: string; readonly onAction: (action: ActionId) => void };

export function WritingMenuItems({ tabId, onAction }: WritingMenuProps) {
  const isSource = useStore(sourceTabs, ({ ids }) => ids.has(tabId));
  return (
    <MenuItem
      label={isSource ? sourceText.close : sourceText.label}
      icon={isSource ? <Pilcrow /> : <FileCode2 />}
      keys={keyCaps("markdown-source").join(" ")}
      onAction={() => onAction("markdown-source")}
    />
  );
}
