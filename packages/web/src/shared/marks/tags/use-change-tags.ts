/** Changes tags of notes, and offers to undo a change of many. */
import type { NoteProblem } from "@satchel/core/library/notes/notes-service-types.ts";
import type { TagChange } from "@satchel/core/library/tags/plan-tags.ts";
import { CODE_MISSING } from "@satchel/core/model/lazy/lazy-module.ts";
import { TOAST } from "@satchel/core/model/limits/limits.ts";
import { failed, type Result } from "@satchel/core/model/result.ts";
import type { StatusMessage } from "@satchel/core/workspace/notifications/messages.ts";
import { useCallback } from "react";
import { useLibrary, useServices } from "../../services.ts";

type Message = Extract<StatusMessage, { readonly id: "tags-changed" }>;
type Done = { readonly message: Message; readonly onUndone?: () => void };

export type ChangeTags = (changes: readonly TagChange[], done?: Done) => Promise<boolean>;

/** With `done` the notes keep their time of modification, since the user changed a tag and not these notes. Resolves to false if it failed. */
export function useChangeTags(): ChangeTags {
  const { tags, kind } = useLibrary();
  const { status } = useServices();
  return useCallback(
    async (changes, done) => {
      const write = (each: readonly TagChange[]): Promise<Result<readonly TagChange[], NoteProblem>> =>
        tags().then(
          (service) => service.change(each, { keepsTime: done !== undefined }),
          () => failed(CODE_MISSING),
        );
      const report = (problem: NoteProblem): boolean => {
        status.show({ id: "note-problem", action: "save", problem, isLocal: kind === "local" }, { subject: "tags" });
        return false;
      };
      const changed = await write(changes);
      if (!changed.ok) return report(changed.problem);
      const undo = async (): Promise<void> => {
        const undone = await write(changed.value);
        if (undone.ok) done?.onUndone?.();
        else report(undone.problem);
      };
      if (done !== undefined && changed.value.length > 0)
        status.show(done.message, { subject: "tags", action: { run: () => void undo() }, durationMs: TOAST.undoMs });
      return true;
    },
    [tags, kind, status],
  );
}
