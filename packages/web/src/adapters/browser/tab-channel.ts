/** Messages between tabs of this origin. A browser without BroadcastChannel has one tab that counts: this one. */
import type { Channel } from "@satchel/core/ports/environment.ts";

export type ClosableChannel<Message> = Channel<Message> & { close(): void };

export function openTabChannel<Message>(name: string): ClosableChannel<Message> {
  const channel = new BroadcastChannel(name);
  return {
    post(message) {
      channel.postMessage(message);
    },
    onMessage(listener) {
      const hear = (event: MessageEvent<Message>): void => listener(event.data);
      channel.addEventListener("message", hear);
      return () => channel.removeEventListener("message", hear);
    },
    close() {
      channel.close();
    },
  };
}
