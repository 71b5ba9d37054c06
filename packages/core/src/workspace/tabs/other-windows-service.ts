/** What is typed in the other windows of this browser that live: it is unsaved on this device, and nothing to be opened or thrown away here. */
import { DRAFT } from "../../model/limits/limits.ts";
import type { StoredDraft, TabStore } from "../../ports/device/local-store.ts";
import type { Timers, Windows } from "../../ports/environment.ts";
import { offeredDrafts } from "./recovered-texts.ts";

type Drafts = { readonly orphanedDrafts: readonly StoredDraft[]; readonly heldElsewhere: ReadonlySet<string> };
type Deps = { readonly tabs: TabStore; readonly windowId: string; readonly windows?: Windows };

/** The ids of their tabs, which are those of their drafts. */
export async function findHeldElsewhere({ tabs, windowId, windows }: Deps): Promise<ReadonlySet<string>> {
  const living = (await windows?.living()) ?? [];
  const read = await Promise.all(living.filter((id) => id !== windowId).map((id) => tabs.loadTabs(id)));
  return new Set(read.flatMap((open) => (open.ok ? open.value.tabs.map(({ id }) => id) : [])));
}

type Watched = { readonly list: () => Promise<void>; readonly now: () => Drafts };

/** Lists when someone turns to this window, for another may be gone. */
export function watchOtherWindows({ windows, timers }: { readonly windows?: Windows; readonly timers: Timers }, { list, now }: Watched) {
  let cancel = (): void => undefined;
  /** A window that is closed does not go at once. */
  const lookAgain = (): void => {
    cancel();
    const drafts = now();
    if (offeredDrafts(drafts).length < drafts.orphanedDrafts.length) cancel = timers.after(DRAFT.lookAgainMs, () => void list());
  };
  const unsubscribe = windows?.onTurnedTo(() => void list().then(lookAgain));
  return {
    lookAgain,
    stop(): void {
      unsubscribe?.();
      cancel();
    },
  };
}
