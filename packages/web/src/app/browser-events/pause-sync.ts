/** 'Work Offline': sync stops until it is asked for, also where a page begins with it and nothing syncs yet. Decision 0005. */
import type { Services } from "../../shared/services.ts";

type Paused = {
  readonly library: Pick<Services["library"], "getState" | "subscribe">;
  readonly connection: Services["connection"]["store"];
};

export function pauseSync({ library, connection }: Paused): void {
  const state = library.getState();
  if (state.kind === "open") {
    pauseFirst(state.library.sync, connection);
    return;
  }
  const unsubscribe = library.subscribe((now) => {
    if (now.kind !== "open") return;
    unsubscribe();
    pauseFirst(now.library.sync, connection);
  });
}

/** It may be started yet: right after the library was announced, or once it is known that the drive is connected. */
function pauseFirst(sync: { readonly stop: () => Promise<void> }, connection: Paused["connection"]): void {
  if (connection.getState().kind !== "connecting") return void Promise.resolve().then(() => sync.stop());
  const unsubscribe = connection.subscribe(({ kind }) => {
    if (kind === "connecting") return;
    unsubscribe();
    void sync.stop();
  });
}
