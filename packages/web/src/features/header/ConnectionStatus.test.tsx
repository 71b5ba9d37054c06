import type { ConnectionState } from "@satchel/core/connection/connection-service-types.ts";
import type { NeedsYouReason } from "@satchel/core/model/entities/note.ts";
import type { Store, UnionStore } from "@satchel/core/model/store.ts";
import type { CycleProblem } from "@satchel/core/sync/context/cycle-types.ts";
import type { SyncState } from "@satchel/core/sync/schedule/sync-service-types.ts";
import { act, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { DeviceState } from "../../shared/services.ts";
import { SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { connectionText, lostText, outOfReachText } from "../../text/drive/connection.ts";
import { syncProblemText, waitingSentence } from "../../text/workspace.ts";

const STORAGE = "drive";
const CONNECTED: ConnectionState = {
  kind: "connected",
  label: "Google Drive",
  email: "ada@gmail.example",
  isConfigured: true,
  isManaged: false,
};
const REASONS = ["revoked", "grant-ended", "scope-missing", "not-permitted"] as const;
const AWAY = ["network", "server", "drive"] as const;
const CONNECTIONS: readonly ConnectionState[] = [
  CONNECTED,
  { ...CONNECTED, kind: "connecting" },
  { ...CONNECTED, kind: "none" },
  ...REASONS.map((reason): ConnectionState => ({ ...CONNECTED, kind: "expired", reason })),
  ...AWAY.map(
    (outOfReach): ConnectionState => ({
      ...CONNECTED,
      kind: "disconnected",
      retry: { attempt: 3, outOfReach, nextAtMs: 1, isResting: false },
    }),
  ),
];
const PROBLEMS: readonly (CycleProblem | undefined)[] = [
  undefined,
  { kind: "server-error", status: 500 },
  { kind: "access-expired" },
  { kind: "throttled" },
  { kind: "rejected", status: 403, reason: "domainPolicy" },
];
const REFUSALS: readonly (NeedsYouReason | undefined)[] = [undefined, "refused", "storage-full", "not-permitted"];
/** Problems after which the next cycle may succeed. */
const STAYS_CONNECTED = ["throttled", "rejected"];

type Holds = {
  readonly isOnline: boolean;
  readonly connection: ConnectionState;
  readonly phase: SyncState["phase"];
  readonly problem: CycleProblem | undefined;
  readonly refusal: NeedsYouReason | undefined;
};

const EVERY: readonly Holds[] = [true, false].flatMap((isOnline) =>
  CONNECTIONS.flatMap((connection) =>
    (["idle", "off"] as const).flatMap((phase) =>
      PROBLEMS.flatMap((problem) => REFUSALS.map((refusal) => ({ isOnline, connection, phase, problem, refusal }))),
    ),
  ),
);

/** Conditions from the most to the least serious; the first that holds gives the sentence. */
const SENTENCES: readonly ((holds: Holds) => string | undefined)[] = [
  ({ isOnline }) => (isOnline ? undefined : connectionText.offline),
  ({ connection: { kind } }) => (kind === "none" ? connectionText.none(STORAGE) : undefined),
  ({ connection: { kind } }) => (kind === "connecting" ? "" : undefined),
  ({ connection: { kind, reason = "revoked" } }) => (kind === "expired" ? lostText[reason] : undefined),
  ({ connection: { retry } }) => retry && outOfReachText(STORAGE)[retry.outOfReach],
  ({ phase }) => (phase === "off" ? syncProblemText(STORAGE).stopped : undefined),
  ({ problem }) => problem && syncProblemText(STORAGE)[problem.kind],
  ({ refusal }) => refusal && waitingSentence(1, refusal, STORAGE),
];

const mayBeConnected = ({ isOnline, connection, phase, problem }: Holds): boolean =>
  isOnline && connection.kind === "connected" && phase !== "off" && (problem === undefined || STAYS_CONNECTED.includes(problem.kind));

async function open() {
  const { services } = await renderApp({ session: SIGNED_IN, path: "/notes" });
  await screen.findByRole("button", { name: "Sync" });
  const become = ({ isOnline, connection, phase, problem, refusal }: Holds): void =>
    act(() => {
      (services.device as Store<DeviceState>).setState({ isOnline });
      (services.connection.store as UnionStore<ConnectionState>).replace(connection);
      (services.open.sync.store as Store<SyncState>).setState({ phase, problem, refusal, pendingCount: 1 });
    });
  const dot = screen.getAllByRole("status").find(({ title }) => title !== "");
  if (dot === undefined) throw new Error("there is no dot");
  return { become, dot };
}

describe("A2.8 the connection dot", () => {
  it("shows the most serious condition, and 'Connected' only if the drive is reachable", async () => {
    const { become, dot } = await open();
    const wrong: string[] = [];
    for (const holds of EVERY) {
      become(holds);
      const sentence = SENTENCES.map((say) => say(holds)).find((candidate) => candidate !== undefined);
      const label = dot.textContent ?? "";
      const expected = sentence === undefined || sentence === "" ? label : `${label}. ${sentence}`;
      const isConnected = label === "Connected";
      if (dot.title !== expected || isConnected !== mayBeConnected(holds)) wrong.push(`${JSON.stringify(holds)}: ${dot.title}`);
    }
    expect(EVERY).toHaveLength(800);
    expect(wrong).toEqual([]);
  });

  it("never shows 'Connected' while access is revoked, and does so afterwards", async () => {
    const { become, dot } = await open();
    const fine: Holds = { isOnline: true, connection: CONNECTED, phase: "idle", problem: undefined, refusal: undefined };
    const revoked: ConnectionState = { ...CONNECTED, kind: "expired", reason: "revoked" };
    for (const before of EVERY.filter(mayBeConnected)) {
      become(before);
      expect(dot.textContent).toBe("Connected");
      become({ ...before, connection: revoked });
      expect(dot.title).toBe(`Disconnected. ${lostText.revoked}`);
      expect(screen.getByRole("button", { name: "Quick Reconnect" })).toBeTruthy();
      become(fine);
      expect(dot.title).toBe("Connected");
    }
  });
});
