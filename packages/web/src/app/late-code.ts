/** Code that comes after the page: whoever wants something of it waits for it, and gets `missing` where it cannot be fetched. */

import { START } from "@satchel/core/limits.ts";
import type { Timers } from "@satchel/core/ports/environment.ts";
import { failed } from "@satchel/core/result.ts";

/** Without a network, right after an update or on the first visit, there is no library without its code. */
export const NOT_LOADED = failed({ kind: "not-loaded" } as const);

export async function withCode<Code, Answer>(
  load: () => Promise<Code>,
  run: (code: Code) => Answer | Promise<Answer>,
  missing: Answer,
): Promise<Answer> {
  const code = await load().catch(() => undefined);
  return code === undefined ? missing : run(code);
}

/** Code that the page cannot do without: a lost request is made again before anybody is told. */
export async function fetchPatiently<Code>(load: () => Promise<Code>, timers: Timers): Promise<Code> {
  for (const waitMs of START.askAgainAfterMs) {
    const code = await load().catch(() => undefined);
    if (code !== undefined) return code;
    await new Promise<void>((resolve) => void timers.after(waitMs, resolve));
  }
  return load();
}
