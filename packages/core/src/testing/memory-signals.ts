/** The channel between one's own devices for tests: a message reaches all others that listen, at once and in order. Its path can be made a bad one. */
import { SIGNAL } from "@satchel/contract/limits.ts";
import type { Signals, SignalsListener } from "../ports/account/signals.ts";

export type MemoryChannel = {
  /** One more device. */
  readonly join: () => Signals;
  /** Every message that was sent, in order. */
  readonly sent: readonly string[];
  /** Whether it can be reached; a listener hears of each change. */
  readonly setReachable: (isReachable: boolean) => void;
  /** To every listener, no matter who sealed it. */
  readonly inject: (message: string) => void;
  /** What becomes of a message on the way to one listener: the messages that arrive in its place. As it is, where it is not set. */
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
