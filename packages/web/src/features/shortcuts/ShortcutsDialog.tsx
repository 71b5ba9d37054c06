/** All shortcuts, including the editor's; opened with `?`. Spec A §2.15. */
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { editorShortcutsText } from "../../text/actions/editor-shortcuts.ts";
import { shortcutRows } from "../../text/actions/shortcut-rows.ts";
import { shortcutsText } from "../../text/actions/shortcuts.ts";
import { ShortcutRows } from "./ShortcutRows.tsx";
import css from "./shortcuts.module.css";

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={shortcutsText.title} width="wide" onClose={onClose}>
      <div className={css.columns}>
        <section aria-label={editorShortcutsText.workspace}>
          <h3 className={css.title}>{editorShortcutsText.workspace}</h3>
          <ShortcutRows rows={shortcutRows} />
          <h3 className={css.title}>{editorShortcutsText.list}</h3>
          <ShortcutRows rows={editorShortcutsText.listRows} />
        </section>
        <section aria-label={editorShortcutsText.text}>
          <h3 className={css.title}>{editorShortcutsText.text}</h3>
          <ShortcutRows rows={editorShortcutsText.rows} />
        </section>
      </div>
    </Dialog>
  );
}
