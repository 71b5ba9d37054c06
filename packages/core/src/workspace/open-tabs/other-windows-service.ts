/** Drafts of other open windows of this browser: unsaved on this device, but not to be opened or discarded here. */
import { DRAFT } from "../../model/limits/limits.ts";
import type { StoredDraft, TabStore } from "../../ports/device/local-store.ts";
import type { Timers, Windows } from "../../ports/environment.ts";
import { offeredDrafts } from "../tabs/recovered-texts.ts";

type Drafts = { readonly orphanedDrafts: readonly StoredDraft[]; readonly heldElsewhere: ReadonlySet<string> };
type Deps = { readonly tabs: TabStore; readonly windowId: string; readonly windows?: Windows };

/** Ids of their tabs, which are also the ids of their drafts. */
export async function findHeldElsewhere({ tabs, windowId, windows }: Deps): Promise<ReadonlySet<string>> {
  const living = (await windows?.living()) ?? [];
  const read = await Promise.all(living.filter((id) => id !== windowId).map((id) => tabs.loadTabs(id)));
  return new Set(read.flatMap((open) => (open.ok ? open.value.tabs.map(({ id }) => id) : [])));
}

type Watched = { readonly list: () => Promise<void>; readonly now: () => Drafts };

/** Lists drafts when the user turns to this window, because another window may be gone. */
export function watchOtherWindows({ windows, timers }: { readonly windows?: Windows; readonly timers: Timers }, { list, now }: Watched) {
  let cancel = (): void => undefined;
  /** A closed window counts as open for a moment. */
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
