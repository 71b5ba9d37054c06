import { createMemoryChannel } from "./memory-signals.ts";
import { describeSignals } from "./signals-contract.ts";

describeSignals("memory", async () => {
  const [own, other] = [createMemoryChannel(), createMemoryChannel()];
  return {
    join: async () => own.join(),
    joinOther: async () => other.join(),
    setReachable: async (isReachable) => own.setReachable(isReachable),
    pass: async () => undefined,
    close: async () => undefined,
  };
});
