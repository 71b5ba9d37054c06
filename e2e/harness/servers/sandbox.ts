/** The sandbox drive's control API: faults, request log, and expiry of access. It exists because the server runs with SATCHEL_TEST=1. */
import type { FaultConfig } from "@satchel/drive/sandbox/faults/fault-config.ts";

export type SandboxClient = {
  /** Replaces all faults; `{}` removes them. */
  setFaults(faults: FaultConfig): Promise<void>;
  /** Drive requests since the last reset, by kind. */
  counts(): Promise<Readonly<Record<string, number>>>;
  /** Number of drive requests that failed, were lost or delayed since the last reset. */
  failures(): Promise<number>;
  reset(): Promise<void>;
  /** Expires every access token issued so far. */
  expireAccess(): Promise<void>;
};

export function openSandboxClient(origin: string): SandboxClient {
  const post = async (name: string, body: unknown = {}) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${origin}/sandbox/__control/${name}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`sandbox ${name}: ${answer.status} ${await answer.text()}`);
  };
  return {
    setFaults: (faults) => post("faults", faults),
    async counts() {
      const answer = await fetch(`${origin}/sandbox/__control/requests`);
      return ((await answer.json()) as { counts: Record<string, number> }).counts;
    },
    async failures() {
      const answer = await fetch(`${origin}/sandbox/__control/requests`);
      const { requests } = (await answer.json()) as { requests: { status: number; fault?: string }[] };
      return requests.filter(({ status, fault }) => status >= 400 || fault !== undefined).length;
    },
    reset: () => post("reset"),
    expireAccess: () => post("expire-tokens"),
  };
}
