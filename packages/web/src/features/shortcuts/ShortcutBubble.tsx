/** The round button at the bottom right that shows the keyboard shortcuts. Spec A §2.8, A §2.15. */
import { Keyboard } from "lucide-react";
import { Button as AriaButton, Dialog, DialogTrigger, Heading, Popover } from "react-aria-components";
import { shortcutsText } from "../../text/shortcuts.ts";
import css from "./shortcuts.module.css";

export function ShortcutBubble() {
  return (
    <DialogTrigger>
      <AriaButton className={css.bubble as string} aria-label={shortcutsText.title}>
        <Keyboard width={18} height={18} aria-hidden />
      </AriaButton>
      <Popover placement="top end" offset={8} className={css.popover as string}>
        <Dialog className={css.dialog as string}>
          <Heading slot="title" level={2} className={css.title as string}>
            {shortcutsText.title}
          </Heading>
          <dl className={css.list}>
            {shortcutsText.rows.map(([name, keys]) => (
              <div key={name} className={css.row}>
                <dt>{name}</dt>
                <dd>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
