/** Holds the visible toasts and removes them in time. Does not know sentences or colors. Rules: status.ts. */

import { createStore, type ReadableStore } from "../../model/store.ts";
import type { Timers } from "../../ports/environment.ts";
import { type StatusMessage, toneOf } from "./messages.ts";
import { durationOf, planDismiss, planShow, type Status, type StatusAction } from "./status.ts";

export type StatusState = { readonly shown: readonly Status[] };

export type ShowOptions = { readonly subject?: string; readonly action?: StatusAction; readonly durationMs?: number };

export interface StatusService {
  readonly store: ReadableStore<StatusState>;
  /** Returns the key for `dismiss`. A message without a subject is its own subject. */
  show(message: StatusMessage, options?: ShowOptions): string;
  dismiss(key: string): void;
  /** Keeps a toast while the pointer or the focus is on it. */
  hold(key: string): void;
  release(key: string): void;
  /**
   * Connects what paints the toasts and releases each when it is painted. Until then their time does not begin: a busy page may paint them later
   * than they last. Returns a function that disconnects it.
   */
  connectPainter(): () => void;
}

export function createStatusService(deps: { readonly timers: Timers }): StatusService {
  const store = createStore<StatusState>({ shown: [] });
  const cancels = new Map<string, () => void>();
  let made = 0;
  let painters = 0;

  const publish = (shown: readonly Status[]): void => {
    const keys = new Set(shown.map((status) => status.key));
    for (const [key, cancel] of cancels) {
      if (keys.has(key)) continue;
      cancel();
      cancels.delete(key);
    }
    store.setState({ shown });
  };

  const dismiss = (key: string): void => publish(planDismiss(store.getState().shown, key));

  const hold = (key: string): void => {
    cancels.get(key)?.();
    cancels.delete(key);
  };

  const release = (key: string): void => {
    const status = store.getState().shown.find((shown) => shown.key === key);
    if (status?.durationMs === undefined) return;
    hold(key);
    cancels.set(
      key,
      deps.timers.after(status.durationMs, () => dismiss(key)),
    );
  };

  return {
    store,
    show(message, options = {}) {
      made += 1;
      const status = toStatus(`status-${made}`, message, options);
      publish(planShow(store.getState().shown, status));
      if (painters === 0) release(status.key);
      return status.key;
    },
    dismiss,
    hold,
    release,
    connectPainter() {
      painters += 1;
      return () => {
        painters -= 1;
      };
    },
  };
}

function toStatus(key: string, message: StatusMessage, options: ShowOptions): Status {
  const tone = toneOf(message.id);
  return {
    key,
    subject: options.subject ?? message.id,
    tone,
    message,
    durationMs: options.durationMs ?? durationOf(tone),
    ...(options.action === undefined ? {} : { action: options.action }),
  };
}
