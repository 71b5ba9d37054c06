/** Daily (UTC) log of local-mode actions, bounded, without titles or texts. Spec B §3 "Local usage log". Pure. */

import { type Entity, type FolderEntity, isAlive, type NoteEntity } from "../../model/entities/entity.ts";
import { USAGE, USAGE_LOG } from "../../model/limits/limits.ts";
import type { Writes } from "../../ports/device/local-store.ts";

type Change = "create" | "update" | "delete";

export type UsageAction = {
  readonly action: `${Entity["kind"]}_${Change}` | "attachment_add";
  readonly timestamp: number;
  /** `null` for a folder, or a file without a note. */
  readonly noteId: string | null;
  readonly estimatedSize: number;
};

export type UsageDay = { readonly date: string; readonly actions: readonly UsageAction[] };

export function toUsageDate(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, "2026-01-01".length);
}

/** First day to keep. */
export function firstUsageDate(nowMs: number): string {
  return toUsageDate(nowMs - (USAGE_LOG.daysKept - 1) * USAGE_LOG.dayMs);
}

export function toUsageActions(
  { entities = [], attachments = [] }: Pick<Writes, "entities" | "attachments">,
  before: ReadonlyMap<string, Entity>,
  nowMs: number,
): readonly UsageAction[] {
  const changed = entities.flatMap((entity): readonly UsageAction[] => {
    const change = toChange(before.get(entity.id), entity);
    if (change === undefined) return [];
    const [noteId, estimatedSize] = entity.kind === "note" ? [entity.id, noteBytes(entity)] : [null, folderBytes(entity)];
    return [{ action: `${entity.kind}_${change}`, timestamp: nowMs, noteId, estimatedSize }];
  });
  const added = attachments.flatMap(({ upload, sizeBytes }): readonly UsageAction[] =>
    upload.kind === "local" ? [{ action: "attachment_add", timestamp: nowMs, noteId: upload.noteId, estimatedSize: sizeBytes }] : [],
  );
  return [...changed, ...added];
}

/** Keeps the latest actions of the day. */
export function addUsage(day: UsageDay | undefined, date: string, actions: readonly UsageAction[]): UsageDay {
  return { date, actions: [...(day?.actions ?? []), ...actions].slice(-USAGE_LOG.actionsPerDay) };
}

function toChange(before: Entity | undefined, after: Entity): Change | undefined {
  const wasAlive = before !== undefined && isAlive(before);
  if (isAlive(after)) return wasAlive ? "update" : "create";
  return wasAlive ? "delete" : undefined;
}

export function noteBytes({ title, content, sealed = "" }: Pick<NoteEntity, "title" | "content" | "sealed">): number {
  return (title.length + content.length + sealed.length) * USAGE.bytesPerChar + USAGE.bytesPerNote;
}

export function folderBytes({ name }: Pick<FolderEntity, "name">): number {
  return name.length * USAGE.bytesPerChar + USAGE.bytesPerFolder;
}
