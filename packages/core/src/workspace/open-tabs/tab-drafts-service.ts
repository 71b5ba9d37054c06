/** Unsaved text of this window: read from tabs, held while its folder is locked, written to the draft store, listed without a tab. */
import { ok } from "../../model/result.ts";
import type { DraftStore, StoredDraft } from "../../ports/device/local-store.ts";
import { toStoredDraft } from "../tabs/stored-tabs.ts";
import { createDraftWriter } from "./draft-writer-service.ts";
import type { KnowsSensitive } from "./know-sensitive.ts";
import type { OpenTabsState } from "./open-tabs-service.ts";
import { createHeldDrafts, NO_SEALING, sealingDrafts } from "./sealed-drafts-service.ts";
import type { TabsDeps } from "./tabs-service-types.ts";

export type TabDrafts = ReturnType<typeof createTabDrafts>;

export function createTabDrafts(deps: TabsDeps, open: OpenTabsState, { isSensitiveDraft }: Pick<KnowsSensitive, "isSensitiveDraft">) {
  const { store, tabOf } = open;
  const sealing = deps.sensitive?.sealing ?? NO_SEALING;
  const held = createHeldDrafts(sealing);
  const read = (draftId: string): StoredDraft | undefined => {
    const tab = tabOf(draftId);
    if (held.has(draftId)) return held.get(draftId);
    if (tab !== undefined) return toStoredDraft(tab, deps.clock.now());
    // A retried write finds a draft without a tab in the list.
    return store.getState().orphanedDrafts.find((draft) => draft.draftId === draftId);
  };
  const writer = createDraftWriter({
    drafts: sealingDrafts(deps.drafts, sealing, isSensitiveDraft),
    timers: deps.timers,
    clock: deps.clock,
    read,
    onOutcome: (draftProblem) => store.setState({ draftProblem }),
  });

  const list = (draft: StoredDraft): void => {
    store.setState(({ orphanedDrafts }) => ({ orphanedDrafts: [...orphanedDrafts, draft] }));
    void writer.keep(draft);
  };

  return {
    sealing,
    held,
    writer,
    /** Lists a text that no tab holds. */
    list,
    /** Lists a held text whose tab was closed. An unsealed sensitive text is listed once it is sealed. */
    listHeld(draftId: string): void {
      const draft = held.get(draftId);
      if (draft === undefined || (draft.sealed === undefined && isSensitiveDraft(draft))) return;
      held.forget(draftId);
      list(draft);
    },
    unlist(draftId: string): void {
      store.setState(({ orphanedDrafts }) => ({ orphanedDrafts: orphanedDrafts.filter((draft) => draft.draftId !== draftId) }));
    },
    /** Returns all unsaved text in its storable form. */
    async all(): Promise<readonly StoredDraft[]> {
      const { tabs, orphanedDrafts } = store.getState();
      const kept: StoredDraft[] = [];
      const collecting = sealingDrafts(intoList(kept), sealing, isSensitiveDraft);
      for (const draft of [...orphanedDrafts, ...tabs.flatMap(({ id }) => read(id) ?? [])]) await collecting.putDraft(draft);
      return kept;
    },
  };
}

function intoList(kept: StoredDraft[]): DraftStore {
  return {
    loadDrafts: async () => ok(kept),
    removeDraft: async () => ok(undefined),
    putDraft: async (draft) => {
      kept.push(draft);
      return ok(undefined);
    },
  };
}
