/** Polls an unreachable server between attempts, and reconnects as soon as it responds. Spec B §4 "Reconnect loop". */
import { CONNECTION } from "../model/limits/limits.ts";
import type { Timers } from "../ports/environment.ts";
import type { ConnectionService, ConnectionState } from "./connection-service-types.ts";

export type ServerWatchDeps = {
  readonly connection: Pick<ConnectionService, "store" | "reconnect">;
  /** Sends a small request to the server. */
  readonly isThere: () => Promise<boolean>;
  readonly timers: Timers;
};

/** A second try is needed because the first may have joined an attempt that began before the server was back. */
const TRIES = 2;

/** Returns a function that stops the polling. */
export function watchServer({ connection, isThere, timers }: ServerWatchDeps): () => void {
  let cancel: (() => void) | undefined;
  let triesLeft = 0;

  const stop = (): void => {
    cancel?.();
    cancel = undefined;
    triesLeft = 0;
  };
  const look = async (): Promise<void> => {
    const found = await isThere();
    // Stopped in the meantime.
    if (cancel === undefined) return;
    if (!found) triesLeft = TRIES;
    const isTried = found && triesLeft > 0;
    if (isTried) triesLeft -= 1;
    cancel = timers.after(CONNECTION.lookEveryMs, () => void look());
    if (isTried) void connection.reconnect();
  };
  const follow = (state: ConnectionState): void => {
    if (!isAwaited(state)) stop();
    else cancel ??= timers.after(CONNECTION.lookEveryMs, () => void look());
  };
  const unsubscribe = connection.store.subscribe(follow);
  follow(connection.store.getState());
  return () => {
    unsubscribe();
    stop();
  };
}

/** False once the user has stopped the attempts. */
function isAwaited({ kind, retry }: ConnectionState): boolean {
  return kind === "disconnected" && retry?.nextAtMs !== undefined && retry.outOfReach !== "drive";
}
