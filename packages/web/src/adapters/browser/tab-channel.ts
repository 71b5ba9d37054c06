/** Messages between tabs of this origin, parsed before they are delivered; what does not parse is dropped. Without BroadcastChannel, a tab sees itself alone. */
import type { Channel } from "@satchel/core/ports/environment.ts";

export type ClosableChannel<Message> = Channel<Message> & { close(): void };

export function openTabChannel<Message>(name: string, parse: (value: unknown) => Message | undefined): ClosableChannel<Message> {
  const channel = new BroadcastChannel(name);
  let isClosed = false;
  return {
    // What ends after its library was closed has no one to report to; the browser would throw.
    post(message) {
      if (!isClosed) channel.postMessage(message);
    },
    onMessage(listener) {
      const handleMessage = (event: MessageEvent<unknown>): void => {
        const message = parse(event.data);
        if (message !== undefined) listener(message);
      };
      channel.addEventListener("message", handleMessage);
      return () => channel.removeEventListener("message", handleMessage);
    },
    close() {
      isClosed = true;
      channel.close();
    },
  };
}
