/** A signal that a task is to end early, for the one who starts it. */
import type { StopSignal } from "../../ports/attachment-remote.ts";

export type Stop = StopSignal & { stop(): void };

export function createStop(): Stop {
  const listeners: (() => void)[] = [];
  let isStopped = false;
  return {
    get isStopped() {
      return isStopped;
    },
    onStop: (listener) => void listeners.push(listener),
    stop() {
      isStopped = true;
      for (const listener of listeners) listener();
    },
  };
}
