/** Whether the drive service is there: a HEAD of its about address without any token, five seconds. Port: core/ports/reachability.ts. */
import { REQUEST } from "@satchel/core/model/limits.ts";
import type { Timers } from "@satchel/core/ports/environment.ts";
import type { Reachability } from "@satchel/core/ports/reachability.ts";

export function createReachability(deps: { readonly fetch: typeof fetch; readonly timers: Timers }): Reachability {
  return {
    async check(aboutUrl) {
      const controller = new AbortController();
      const cancel = deps.timers.after(REQUEST.reachabilityTimeoutMs, () => controller.abort());
      try {
        const { ok, status } = await deps.fetch(aboutUrl, {
          method: "HEAD",
          cache: "no-store",
          credentials: "omit",
          signal: controller.signal,
        });
        return ok || status === 401 || status === 403 ? "reachable" : "unreachable";
      } catch {
        return controller.signal.aborted ? "silent" : "unreachable";
      } finally {
        cancel();
      }
    },
  };
}
