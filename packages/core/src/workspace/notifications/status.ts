/** Toasts: tone, duration, replacement by subject. Sentences: web's text/pages/status.ts. Pure. Spec A §2.8, A §8, B §9. */
import { TOAST } from "../../model/limits/limits.ts";
import type { StatusMessage, Tone } from "./messages.ts";

/** Action of a toast; its label belongs to the message. */
export type StatusAction = { readonly run: () => void };

export type Status = {
  readonly key: string;
  /** A later message about the same subject replaces the earlier one. */
  readonly subject: string;
  readonly tone: Tone;
  readonly message: StatusMessage;
  readonly action?: StatusAction;
  /** Undefined: stays until it is replaced or dismissed. */
  readonly durationMs: number | undefined;
};

const DURATIONS: Readonly<Record<Tone, number | undefined>> = {
  success: TOAST.successMs,
  error: TOAST.errorMs,
  warning: TOAST.warningMs,
  info: TOAST.infoMs,
  loading: undefined,
};

export function durationOf(tone: Tone): number | undefined {
  return DURATIONS[tone];
}

/** Appends a toast, replaces the one with the same subject, and drops the oldest beyond the limit. */
export function planShow(shown: readonly Status[], next: Status): readonly Status[] {
  const others = shown.filter((status) => status.subject !== next.subject);
  return [...others, next].slice(-TOAST.maxShown);
}

export function planDismiss(shown: readonly Status[], key: string): readonly Status[] {
  return shown.filter((status) => status.key !== key);
}
