/** Maps a key press to an action; actions.ts has the keys. Pure. Spec A §2.15, decision 0005 "Shortcuts". */
import { type ActionId, actionOf, type Keys } from "./actions.ts";

export type KeyPress = {
  /** `event.code`, the position on the keyboard: with Alt held, `key` is a different character on many layouts. */
  readonly code: string;
  /** The character, if only Shift distinguishes it from others. */
  readonly key?: string;
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
};

/** Inside text, Ctrl/Cmd+Shift+Arrow stays word selection. */
export function decideShortcut(press: KeyPress, isMac: boolean, isInText: boolean): ActionId | undefined {
  return actionOf((keys) => !(isInText && keys.notInText === true) && isPressed(press, keys, isMac));
}

function isPressed(press: KeyPress, keys: Keys, isMac: boolean): boolean {
  if (keys.code === "?") return press.key === "?" && !press.ctrl && !press.meta && !press.alt;
  const command = keys.command === true;
  return (
    press.code === keys.code &&
    press.ctrl === (keys.ctrl === true || (command && !isMac)) &&
    press.meta === (command && isMac) &&
    press.alt === (keys.alt === true) &&
    press.shift === (keys.shift === true)
  );
}
