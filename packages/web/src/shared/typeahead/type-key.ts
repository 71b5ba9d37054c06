/** Types one key into the element with the focus: its events, and then what the browser does for a key that no handler prevents. */

import { isTextField, type TypedKey } from "./typed-key.ts";

export function typeKey(key: TypedKey): void {
  const target = document.activeElement ?? document.body;
  if (key.kind === "paste") paste(target, key.data);
  else press(target, key.init, key.kind === "shortcut" ? command : act);
}

type Act = (field: HTMLElement, given: KeyboardEventInit) => void;

function press(target: Element, given: KeyboardEventInit, act: Act): void {
  const init = { ...given, bubbles: true, cancelable: true, composed: true };
  const isUnhandled = target.dispatchEvent(new KeyboardEvent("keydown", init));
  if (isUnhandled && isTextField(target) && target === document.activeElement) act(target, given);
  (document.activeElement ?? target).dispatchEvent(new KeyboardEvent("keyup", init));
}

function paste(target: Element, data: readonly (readonly [type: string, text: string])[]): void {
  if (!isTextField(target)) return;
  const clipboardData = new DataTransfer();
  for (const [type, text] of data) if (text !== "") clipboardData.setData(type, text);
  const isUnhandled = target.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true, composed: true }));
  if (isUnhandled) insert(clipboardData.getData("text/plain"));
}

/** The deprecated call is the one that input events and the browser's own undo follow. */
function insert(text: string): void {
  if (text !== "") document.execCommand("insertText", false, text);
}

/** Does what a browser does in every text field. */
function command(_field: HTMLElement, { key = "", shiftKey = false }: KeyboardEventInit): void {
  const letter = key.toLowerCase();
  if (letter === "a") document.execCommand("selectAll");
  if (letter === "z") document.execCommand(shiftKey ? "redo" : "undo");
  if (letter === "y") document.execCommand("redo");
}

function act(field: HTMLElement, { key = "", shiftKey = false, ctrlKey = false, altKey = false }: KeyboardEventInit): void {
  const isWord = ctrlKey || altKey;
  if ([...key].length === 1) insert(key);
  else if (key === "Enter") breakLine(field);
  else if (key === "Tab") moveFocus(field, shiftKey);
  else if (key === "Backspace" || key === "Delete") remove(key === "Delete" ? "forward" : "backward", isWord);
  else moveCaret(key, isWord, shiftKey);
}

function breakLine(field: HTMLElement): void {
  if (field instanceof HTMLInputElement) submit(field.form);
  else document.execCommand(field instanceof HTMLTextAreaElement ? "insertLineBreak" : "insertParagraph");
}

function moveFocus(field: HTMLElement, isBack: boolean): void {
  const stops = [...document.querySelectorAll<HTMLElement>(TAB_STOPS)].filter(
    (element) => element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true }) && element.closest("[inert]") === null,
  );
  const next = stops[stops.indexOf(field) + (isBack ? -1 : 1)];
  next?.focus();
  if (next instanceof HTMLInputElement) next.select();
}

/** Submits like Enter: by the form's first submit button, unless that is disabled. */
function submit(form: HTMLFormElement | null): void {
  const button = [...(form?.elements ?? [])].find((element) => element.matches("button[type=submit], input[type=submit]"));
  if (button?.matches(":disabled") !== true) form?.requestSubmit(button as HTMLElement | undefined);
}

/** Elements that Tab focuses outside dialogs; inside, React Aria handles the key. */
const TAB_STOPS = "a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex], [contenteditable='true']";

function remove(direction: "forward" | "backward", isWord: boolean): void {
  if (isWord && getSelection()?.type === "Caret") getSelection()?.modify("extend", direction, "word");
  document.execCommand(direction === "forward" ? "forwardDelete" : "delete");
}

const MOVES: Readonly<Record<string, readonly [direction: "left" | "right" | "forward" | "backward", granularity: string]>> = {
  ArrowLeft: ["left", "character"],
  ArrowRight: ["right", "character"],
  ArrowUp: ["backward", "line"],
  ArrowDown: ["forward", "line"],
  Home: ["backward", "lineboundary"],
  End: ["forward", "lineboundary"],
};

/** Firefox moves no caret in an input this way; there an arrow is without effect. */
function moveCaret(key: string, isWord: boolean, isSelecting: boolean): void {
  const move = MOVES[key];
  if (move === undefined) return;
  const [direction, granularity] = move;
  getSelection()?.modify(isSelecting ? "extend" : "move", direction, isWord && granularity === "character" ? "word" : granularity);
}
