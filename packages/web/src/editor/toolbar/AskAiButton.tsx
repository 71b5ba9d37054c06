/** Asks AI about the selection; only if the page offers AI. */
import type { Editor } from "@tiptap/core";
import { Sparkles } from "lucide-react";
import { blocksText } from "../../text/editor/blocks.ts";
import { ToolbarButton } from "../controls/ToolbarButton.tsx";
import { actionOf } from "../controls/toolbar-context.ts";

export function AskAiButton({ editor }: { readonly editor: Editor }) {
  const ask = actionOf(editor, "ai");
  return ask && <ToolbarButton label={blocksText.askAi} Icon={Sparkles} onPress={ask} />;
}
