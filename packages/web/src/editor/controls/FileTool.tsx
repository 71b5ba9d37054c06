/** A toolbar button that opens the browser's file picker. Spec A §2.14, A §5. */
import type { Editor } from "@tiptap/core";
import type { LucideIcon } from "lucide-react";
import { type ChangeEvent, useRef } from "react";
import { ToolbarButton } from "./ToolbarButton.tsx";

type FileToolProps = {
  readonly editor: Editor;
  readonly kind: "image" | "attachment";
  readonly label: string;
  /** Label of the file input. */
  readonly chooseLabel: string;
  readonly Icon: LucideIcon;
  readonly onChoose: (files: readonly File[]) => void;
};

export function FileTool({ editor, kind, label, chooseLabel, Icon, onChoose }: FileToolProps) {
  const input = useRef<HTMLInputElement>(null);
  const handleChange = (event: ChangeEvent<HTMLInputElement>): void => {
    const files = [...(event.target.files ?? [])];
    // Allows the same file to be chosen again.
    event.target.value = "";
    editor.view.focus();
    onChoose(files);
  };
  const accept = kind === "image" ? { accept: "image/*" } : {};
  return (
    <>
      <ToolbarButton label={label} Icon={Icon} onPress={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        {...accept}
        multiple
        hidden
        aria-label={chooseLabel}
        onChange={handleChange}
        {...{ [`data-${kind}-input`]: true }}
      />
    </>
  );
}
