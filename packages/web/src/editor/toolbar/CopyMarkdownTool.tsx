/** Copies the selection as Markdown. The whole note has its own action. */
import { isText, type StoredElement, type StoredNode } from "@satchel/core/document/html/stored-doc.ts";
import { writeMarkdown } from "@satchel/core/document/markdown/write-markdown.ts";
import type { Editor } from "@tiptap/core";
import { Copy } from "lucide-react";
import type { EditorHost } from "../../shared/editor-host/editor-host.ts";
import { editorText as text } from "../../text/editor/editor.ts";
import { ToolbarButton } from "../controls/ToolbarButton.tsx";

type CopyMarkdownToolProps = { readonly editor: Editor; readonly host: EditorHost | undefined };

export function CopyMarkdownTool({ editor, host }: CopyMarkdownToolProps) {
  const handlePress = (): void => {
    void navigator.clipboard.writeText(selectionAsMarkdown(editor)).then(
      () => host?.notify({ id: "note-copied" }),
      () => host?.notify({ id: "note-copy-failed" }),
    );
  };
  return <ToolbarButton label={text.copyMarkdown} Icon={Copy} onPress={handlePress} />;
}

/** Part of one line becomes a paragraph. */
export function selectionAsMarkdown({ state: { selection } }: Editor): string {
  const { $from, $to } = selection;
  const nodes = (
    $from.sameParent($to) && $from.parent.isTextblock && !$from.parent.type.spec.code
      ? [{ type: "paragraph", attrs: {}, content: $from.parent.content.cut($from.parentOffset, $to.parentOffset).toJSON() }]
      : (selection.content().content.toJSON() ?? [])
  ) as readonly StoredNode[];
  const content = nodes.filter((node): node is StoredElement => !isText(node)).map(withAttributes);
  return writeMarkdown("", { type: "doc", content: content as readonly StoredElement[] });
}

function withAttributes(node: StoredNode): StoredNode {
  if (isText(node)) return node;
  return { ...node, attrs: node.attrs ?? {}, ...(node.content === undefined ? {} : { content: node.content.map(withAttributes) }) };
}
