/** Code that comes after the page: whoever wants something of it waits for it, and gets `missing` where it cannot be fetched. */

import { failed } from "@satchel/core/model/result.ts";

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
