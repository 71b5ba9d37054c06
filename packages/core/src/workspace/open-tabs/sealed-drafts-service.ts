/** Seals drafts of sensitive notes before they are written, and holds the text that a lock took out of tabs. encryption.md 3.5 (8). */

import { failed, type Result } from "../../model/result.ts";
import type { DraftStore, StoredDraft, StoreProblem } from "../../ports/device/local-store.ts";
import { bare, type DraftSealing, openDraft, sealDraft, unsealed } from "../../vault/sensitive/seal-draft-service.ts";

/** Refuses to write unsealed text; the writer retries. */
const NOT_SEALED: StoreProblem = { kind: "storage-broken", detail: "the Sensitive folder is locked" };

/** Wraps a draft store so that sensitive drafts are sealed before they are written. */
export function sealingDrafts(drafts: DraftStore, sealing: DraftSealing, isSensitive: (draft: StoredDraft) => boolean): DraftStore {
  return {
    loadDrafts: () => drafts.loadDrafts(),
    removeDraft: (draftId) => drafts.removeDraft(draftId),
    async putDraft(draft): Promise<Result<void, StoreProblem>> {
      if (draft.sealed !== undefined) return drafts.putDraft(bare(draft));
      if (!isSensitive(draft)) return drafts.putDraft(draft);
      const sealed = await sealDraft(draft, sealing);
      return sealed === undefined ? failed(NOT_SEALED) : drafts.putDraft(sealed);
    },
  };
}

/** Texts of locked tabs, by tab. */
export function createHeldDrafts(sealing: DraftSealing) {
  const held = new Map<string, StoredDraft>();
  return {
    /** Returns the draft in the form to write; undefined until it is sealed. */
    get: (draftId: string): StoredDraft | undefined => held.get(draftId),
    has: (draftId: string): boolean => held.has(draftId),
    all: (): readonly StoredDraft[] => [...held.values()],
    hold: (draft: StoredDraft): void => void held.set(draft.draftId, draft),
    forget: (draftId: string): void => void held.delete(draftId),
    /** Seals texts taken out of tabs, with the last use of the key. Texts that could not be sealed stay in memory only. */
    async seal(isSensitive: (draft: StoredDraft) => boolean): Promise<readonly StoredDraft[]> {
      const taken = [...held.values()].filter((draft) => draft.sealed === undefined && isSensitive(draft));
      const sealed = await Promise.all(taken.map((draft) => sealDraft(draft, sealing)));
      return sealed.flatMap((draft, at) => {
        if (draft === undefined || held.get(draft.draftId) !== taken[at]) return [];
        held.set(draft.draftId, draft);
        return [draft];
      });
    },
    /** Returns the text; undefined if nothing is held or it does not open. */
    async open(draftId: string): Promise<StoredDraft | undefined> {
      const draft = held.get(draftId);
      if (draft?.sealed === undefined) return draft;
      const text = await openDraft(draft, sealing);
      return text && unsealed(draft, text);
    },
  };
}

/** For a library without a Sensitive folder's key. */
export const NO_SEALING: DraftSealing = {
  sealSensitiveNote: async () => failed("locked"),
  openSensitiveNote: async () => failed("locked"),
};
