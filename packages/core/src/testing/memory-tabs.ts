/** Tabs of one origin for tests: each call adds a tab; a message reaches all other tabs. */
import type { Channel } from "../ports/environment.ts";

export function createMemoryTabs<Message>(): () => Channel<Message> {
  const tabs = new Set<Set<(message: Message) => void>>();
  return () => {
    const mine = new Set<(message: Message) => void>();
    tabs.add(mine);
    return {
      post(message) {
        for (const tab of tabs) if (tab !== mine) for (const listener of tab) listener(message);
      },
      onMessage(listener) {
        mine.add(listener);
        return () => mine.delete(listener);
      },
    };
  };
}
