/** Symmetric, deterministic merge of two versions of a record; the loser of an overlap becomes a copy. sync.md §6.2. Pure. */
import { withReferences } from "../document/references.ts";
import { type Entity, type FolderEntity, isAlive, type NoteEntity } from "../model/entities/entity.ts";
import { ownName, storedName } from "../model/entities/folder.ts";
import type { Attachment } from "../model/entities/note.ts";
import { type Each, type FieldsWith, fieldsWith } from "../model/entities/note-fields.ts";
import { withoutAbsent } from "../model/entities/parsing/record-values.ts";
import { unknownFieldsOf } from "../model/entities/parsing/unknown-fields.ts";
import type { Tags } from "../model/entities/tags/tag.ts";
import { mergeTags } from "../model/entities/tags/tag-edits.ts";
import { counterOf, isContained, join, type VersionVector, vectorKey } from "../model/entities/version-vector.ts";
import { type ContentMerge, hasEveryBlock, hasEveryWord, mergeContent, uniteContent } from "./merge-content.ts";
import { withMergedOrphanMark } from "./orphaned-attachment-marks.ts";
import { mergePurge } from "./purge.ts";

/** `merged` has the joined vector but no dot of the merging device yet. `lost`: the side whose text could not be kept. */
export type Merge<E extends Entity> = { readonly merged: E; readonly lost: E | undefined };

type Fields = Readonly<Record<string, unknown>>;
/** Fields with a merge rule other than `latest`. A missing rule below does not compile. */
type MergedFields = Each<Exclude<keyof NoteEntity, FieldsWith<"merge", "latest">>>;

const LATEST_FIELDS: readonly (keyof NoteEntity)[] = fieldsWith("merge", "latest");
const MARKS = fieldsWith("merge", "mark");

export function mergeNotes(before: NoteEntity | undefined, x: NoteEntity, y: NoteEntity): Merge<NoteEntity> {
  const [winner, loser] = inOrder(x, y);
  const purged = mergePurge(winner, loser, joined(winner, loser));
  if (purged !== undefined) return { merged: purged, lost: undefined };
  // A sealed base with unsealed sides would count as empty text, so it is ignored.
  const base = before?.sealed !== undefined && winner.sealed === undefined ? undefined : before;
  const { title, text } = mergeTexts(base, winner, loser);
  const sealed = pick(base?.sealed, winner.sealed, loser.sealed);
  const folderId = mergeFolderId(base, winner, loser);
  const known: MergedFields = {
    ...joined(winner, loser),
    title: title.value,
    content: text.content,
    sealed: sealed.value,
    folderId,
    // `pinnedFrom` comes from the side whose folder was kept.
    pinnedFrom: (folderId === winner.folderId ? winner : loser).pinnedFrom,
    isEncrypted: winner.isEncrypted || loser.isEncrypted,
    attachments: mergeAttachments(base?.attachments, winner.attachments, loser.attachments),
    attIds: [...new Set([...winner.attIds, ...loser.attIds])].sort(),
    tags: mergeTagsOf(base, winner, loser),
    chosen: joinedChoice(winner, loser),
    after: winner.after,
    hasStrays: winner.hasStrays,
    purged: winner.purged,
  };
  const joint = withoutAbsent({ ...winner, ...known, ...mergeLatest(base, winner, loser) }) as NoteEntity;
  const merged = withMergedOrphanMark(withReferences(joint, [base?.content, x.content, y.content]), [x, y]);
  const isLoss = (title.clash || text.clash || sealed.clash) && isAlive(merged);
  return { merged, lost: isLoss ? loser : undefined };
}

/**
 * Merges texts that a merge without a base would leave to a copy, by a former version that a file carried. Such a version is trusted less
 * than one that this device has read as the note: only the text is merged, and only if every word of both sides stays. Returns undefined if
 * that is not so.
 */
export function joinTexts(before: NoteEntity, { merged, lost }: Merge<NoteEntity>, kept: NoteEntity): NoteEntity | undefined {
  if (lost === undefined || lost.title !== kept.title || [before, merged, lost, kept].some(isSealedOrChosen)) return undefined;
  const { content, clash } = mergeContent(before.content, kept.content, lost.content);
  const isWhole = hasEveryWord(content, kept.content) && hasEveryWord(content, lost.content);
  return clash || !isWhole ? undefined : withReferences({ ...merged, content }, [before.content, kept.content, lost.content]);
}

function isSealedOrChosen({ sealed, chosen }: NoteEntity): boolean {
  return sealed !== undefined || chosen !== undefined;
}

export function mergeFolders(base: FolderEntity | undefined, x: FolderEntity, y: FolderEntity): Merge<FolderEntity> {
  const [winner, loser] = inOrder(x, y);
  const { name: _name, parent: _parent, templateId: _templateId, ...kept } = winner;
  const templateId = pick(base?.templateId, winner.templateId, loser.templateId).value;
  const merged: FolderEntity = {
    ...kept,
    ...joined(winner, loser),
    ...mergePlace(base, winner, loser),
    description: pick(base?.description, winner.description, loser.description).value,
    color: pick(base?.color, winner.color, loser.color).value,
    mergedInto: pick(base?.mergedInto, winner.mergedInto, loser.mergedInto).value,
    ...(templateId === undefined ? {} : { templateId }),
  };
  return { merged, lost: undefined };
}

/** Merges own name and parent on their own, since the stored name changes with both. Decision 0051. */
function mergePlace(base: FolderEntity | undefined, winner: FolderEntity, loser: FolderEntity): Pick<FolderEntity, "name" | "parent"> {
  const own = pick(base && ownName(base), ownName(winner), ownName(loser)).value;
  const parentId = pick(base?.parent?.id, winner.parent?.id, loser.parent?.id).value;
  const side = winner.parent?.id === parentId ? winner : loser;
  return storedName(own, side.parent);
}

/** True for equal values, whatever the vectors. Such versions merge without a new edit, which prevents endless exchange. */
export function hasEqualValues(a: Entity, b: Entity): boolean {
  return valuesKey(a) === valuesKey(b);
}

function valuesKey(entity: Entity): string {
  const { vv: _vv, mtime: _mtime, alive, ...values } = entity;
  const marks = entity.kind === "note" ? Object.fromEntries(MARKS.map((name) => [name, undefined])) : {};
  return plainText([{ ...values, ...marks }, vectorKey(alive)]);
}

/** The same text for equal values, whatever the order of their fields. */
function plainText(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => (isRecord(each) ? sortedRecord(each) : each));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sortedRecord(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Winner first: the later `mtime`; at a tie the larger vector text. */
function inOrder<E extends Entity>(x: E, y: E): readonly [E, E] {
  if (x.mtime !== y.mtime) return x.mtime > y.mtime ? [x, y] : [y, x];
  return vectorKey(x.vv) > vectorKey(y.vv) ? [x, y] : [y, x];
}

function joined<E extends Entity>(winner: E, loser: E): Pick<E, "kind" | "id" | "mtime" | "vv" | "alive" | "createdAt"> {
  return {
    kind: winner.kind,
    id: winner.id,
    mtime: winner.mtime,
    vv: join(winner.vv, loser.vv),
    alive: mergeAlive(winner, loser),
    createdAt: Math.min(winner.createdAt, loser.createdAt),
  };
}

function joinedChoice(...sides: readonly NoteEntity[]): VersionVector | undefined {
  const choices = sides.flatMap(({ chosen }) => (chosen === undefined ? [] : [chosen]));
  return choices.length === 0 ? undefined : choices.reduce(join);
}

/** Merges fields without a rule of their own, and unknown fields. Without a base, a field that only one side has is kept. Decision 0022. */
function mergeLatest(base: NoteEntity | undefined, winner: NoteEntity, loser: NoteEntity): Fields {
  const [was, ours, theirs] = [latestOf(base ?? {}), latestOf(winner), latestOf(loser)];
  const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].sort();
  return Object.fromEntries(
    names.map((name) => {
      const [key, ourKey, theirKey] = [was, ours, theirs].map((side) => plainText(side[name]));
      return [name, ourKey === key && theirKey !== key ? theirs[name] : ours[name]];
    }),
  );
}

function latestOf(note: Partial<NoteEntity>): Fields {
  return { ...Object.fromEntries(LATEST_FIELDS.map((name) => [name, note[name]])), ...unknownFieldsOf(note) };
}

/** A note with a sensitive side is sensitive, in that side's folder. */
function mergeFolderId(base: NoteEntity | undefined, winner: NoteEntity, loser: NoteEntity): string | null {
  if (winner.isEncrypted !== loser.isEncrypted) return (winner.isEncrypted ? winner : loser).folderId;
  return pick(base?.folderId, winner.folderId, loser.folderId).value;
}

type Texts = { readonly title: Picked<string>; readonly text: ContentMerge };

/** A text chosen in resolving a conflict counts as changed even if the base has it, because its copies were deleted. sync.md §6.4. */
function mergeTexts(base: NoteEntity | undefined, winner: NoteEntity, loser: NoteEntity): Texts {
  const since = (begun: NoteEntity | undefined): Texts => ({
    title: pick(begun?.title, winner.title, loser.title),
    text: mergeContent(begun?.content, winner.content, loser.content),
  });
  // Two devices that make the note of one day at once begin with the same template. Decision 0060.
  const isSameDay =
    base === undefined && winner.day !== undefined && winner.day === loser.day && winner.sealed === undefined && loser.sealed === undefined;
  if (isSameDay) return { title: { value: winner.title, clash: false }, text: uniteContent(winner.content, loser.content) };
  const texts = since(base);
  const isKept = [winner, loser].every((side) => !isChosenSince(base, side) || hasTextOf(texts, side));
  return isKept ? texts : since(undefined);
}

function isChosenSince(base: NoteEntity | undefined, { chosen, vv }: NoteEntity): boolean {
  return base !== undefined && chosen !== undefined && isContained(chosen, vv) && !isContained(chosen, base.vv);
}

function hasTextOf({ title, text }: Texts, side: NoteEntity): boolean {
  return side.title === title.value && hasEveryBlock(text.content, side.content);
}

type Picked<V> = { readonly value: V; readonly clash: boolean };

/** Takes the side that changed since the base. If both changed, takes the winner; a clash if they differ. */
function pick<V>(base: V | undefined, winner: V, loser: V): Picked<V> {
  if (winner === loser || loser === base) return { value: winner, clash: false };
  if (winner === base) return { value: loser, clash: false };
  return { value: winner, clash: true };
}

/** Merges by id: keeps what either side added, drops what one side removed since the base. */
function mergeAttachments(
  base: readonly Attachment[] | undefined,
  winner: readonly Attachment[],
  loser: readonly Attachment[],
): readonly Attachment[] {
  const baseIds = new Set(base?.map((attachment) => attachment.id));
  const winnerIds = new Set(winner.map((attachment) => attachment.id));
  const loserIds = new Set(loser.map((attachment) => attachment.id));
  const kept = winner.filter(({ id }) => loserIds.has(id) || !baseIds.has(id));
  const added = loser.filter(({ id }) => !winnerIds.has(id) && !baseIds.has(id));
  return [...kept, ...added].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Absent if no tag is left, like the tags of a note that never had one. */
function mergeTagsOf(...[base, winner, loser]: readonly [NoteEntity | undefined, NoteEntity, NoteEntity]): Tags | undefined {
  if (winner.tags === undefined && loser.tags === undefined) return undefined;
  const tags = mergeTags(base?.tags, winner.tags, loser.tags);
  return tags.length === 0 ? undefined : tags;
}

type Side = { readonly vv: VersionVector; readonly alive: VersionVector };

/** Liveness after a merge (sync.md §2): a dot stays if both sides have it or the other has not seen it. Pure. */
function mergeAlive(x: Side, y: Side): VersionVector {
  return { ...keptOf(x, y), ...keptOf(y, x) };
}

function keptOf(side: Side, other: Side): VersionVector {
  const kept = Object.entries(side.alive).filter(
    ([device, counter]) => counterOf(other.alive, device) === counter || counter > counterOf(other.vv, device),
  );
  return Object.fromEntries(kept);
}
