/**
 * The channel between the user's devices for tests: a message reaches all other listeners, at once and in order. Its path can be made
 * unreliable.
 */
import { SIGNAL } from "@satchel/contract/limits.ts";
import type { Signals, SignalsListener } from "../ports/account/signals.ts";

export type MemoryChannel = {
  /** Adds a device. */
  readonly join: () => Signals;
  /** Every message that was sent, in order. */
  readonly sent: readonly string[];
  /** Sets whether the channel is reachable; listeners are notified of each change. */
  readonly setReachable: (isReachable: boolean) => void;
  /** Delivers a message to every listener, even if it is forged. */
  readonly inject: (message: string) => void;
  /** Replaces a message on its path to one listener by the returned ones; unchanged if not set. */
  path?: (message: string) => readonly string[];
};

export function createMemoryChannel(): MemoryChannel {
  const listeners = new Set<SignalsListener>();
  const sent: string[] = [];
  let isReachable = true;
  const channel: MemoryChannel = {
    sent,
    join: () => joined(),
    inject: (message) => {
      for (const listener of listeners) listener.onMessage(message);
    },
    setReachable: (isNow) => {
      if (isNow === isReachable) return;
      isReachable = isNow;
      for (const listener of listeners) (isNow ? listener.onOpen : listener.onClosed)();
    },
  };
  const joined = (): Signals => {
    let own: SignalsListener | undefined;
    return {
      listen: (listener) => {
        own = listener;
        listeners.add(listener);
        if (isReachable) listener.onOpen();
        return () => void listeners.delete(listener);
      },
      async send(message) {
        if (!isReachable || message.length > SIGNAL.maxChars) return false;
        sent.push(message);
        for (const listener of listeners)
          if (listener !== own) for (const arriving of channel.path?.(message) ?? [message]) listener.onMessage(arriving);
        return true;
      },
    };
  };
  return channel;
}
