/** 'Work Offline': stops sync until the user asks for it, even on a page that starts in this mode. Decision 0005. */
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

/** Stops sync again after it starts: right after the library was announced, or when the drive is connected. */
function pauseFirst(sync: { readonly stop: () => Promise<void> }, connection: Paused["connection"]): void {
  if (connection.getState().kind !== "connecting") return void Promise.resolve().then(() => sync.stop());
  const unsubscribe = connection.subscribe(({ kind }) => {
    if (kind === "connecting") return;
    unsubscribe();
    void sync.stop();
  });
}
