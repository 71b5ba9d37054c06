/** A button that asks for files, or for a folder with all its content. */
import { useRef } from "react";
import { Button, type ButtonProps } from "../ui/Button.tsx";

type FileButtonProps = Omit<ButtonProps, "onPress" | "onSelect"> & {
  readonly accept?: string;
  readonly kind: "file" | "files" | "folder";
  readonly onSelect: (files: FileList | null) => void;
};

export function FileButton({ accept, kind, onSelect, ...rest }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const handlePress = (): void => {
    if (input.current === null) return;
    // The same file again is a choice, too.
    input.current.value = "";
    input.current.click();
  };
  return (
    <>
      <Button {...rest} onPress={handlePress} />
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={kind === "files"}
        {...(kind === "folder" ? { webkitdirectory: "" } : {})}
        onChange={({ target }) => onSelect(target.files)}
      />
    </>
  );
}
