/** Unsealed signals for tests; only holders of `key` can make one that opens. */
import { failed, ok } from "../model/result.ts";
import type { SignalSealing } from "../ports/account/signals.ts";

export function createPlainSignalSealing(key = "vault"): SignalSealing {
  return {
    sealSignal: async (content) => ok(`${key}:${JSON.stringify(content)}`),
    openSignal: async (message) => {
      if (!message.startsWith(`${key}:`)) return failed("unknown-key");
      try {
        return ok(JSON.parse(message.slice(key.length + 1)) as object);
      } catch {
        return failed("damaged");
      }
    },
  };
}
