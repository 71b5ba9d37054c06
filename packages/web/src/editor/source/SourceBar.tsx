/** What the toolbar shows while the note is Markdown. */
import { Pilcrow } from "lucide-react";
import { Button } from "../../shared/ui/Button.tsx";
import { sourceText } from "../../text/editor/source.ts";
import css from "./source-bar.module.css";

export function SourceBar({ onClose }: { readonly onClose: () => void }) {
  return (
    <div className={css.bar}>
      <span className={css.name}>{sourceText.label}</span>
      <Button label={sourceText.close} size="small" icon={<Pilcrow aria-hidden />} onPress={onClose} />
    </div>
  );
}
