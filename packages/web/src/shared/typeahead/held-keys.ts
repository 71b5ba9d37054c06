/**
 * Holds the keys that are typed for a field whose code is still loading, and types them once the field has the focus. The command that opens the
 * field calls `holdKeys`, the field calls `deliverKeys`, and what is shown instead of a field that failed to load calls `releaseKeys`.
 * The focus does not move in the meantime: dialogs return it to the element that had it. Decision 0039.
 */
import { lazyModule } from "@satchel/core/model/lazy/lazy-module.ts";
import { createElement, type ReactNode, useEffect } from "react";
import { Missing } from "../lazy/Missing.tsx";
import { isComposed, isShortcut, isTextField, isTyped, type TypedKey, toInit } from "./typed-key.ts";

/** `shortcut`: the workspace is still opening, and what the shortcut opens is decided afterwards. */
export type AwaitedField = "note" | "dialog" | "search" | "find" | "shortcut";

/** Maximum number of held keys; later ones are dropped. */
const MAX_KEYS = 2000;
/** Milliseconds after which a field that has not taken its keys is given up. A script on a slow connection may take this long. */
const GIVE_UP_AFTER_MS = 30_000;
/** Milliseconds after which a focused text field gets the held keys, even if it did not ask for them. */
const GIVE_TO_FOCUSED_AFTER_MS = 5000;

/** Needed only if keys were held. */
const TYPING = lazyModule(() => import("./type-key.ts"));

let awaited: AwaitedField | undefined;
/** Called on Escape while the field is loading. */
let cancel: (() => void) | undefined;
/** Element with the focus when the keys were first held. They return to it if the field fails to load. */
let origin: Element | null = null;
let keys: TypedKey[] = [];
/** False once the user clicked: later keys are meant for what is on the screen. */
let isHolding = false;
let isDelivering = false;
let [giveUpTimer, focusedTimer] = [0, 0];

/**
 * Holds all keys until `field` takes them. Keys that an earlier call holds remain, and are typed first. `onCancel`: Escape before the field is
 * there; without it Escape stays with the page.
 */
export function holdKeys(field: AwaitedField, onCancel?: () => void): void {
  void TYPING.load();
  if (awaited === undefined && !isDelivering) {
    origin = document.activeElement;
    window.addEventListener("keydown", handleKeyDown, true);
    window.addEventListener("paste", handlePaste, true);
    window.addEventListener("pointerdown", stopHolding, true);
    window.addEventListener("focusin", handleFocus, true);
  }
  // The user has left a field that they do not wait for any longer; its keys are not meant for this one.
  if (awaited !== undefined && !isHolding) keys = [];
  awaited = field;
  cancel = onCancel;
  isHolding = true;
  clearTimers();
  giveUpTimer = window.setTimeout(releaseKeys, GIVE_UP_AFTER_MS, field);
}

/** Types the held keys into the element with the focus, if they are meant for `field`. Keys that arrive while it types are typed after them. */
export function deliverKeys(field: AwaitedField): void {
  if (awaited !== field || !isTextField(document.activeElement)) return;
  stopWaiting();
  if (!isDelivering) void deliver();
}

/** False once the user has clicked another text field instead of typing: a field that is ready late must not take the focus from it. */
export function mayTakeFocus(field: AwaitedField): boolean {
  return awaited !== field || isHolding || keys.length > 0 || !isTextField(document.activeElement);
}

/** Gives up on `field`. Its keys return to the text field that had the focus before; without one they are dropped. */
export function releaseKeys(field: AwaitedField): void {
  if (awaited !== field) return;
  stopWaiting();
  if (isDelivering) return;
  if (origin instanceof HTMLElement && origin.isConnected && isTextField(origin)) {
    const focused = document.activeElement;
    // Before the focus moves: the message about the failure closes for losing it otherwise.
    isDelivering = true;
    origin.focus();
    void deliver().then(() => focused instanceof HTMLElement && focused.focus());
  } else end();
}

/** Replaces a field whose code failed to load, and releases its keys. */
export function missingField(field: AwaitedField, as: "note" | "part") {
  return missingWith(field, () => createElement(Missing, { as }));
}

/** Like `missingField`, for a dialog that begins with a text field. */
export function missingDialog() {
  return missingWith("dialog", ({ onClose }: { readonly onClose: () => void }) => createElement(Missing, { as: "dialog", onClose }));
}

function missingWith<Props extends object>(field: AwaitedField, render: (props: Props) => ReactNode) {
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each field, when its module is read
  return function MissingField(props: Props) {
    useEffect(() => releaseKeys(field), []);
    return render(props);
  };
}

/** True while keys return to the field that had the focus: a message about the failure must then not close for losing it. */
export function isTypingHeldKeys(): boolean {
  return isDelivering;
}

function stopWaiting(): void {
  awaited = undefined;
  cancel = undefined;
  clearTimers();
}

function clearTimers(): void {
  clearTimeout(giveUpTimer);
  clearTimeout(focusedTimer);
  focusedTimer = 0;
}

/** A key may open another field that is still loading. The rest then waits for that one. */
async function deliver(): Promise<void> {
  isDelivering = true;
  // React must have finished what it is doing, so that each handler sees the text that was typed before.
  const [typing] = await Promise.all([TYPING.load(), nextTask()]);
  while (keys.length > 0 && awaited === undefined) {
    const [key] = keys.splice(0, 1);
    if (key !== undefined) (typing?.typeKey ?? typeLetter)(key);
    await nextTask();
  }
  isDelivering = false;
  if (awaited === undefined) end();
}

/** Used if the code for all other keys cannot be loaded. */
function typeLetter(key: TypedKey): void {
  if (key.kind === "shortcut") return;
  const text = key.kind === "paste" ? (key.data.find(([type]) => type === "text/plain")?.[1] ?? "") : (key.init.key ?? "");
  if (key.kind === "paste" || [...text].length === 1) document.execCommand("insertText", false, text);
}

function end(): void {
  keys = [];
  origin = null;
  isHolding = false;
  window.removeEventListener("keydown", handleKeyDown, true);
  window.removeEventListener("paste", handlePaste, true);
  window.removeEventListener("pointerdown", stopHolding, true);
  window.removeEventListener("focusin", handleFocus, true);
}

/** A dialog may render its first field later than itself, for example once it knows whether a password is set up. */
function handleFocus({ target }: FocusEvent): void {
  if (awaited === "dialog" && isTextField(target) && target.closest("[role=dialog], [role=alertdialog]") !== null) deliverKeys("dialog");
}

function stopHolding({ isTrusted }: Event): void {
  if (isTrusted) isHolding = false;
}

function handleKeyDown(event: KeyboardEvent): void {
  if (!isHeld(event) || isComposed(event)) return;
  if (!isTyped(event)) {
    // A shortcut acts on the text that was typed before it.
    if ((isDelivering || keys.length > 0) && isShortcut(event)) keep(event, { kind: "shortcut", init: toInit(event) });
    return;
  }
  if (event.key === "Escape" && awaited === "dialog" && !isDelivering) {
    // Cancels a dialog that is still loading, with the keys typed for it.
    keys = [];
    if (cancel === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const run = cancel;
    releaseKeys("dialog");
    run();
    return;
  }
  keep(event, { kind: "key", init: toInit(event) });
  // Usually this is the awaited field, which has the focus and is about to ask for the keys.
  if (event.target !== origin && isTextField(event.target) && awaited !== undefined && focusedTimer === 0)
    focusedTimer = window.setTimeout(deliverKeys, GIVE_TO_FOCUSED_AFTER_MS, awaited);
}

function handlePaste(event: ClipboardEvent): void {
  if (!isHeld(event) || event.clipboardData === null) return;
  const types = ["text/plain", "text/html"] as const;
  const data = types.map((type) => [type, event.clipboardData?.getData(type) ?? ""] as const);
  keep(event, { kind: "paste", data });
}

function isHeld({ isTrusted }: Event): boolean {
  return isTrusted && keys.length < MAX_KEYS && (isDelivering || isHolding);
}

function keep(event: Event, key: TypedKey): void {
  event.preventDefault();
  event.stopImmediatePropagation();
  keys.push(key);
}

/** A timer would be throttled in a hidden page. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
