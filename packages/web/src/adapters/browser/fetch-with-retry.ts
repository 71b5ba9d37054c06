/** What nothing goes on without: a request that was lost on the way is made again before anybody is told. Decision 0007. */
import { START } from "@satchel/core/model/limits.ts";
import type { Timers } from "@satchel/core/ports/environment.ts";

export async function fetchWithRetry<Code>(load: () => Promise<Code>, timers: Timers): Promise<Code> {
  for (const waitMs of START.askAgainAfterMs) {
    const code = await load().catch(() => undefined);
    if (code !== undefined) return code;
    await new Promise<void>((resolve) => void timers.after(waitMs, resolve));
  }
  return load();
}
