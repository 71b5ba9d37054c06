/** States worth looking at, each as services in memory. */
import type { MemoryServices } from "../src/app/testing/memory-services.ts";
import { ADA, createMemoryServices, type MemoryOptions, SIGNED_IN } from "../src/app/testing/memory-services.ts";

const KEY = ["7K3M", "9Q2X", "R4TV", "0B8N", "H6WD", "2JZP", "F5CY", "8MEA", "XK1G"];

const SCENARIOS: Readonly<Record<string, MemoryOptions>> = {
  "signed-out": {},
  onboarding: {
    session: { ...SIGNED_IN, user: { ...ADA, needsOnboarding: true }, hasPendingRecoveryKey: true } as never,
    connection: { kind: "disconnected", label: "Google Drive", isConfigured: true },
    recoveryKey: KEY,
  },
  library: { session: SIGNED_IN },
};

export async function openScenario(name: string, theme: string): Promise<MemoryServices> {
  const options = SCENARIOS[name];
  if (options === undefined) throw new Error(`no scenario ${name}`);
  return createMemoryServices({ ...options, preferences: { theme } });
}
