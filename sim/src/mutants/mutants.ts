/**
 * The rules of the design, each with the edit that removes it from the product's code; without the rule the simulator must report a
 * failure. If another rule covers the same case, both are removed together (`masks`). A rule that matters only in a rare order of events
 * has a `scenario`. sync.md §10 "Mutation check", §11.
 */
import type { Piece } from "./find-code.ts";

/** The address of a piece of code, independent of its layout: its file, the function around it, and its tokens (find-code.ts). */
export type Edit = Piece & { readonly file: string; readonly replace: string };
export type Mutant = {
  readonly name: string;
  /** The rule, and the place in the design that states it. */
  readonly rule: string;
  readonly edits: readonly Edit[];
  /** Further rules that are removed as well, because each of them would make the absence of this rule harmless. */
  readonly masks?: readonly string[];
  /** The step-by-step run that tests the rule, where chance hardly ever does (scenarios.ts). */
  readonly scenario?: string;
  /** The kind of trouble without which the rule does not matter at all. */
  readonly with?: string;
  /** A seed shortly before the first one that finds the mutant, where that takes long; with masks, exactly that seed. */
  readonly from?: number;
};

type Position = Pick<Edit, "file" | "within">;

const core = (path: string, within: string): Position => ({ file: `packages/core/src/${path}`, within });
const web = (path: string, within: string): Position => ({ file: `packages/web/src/${path}`, within });
const edit = (position: Position, find: string, replace: string): Edit => ({ ...position, find, replace });

export const MUTANTS: readonly Mutant[] = [
  {
    name: "no-copy",
    rule: "§6.3 what a merge could not keep becomes a copy",
    edits: [
      edit(
        core("merge/integrate.ts", "merged"),
        `lost?.kind === "note" ? copiesOf(lost, result, { local, texts }) : []`,
        "[] as readonly Entity[]",
      ),
    ],
  },
  {
    name: "latest-tags",
    rule: "decision 0047: tags that two devices changed at once are merged one by one",
    edits: [edit(core("merge/merge.ts", "mergeNotes"), "mergeTagsOf(base, winner, loser)", "winner.tags")],
    with: "tagging",
  },
  {
    name: "latest-search",
    rule: "decision 0052: two devices that rename a saved search and change its query keep both",
    edits: [edit(core("merge/merge.ts", "mergeLatest"), "ourKey === key && theirKey !== key", "false")],
    with: "searching",
  },
  {
    name: "blind-save",
    rule: "§2 trap: a buffer of an older version is merged, not stamped as newer",
    edits: [
      edit(core("library/notes/plan-note.ts", "planSave"), "if (purged !== undefined || isContained(current.vv, seenVv))", "if (true)"),
    ],
  },
  {
    name: "same-dot",
    rule: "§2 trap: the version of such a save contains what it was merged with",
    edits: [
      edit(
        core("library/notes/plan-note.ts", "planSave"),
        "if (purged !== undefined || isContained(current.vv, seenVv))",
        "if (!isContained(current.vv, seenVv)) return change(stampEdit(typed, { ...current, vv: seenVv }, stamp), seen.meta);\n  if (true)",
      ),
    ],
  },
  {
    name: "no-buffer-copy",
    rule: "§6.3 a save that overwrites what came in between keeps it as a copy",
    edits: [edit(core("library/notes/plan-note.ts", "planSave"), "lost === undefined ? result : withCopy(result, lost, seen)", "result")],
  },
  {
    name: "boolean-delete",
    rule: "§2 liveness is a set: an edit the deleter had not seen keeps the note",
    edits: [edit(core("merge/merge.ts", "joined"), "alive: mergeAlive(winner, loser),", "alive: winner.alive,")],
  },
  {
    name: "machine-revives",
    rule: "§2 a merge made by a machine never revives anything",
    scenario: "two merge, one deletes",
    edits: [edit(core("merge/merge.ts", "joined"), "alive: mergeAlive(winner, loser),", "alive: { ...winner.alive, ...loser.alive },")],
  },
  {
    name: "no-audit",
    rule: "§5 a second listing covers stale listings and gaps of the feed",
    edits: [edit(core("sync/cycle/pull.ts", "pull"), "deps.clock.now() >= meta.auditAt", "false")],
  },
  {
    name: "listing-before-cursor",
    rule: "§5 the cursor is taken before the listing",
    masks: ["no-audit"],
    scenario: "news while listing",
    edits: [
      edit(
        core("sync/cycle/pull.ts", "audit"),
        "  if (!listed.ok) return listed;",
        "  if (!listed.ok) return listed;\n  const later = isFirst ? await remote.startCursor() : started;\n  if (!later.ok) return later;",
      ),
      edit(core("sync/cycle/pull.ts", "audit"), "{ meta: { cursor, auditAt:", "{ meta: { cursor: later.value, auditAt:"),
    ],
  },
  {
    name: "cursor-before-observation",
    rule: "§5 observations and cursor move in one transaction",
    masks: ["no-audit"],
    scenario: "death at any commit",
    edits: [
      edit(
        core("sync/cycle/pull.ts", "takePage"),
        "  return takeIn(deps, files, {",
        '  const moved = await deps.library.transact({}, () => ({ writes: { meta: { cursor: page.cursor } }, answer: undefined }), "sync");\n  if (!moved.ok) return moved;\n  return takeIn(deps, files, {',
      ),
    ],
  },
  {
    name: "no-collect",
    rule: "§4.2 gc: one live file for each id",
    edits: [
      edit(core("sync/cycle/collect.ts", "collectSuperseded"), "const files = filesToTrash(deps);", "const files: RemoteFile[] = [];"),
    ],
  },
  {
    name: "put-back-again",
    rule: "§4.2 what is there again after it was removed as contained stays for a while: its device cannot read what contains it",
    edits: [
      edit(
        core("sync/cycle/collect.ts", "filesToTrash"),
        "files.filter((file) => !isPutBack(index, nameOf(file, deps), deps.clock.now()))",
        "files",
      ),
    ],
    with: "startingOver,signals",
  },
  {
    name: "collect-unread",
    rule: "§4.3 only a file contained in one that we may rely on is trashed",
    scenario: "a merge that the drive refuses",
    edits: [
      edit(
        core("library/index/derive.ts", "holds"),
        "if (!isReliable(other, tainted) || !isContained(file.vv, other.vv)) return false;",
        "if (other.trashed) return false;",
      ),
    ],
  },
  {
    name: "copies-last",
    rule: "§4.3 copies are pushed before the note that dropped their text",
    masks: ["merge-before-copy"],
    scenario: "loss after any write",
    edits: [edit(core("sync/cycle/push.ts", "rank"), "entity.after === undefined ? 2 : 0", "entity.after === undefined ? 2 : 3")],
  },
  {
    name: "merge-before-copy",
    rule: "§6.3 a merge is not sent before the copy of what it dropped is in the drive",
    scenario: "a copy that the drive does not take",
    edits: [edit(core("sync/cycle/push.ts", "pushAll"), " || deps.library.index.awaitsCopy(entity)", "")],
  },
  {
    name: "push-before-fetch",
    rule: "§4.2 nothing is pushed while a sibling is unread",
    scenario: "an unread write of a copied profile, and both devices are gone",
    edits: [edit(core("sync/cycle/push.ts", "isReady"), " && index.toFetch(id).length === 0", "")],
  },
  {
    name: "trash-is-truth",
    rule: "§4.3 a file in the trash is still read when it holds news",
    scenario: "a write before the trash lands",
    edits: [
      edit(
        core("library/index/derive.ts", "isNewVersion"),
        "  if (local !== undefined && (isContained(file.vv, local.vv) || isForgotten(file, local, writer))) return false;",
        "  if (file.trashed || (local !== undefined && (isContained(file.vv, local.vv) || isForgotten(file, local, writer)))) return false;",
      ),
    ],
  },
  {
    name: "no-taint",
    rule: "§4.3 a file whose write is in doubt is never written again",
    scenario: "a late write",
    edits: [
      edit(core("sync/cycle/push.ts", "updateFile"), "{ taint: [mine.fileId], bases: [toBase(entity)] }", "{ bases: [toBase(entity)] }"),
      edit(
        core("sync/cycle/push.ts", "keepWritten"),
        "return { writes: isForeign ? { ...writes, taint: [answered.fileId], untaint: [] } : writes, answer: undefined };",
        "return { writes, answer: undefined };",
      ),
    ],
  },
  {
    name: "stored-writer",
    rule: "decision 0041 the name under which a process writes is drawn by it, and is not the database's",
    with: "manyCopies",
    edits: [
      edit(
        core("library/index/writer-service.ts", "createWriters"),
        "createWriter(`${label}${random(SYNC.writerChars)}`, maxEntries)",
        "createWriter(random(0) + label, maxEntries)",
      ),
    ],
  },
  {
    name: "lane-by-label",
    rule: "decision 0041 a process overwrites only files that it made itself, not those of its database",
    with: "manyCopies",
    edits: [
      edit(
        core("library/index/writer.ts", "isMadeBy"),
        "return owner === name && made.has(fileId);",
        "return owner?.slice(0, 6) === name.slice(0, 6) && !made.has(`${fileId}?`);",
      ),
    ],
  },
  {
    name: "one-vector-two-texts",
    rule: "§4.5 a text under a vector that stands for another one is taken in under its checksum",
    scenario: "a machine copied with its memory",
    edits: [
      edit(
        core("sync/apply/other-text.ts", "normalizeVersion"),
        "return mine !== undefined && isOtherText(",
        'return mine !== undefined && entity.id === "" && isOtherText(',
      ),
    ],
  },
  {
    name: "newest-entries-dropped",
    rule: "§2 an edit drops the oldest entries of a vector, and never its own dot",
    with: "fewEntries",
    edits: [
      edit(core("merge/stamp.ts", "stampVersion"), "kept: new Set([dot.device, ...chosen])", "kept: new Set(chosen)"),
      edit(
        core("model/entities/version-vector.ts", "capped"),
        "entries.sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1))",
        "entries.sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))",
      ),
    ],
  },
  {
    name: "erased-without-a-look",
    rule: "§4.2 a trashed file is looked at once more before it is deleted for good",
    scenario: "written as it is deleted for good",
    edits: [edit(core("sync/cycle/erase.ts", "eraseDue"), "await eraseFile(deps, file, pending)", "await erase(deps, file.fileId)")],
  },
  {
    name: "shared-file",
    rule: "§4.2 a device writes only files it created",
    edits: [edit(core("library/index/derive.ts", "ownFile"), "isMadeBy(file, writer) && isWhole(file) &&", "isWhole(file) &&")],
  },
  {
    name: "trust-properties",
    rule: "§4.2 Trust: only bytes that were sent or opened count",
    edits: [edit(core("library/index/observe.ts", "observe"), "trusted: isSameBytes && known.trusted,", "trusted: true,")],
  },
  {
    name: "properties-outrank-body",
    rule: "§4.1 the body's own vector outranks the properties",
    edits: [
      edit(
        core("sync/apply/keep-fetched.ts", "PlanState.#integrate"),
        "{ ...read, vv: theirs.vv, md5, trusted: true }",
        "{ ...read, md5, trusted: true }",
      ),
    ],
  },
  {
    name: "copy-shown-at-once",
    rule: "§6.3 a copy is listed only when the note contains the merge that made it",
    scenario: "a copy before its merge",
    edits: [
      edit(
        core("merge/conflict-copy.ts", "isCopyListed"),
        "if (copy.after === undefined || copy.after.length === 0) return true;",
        "return true;",
      ),
    ],
  },
  {
    name: "copy-never-revealed",
    rule: "§6.3 a copy whose cause never comes is listed after a day",
    edits: [
      edit(
        core("merge/conflict-copy.ts", "isCopyListed"),
        "return (lastCompleteAt ?? 0) - copy.mtime > SYNC.copyRevealMs;",
        "return false;",
      ),
    ],
  },
  {
    name: "copy-of-its-own",
    rule: "§6.3 every device that resolves the same conflict makes the same copy",
    scenario: "one conflict settled twice",
    edits: [
      edit(
        core("merge/conflict-copy.ts", "toConflictCopy"),
        "const vv = { [`c${hash}`]: 1 };",
        "globalThis.copies = (globalThis.copies ?? 0) + 1;\n  const vv = { [`c${hash}`]: globalThis.copies };",
      ),
    ],
  },
  {
    name: "absence-deletes",
    rule: "§7.3 absence is not deletion",
    edits: [
      edit(
        core("sync/context/cycle-writes.ts", "forgetFiles"),
        "return commit(deps, { ...more, forgetRemote: fileIds, untaint: fileIds });",
        `const { library } = deps;
  const ids = fileIds.flatMap((fileId) => library.index.file(fileId)?.id ?? []);
  return library.transact({ entities: ids }, (seen) => ({ writes: { forgetRemote: fileIds, untaint: fileIds, entities: [...seen.entities.values()].map((entity) => ({ ...entity, alive: {}, vv: { ...entity.vv, [seen.meta.deviceId]: seen.meta.ctr + 1 } })), meta: { ctr: seen.meta.ctr + 1 } }, answer: undefined }), "sync");`,
      ),
      edit(
        core("sync/cycle/pull.ts", "checkMissing"),
        "const answer = await deps.remote.metadata(file.fileId);",
        'const answer: Awaited<ReturnType<typeof deps.remote.metadata>> = { ok: false, problem: { kind: "not-found" } };',
      ),
    ],
  },
  {
    name: "removal-without-reading",
    rule: "§7.3 a trashed file takes along only what it holds",
    edits: [
      edit(
        core("library/index/derive.ts", "trashedElsewhere"),
        "!file.superseded && file.trusted && !tainted.has(file.fileId) && isContained(local.vv, file.vv)",
        "!file.superseded && file.trusted && !tainted.has(file.fileId)",
      ),
    ],
  },
  {
    name: "unmarked-trash",
    rule: "§4.1 what we trash ourselves is marked",
    scenario: "a write before the trash lands",
    edits: [
      edit(
        web("adapters/drive/drive-remote-store.ts", "createDriveRemoteStore.trash"),
        `{ trashed: true, appProperties: { sup: "1" } }`,
        "{ trashed: true }",
      ),
    ],
  },
  {
    name: "trust-superseded",
    rule: "§7.3 a trashed file with a living sibling is no removal",
    edits: [
      edit(
        core("library/index/derive.ts", "trashedElsewhere"),
        "|| whole.some((file) => !file.trashed)) return undefined;",
        ") return undefined;",
      ),
    ],
  },
  {
    name: "no-dot-on-merge",
    rule: "§6.1 a merge of different values gets a dot of its own",
    scenario: "merged with and without a base",
    masks: ["one-vector-two-texts"],
    edits: [edit(core("merge/integrate.ts", "merged"), "const result = isSame ? values : {", "const result = true ? values : {")],
  },
  {
    name: "dot-on-equal",
    rule: "§6.1 equal values join silently",
    scenario: "merged at the same moment",
    edits: [
      edit(core("merge/integrate.ts", "merged"), "const isSame = hasEqualValues(sides.mine, sides.theirs);", "const isSame = false;"),
    ],
  },
  {
    name: "no-hygiene",
    rule: "§7.1 one folder for each name",
    edits: [
      edit(
        core("library/folders/folder-commands-service.ts", "normalizeFolders"),
        "if (changes.length === 0) return",
        "if (changes.length >= 0) return",
      ),
    ],
  },
  {
    name: "pack-any-version",
    rule: "§8 a pack's entry stands for a file only with the same version",
    edits: [
      edit(
        core("sync/packs/fetch-from-packs.ts", "pickFetched"),
        "const item = opened.get(key);",
        "const item = opened.get(key) ?? [...opened.values()].find(({ entity }) => entity.id === file.id);",
      ),
    ],
  },
  {
    name: "write-over-what-was-met",
    rule: "§4.5 what lies under a reserved id may be a file of what is sent next, and is read before",
    scenario: "a file id under which a copied profile wrote",
    edits: [edit(core("sync/cycle/push.ts", "pushAll"), "!isReady(deps, id) || ", "")],
  },
  {
    name: "copies-by-vector",
    rule: "§6.3 two that lost under one vector are two copies",
    scenario: "two that lost under one vector",
    edits: [
      edit(
        core("merge/conflict-copy.ts", "copyHash"),
        "hashText(`${id}|${vectorKey(vv)}|${mtime}`)",
        "hashText(`${id}|${vectorKey(vv)}|${mtime < 0}`)",
      ),
    ],
  },
  {
    name: "one-time-for-two",
    rule: "§2 two edits of one count have two times, also where the clocks are behind",
    scenario: "two that lost under one vector while the clocks were behind",
    edits: [edit(core("merge/stamp.ts", "laterThan"), "seenMs + 1 + (nowMs % SECOND_MS)", "seenMs + 1 + (nowMs % 1)")],
  },
  {
    name: "merged-again",
    rule: "§5 what contains others is taken in first, and the trash is fetched last",
    scenario: "merged long ago",
    edits: [
      edit(
        core("sync/apply/keep-fetched.ts", "PlanState.inOrder"),
        "rank(a) - rank(b) || edits(b) - edits(a)",
        "rank(a) - rank(b) || edits(a) - edits(b)",
      ),
      edit(core("sync/cycle/fetch.ts", "newestFirst"), "Number(a.trashed) - Number(b.trashed)", "Number(b.trashed) - Number(a.trashed)"),
    ],
  },
  {
    name: "chosen-is-unchanged",
    rule: "§6.4 a text that was chosen counts as changed",
    scenario: "a text chosen that a merge elsewhere lost",
    edits: [
      edit(
        core("merge/merge.ts", "isChosenSince"),
        "return base !== undefined && chosen !== undefined && isContained(chosen, vv)",
        "return base !== undefined && chosen !== undefined && !isContained(chosen, vv)",
      ),
    ],
  },
  {
    name: "chosen-and-written-on",
    rule: "§6.4 so does one in which somebody wrote on",
    scenario: "a text chosen and written on",
    edits: [edit(core("merge/merge.ts", "mergeTexts"), "|| hasTextOf(texts, side)", "|| side.content !== base?.content")],
  },
  {
    name: "chosen-and-merged",
    rule: "§6.4 every merge that a chosen text goes into keeps its dot",
    scenario: "a text chosen and put together with another",
    edits: [edit(core("merge/merge.ts", "joinedChoice"), "choices.length === 0 ? undefined :", "choices.length >= 0 ? undefined :")],
  },
  {
    name: "patch-over-clear",
    rule: "encryption.md 3.5 (9) a sealed text never goes over one in clear",
    with: "sensitive",
    edits: [
      edit(
        core("library/index/derive.ts", "ownFile"),
        "const usable = own.filter((file) => !isForSealed || file.sealed === true);",
        "const usable = own;",
      ),
    ],
  },
  {
    name: "no-erase",
    rule: "encryption.md 3.5 (9) trashed files in clear are removed for good",
    with: "sensitive",
    edits: [
      edit(
        core("library/index/derive.ts", "filesToErase"),
        "if (local?.isEncrypted !== true) return [];",
        "if (files.length >= 0) return [];",
      ),
    ],
  },
  {
    name: "packs-stay",
    rule: "encryption.md 3.5 (9) a pack that holds the note in clear goes for good",
    with: "sensitive",
    edits: [
      edit(core("sync/cycle/erase.ts", "isExposing"), 'return note?.kind === "note" && note.isEncrypted;', "return id.length === 0;"),
    ],
  },
  {
    name: "bases-in-clear",
    rule: "encryption.md 3.5 (9) no version in clear is kept beside a sealed note",
    with: "sensitive",
    edits: [
      edit(
        core("merge/bases.ts", "basesBeside"),
        "if (!isSensitive(note)) return versions.map(toBase);",
        "if (versions.length >= 0) return versions.map(toBase);",
      ),
    ],
  },
  {
    name: "save-beside-seal",
    rule: "encryption.md 3.5 (9) what was typed in clear is not saved into a note that was moved in meanwhile",
    with: "sensitive",
    edits: [
      edit(
        core("library/notes/notes-service.ts", "LibraryNotes.#change"),
        "if (current.isEncrypted) return {",
        'if (current.id === "") return {',
      ),
    ],
  },
  {
    name: "merged-while-locked",
    rule: "§6.2 locked sensitive notes wait",
    with: "sensitive",
    edits: [
      edit(
        core("merge/integrate.ts", "openSides"),
        "return x === undefined || y === undefined ? undefined : { mine: x, theirs: y, stored };",
        "return { mine: x ?? mine, theirs: y ?? theirs, stored };",
      ),
    ],
  },
  {
    name: "never-woken",
    rule: "§6.2 what waited is merged once the folder is unlocked",
    with: "sensitive",
    edits: [edit(core("sync/cycle/sync-cycle.ts", "retryBlocked"), "if (index.waiting.size === 0 ||", "if (index.waiting.size >= 0 ||")],
  },
  {
    name: "hidden-for-ever",
    rule: "§6.2 a note is hidden by what waits only until its device holds a version that contains it",
    scenario: "moved out while elsewhere it waits",
    edits: [
      edit(
        core("library/index/derive.ts", "isStillBlocked"),
        "return waits === true && (local === undefined || !isContained(vv, local.vv));",
        "return waits === true;",
      ),
    ],
  },
  {
    name: "copy-in-clear",
    rule: "encryption.md 3.3 copies of a sensitive note are sealed too",
    with: "sensitive",
    edits: [
      edit(
        core("merge/integrate.ts", "copiesOf"),
        "const isOpened = isSensitive(result) &&",
        'const isOpened = result.id === "" && isSensitive(result) &&',
      ),
    ],
  },
  {
    name: "sensitive-side-yields",
    rule: "encryption.md 3.5 (9) a merge with a sensitive side is sensitive",
    with: "sensitive",
    edits: [
      edit(
        core("merge/merge.ts", "mergeNotes"),
        "isEncrypted: winner.isEncrypted || loser.isEncrypted,",
        "isEncrypted: winner.isEncrypted,",
      ),
    ],
  },
  {
    name: "dropped-side-not-kept",
    rule: "§6.4 the side that a person drops is kept in a deleted copy",
    with: "deciding",
    edits: [
      edit(
        core("sync/conflicts/plan-resolve.ts", "planCopy"),
        'if (desired === "kept-deleted") batch.write((stamp) => stampDelete(made, stamp));',
        "",
      ),
    ],
  },
  {
    name: "forget-create",
    rule: "§4.2 a create is repeated under the id reserved for it",
    scenario: "an answer to a create is lost",
    edits: [
      edit(
        core("sync/cycle/push.ts", "reserveId"),
        "const known = deps.library.index.creating.get(entity.id);",
        "const known = undefined;",
      ),
    ],
  },
  {
    name: "no-collect-own",
    rule: "§4.2 of equal siblings the one with the smaller id stays",
    edits: [
      edit(
        core("library/index/derive.ts", "holds"),
        "return !isEqual(file.vv, other.vv) || tainted.has(file.fileId) || other.fileId < file.fileId;",
        "return !isEqual(file.vv, other.vv) || tainted.has(file.fileId);",
      ),
    ],
  },
  {
    name: "collect-at-once",
    rule: "§11 what nothing refers to stays for its time",
    edits: [
      edit(
        core("sync/attachments/plan-collection.ts", "planCollection.isOlder"),
        "nowMs - (marks.get(fileId)?.since ?? nowMs) >= ms",
        "nowMs >= ms && marks.size >= 0",
      ),
    ],
  },
  {
    name: "count-living-notes",
    rule: "§11 soft-deleted notes count",
    masks: ["count-no-versions"],
    scenario: "a file of a deleted note",
    edits: [
      edit(
        core("sync/attachments/collection-service.ts", "idsInNotes"),
        'return [...index.entities.values()].flatMap((entity) => (entity.kind === "note" ? entity.attIds : []));',
        'return [...index.entities.values()].flatMap((entity) => (entity.kind === "note" && Object.keys(entity.alive).length > 0 ? entity.attIds : []));',
      ),
    ],
  },
  {
    name: "count-no-versions",
    rule: "§11 merge bases, records of merges and drafts count",
    with: "attaching",
    edits: [
      edit(
        core("sync/attachments/collection-service.ts", "knownReferences"),
        "return held.ok ? ok(new Set([...referenced, ...held.value])) : held;",
        "return held.ok ? ok(referenced) : held;",
      ),
    ],
  },
  {
    name: "count-no-packs",
    rule: "§11 packs count",
    with: "attaching",
    edits: [
      edit(
        core("sync/attachments/collection-service.ts", "knownReferences"),
        "...idsInNotes(index), ...inPacks, ...inPrimary, ...inHistory",
        "...idsInNotes(index), ...inHistory",
      ),
    ],
  },
  {
    name: "trash-is-final",
    rule: "§11 what is referred to comes back out of the trash",
    scenario: "a file referred to once it was thrown away",
    edits: [
      edit(
        core("sync/attachments/collection-service.ts", "applyCollection"),
        "...plan.restore.map((fileId) => () => remote.restoreAttachment(fileId)),",
        "",
      ),
    ],
  },
  {
    name: "never-collect",
    rule: "§11 what nothing refers to goes in the end",
    with: "attaching",
    edits: [
      edit(
        core("sync/attachments/plan-collection.ts", "planCollection"),
        "const old = new Set(unreferenced.filter(isOld));",
        "const old = new Set(unreferenced.filter((id) => isOld(id) && false));",
      ),
    ],
  },
  {
    name: "files-after-the-note",
    rule: "encryption.md 3.5 (9) files that are sealed again are written with the note that moves",
    with: "attaching,sensitive",
    edits: [
      edit(
        core("library/attachments/reseal-service.ts", "createResealing.leave"),
        "...writes,\n        attachments: [...writes.attachments, ...(",
        "attachments: [...(",
      ),
    ],
  },
  {
    name: "shared-files-go",
    rule: "encryption.md 3.5 (9) a file that another note refers to stays as it is",
    with: "attaching,sensitive",
    edits: [
      edit(
        core("library/attachments/reseal-service.ts", "createResealing.leave"),
        "!drafts.has(id) && !isReferredElsewhere(deps.library, id, noteId)",
        "!drafts.has(id) && noteId.length > 0",
      ),
      edit(
        core("sync/attachments/plan-collection.ts", "planCollection.counts"),
        "(isExposed(fileId) ? isInNotes : isReferenced)(attachmentId)",
        "!isExposed(fileId) && isReferenced(attachmentId)",
      ),
    ],
  },
  {
    name: "removed-unseen",
    rule: "§11 what a note left behind is removed for good only after its time in the trash",
    with: "attaching,sensitive",
    edits: [
      edit(
        core("sync/attachments/plan-collection.ts", "planCollection"),
        "inTrash.filter((file) => nowMs - (trashedAt(file) ?? nowMs) >= keptMs)",
        "files.filter(({ fileId }) => kept.has(fileId) && isExposed(fileId) && isOlder(fileId, keptMs))",
      ),
    ],
  },
  {
    name: "first-time-in-the-trash",
    rule: "§11 what came out of the trash and went back into it lies there for another thirty days",
    scenario: "a file back from the trash for a moment",
    edits: [
      edit(
        core("sync/attachments/plan-collection.ts", "planCollection.trashedAt"),
        "seen?.version === version ? seen.at",
        "version >= 0 ? seen?.at",
      ),
      edit(
        core("sync/attachments/plan-collection.ts", "planCollection"),
        "const unseen = inTrash.filter((file) => trashedAt(file) === undefined);",
        "const unseen = files.filter((file) => (trash.includes(file.fileId) || inTrash.includes(file)) && trashedAt(file) === undefined);",
      ),
    ],
  },
  {
    name: "text-is-not-read",
    rule: "§11 a note's outer record lists what its text refers to",
    with: "attaching",
    edits: [
      edit(
        core("library/notes/plan-note.ts", "planSave"),
        "const typed = withReferences({ ...before, title: draft.title, content: draft.content }, [current.content]);",
        "const typed = { ...before, title: draft.title, content: draft.content };",
      ),
    ],
  },
  {
    name: "note-before-file",
    rule: "§11 a note is in the drive only with what it refers to",
    with: "attaching",
    edits: [edit(core("library/notes/note-projection.ts", "syncOf"), " && !index.awaitsAttachment(note)", "")],
  },
  {
    name: "never-sent-again",
    rule: "§11 what is in the drive no more is sent again by who holds its bytes",
    scenario: "a file thrown away for good",
    edits: [
      edit(
        core("sync/attachments/collection-service.ts", "rowsWithoutFile"),
        `upload.kind === "stored" && inNotes.has(id)`,
        `upload.kind === "stored" && id === ""`,
      ),
    ],
  },
  {
    name: "unsent-file-goes",
    rule: "§11 a file that waits to be sent leaves the device only once it was",
    scenario: "a file that another note refers to before it is sent",
    edits: [
      edit(
        core("library/attachments/reseal-service.ts", "createResealing.leave"),
        "const stay = rows.filter(isWaiting);",
        'const stay = rows.filter(({ id }) => id === "");',
      ),
    ],
  },
  {
    name: "strays-stay",
    rule: "§11 a file that a merge brought into a sensitive note gets the folder's seal",
    scenario: "a file added while its note is moved in",
    edits: [
      edit(
        core("sync/attachments/orphaned-files-service.ts", "watchOrphanedFiles.lookAt"),
        "if (fileIds.length === 0) return true;",
        'if (note.id !== "") return true;',
      ),
    ],
  },
  {
    name: "strays-forgotten",
    rule: "§11 which notes are to be looked at survives a death",
    scenario: "a death before a merged file is sealed",
    edits: [
      edit(
        core("sync/apply/keep-fetched.ts", "PlanState.#recordOrphans"),
        "if (meta.strayNotes === undefined) return;",
        'if (meta.strayNotes?.includes("") !== true) return;',
      ),
    ],
  },
  {
    name: "refused-for-good",
    rule: "§5 what was refused is tried again after a pause",
    scenario: "refused, and taken at the next try",
    edits: [edit(core("sync/cycle/push.ts", "isReady"), "|| dueAgainInMs(attempt, clock.now()) === 0", "")],
  },
  {
    name: "parked-for-good",
    rule: "§5 what was refused is tried again once it or its files are other than they were",
    scenario: "refused, and written elsewhere before the next try",
    edits: [
      edit(core("library/index/sync-index.ts", "SyncIndex.#unpark"), "if (this.attempts.get(id)?.parked === true)", 'if (id === "")'),
    ],
  },
  {
    name: "strays-untold",
    rule: "§11 whoever takes a note that was put together elsewhere looks at the files that may lack the folder's seal",
    scenario: "a merged file whose device is gone",
    edits: [
      edit(
        core("merge/orphaned-attachment-marks.ts", "withMergedOrphanMark"),
        "return withOrphanMark(merged, merged.isEncrypted &&",
        "return withOrphanMark(merged, false &&",
      ),
    ],
  },
  {
    name: "strays-of-open-texts",
    rule: "§11 a text that was open while its note moved in may bring a former file back, and is looked at too",
    scenario: "a text saved that was open while its note moved in",
    edits: [
      edit(
        core("vault/sensitive/plan-sensitive.ts", "planSensitiveSave"),
        "markOrphans(saved.writes, opened, { meta: seen.meta, isJoined })",
        "saved.writes",
      ),
    ],
  },
  {
    name: "strays-named-by-chance",
    rule: "§11 two devices that seal it at the same moment give it the same id",
    scenario: "a file added while its note is moved in",
    edits: [edit(core("library/attachments/reseal-service.ts", "newId"), "return noteId === undefined ?", "return noteId !== null ?")],
  },
  {
    name: "mark-of-any-file",
    rule: "§11 a mark on another file of that id throws nothing away",
    masks: ["unsent-file-goes"],
    scenario: "a file id that a copied profile used for another file",
    edits: [
      edit(
        core("sync/attachments/plan-collection.ts", "markOf"),
        "return mark === undefined || (mark.attachmentId ?? attachmentId) !== attachmentId ?",
        "return mark === undefined ?",
      ),
    ],
  },
  {
    name: "left-before-it-was-sent",
    rule: "§11 the day of a file that a note left begins when it is in the drive",
    scenario: "a file sent long after its note left it",
    edits: [
      edit(
        core("model/entities/attachment-row.ts", "planSent"),
        "{ fileId, since: nowMs, isExposed: true, attachmentId: row.id }",
        "{ fileId, since: nowMs && row.addedAt, isExposed: true, attachmentId: row.id }",
      ),
    ],
  },
  {
    name: "another-file-of-that-id",
    rule: "§11 a reserved id that something else has is given up",
    with: "attaching,profileCopied,deviceLost",
    edits: [
      edit(
        core("sync/attachments/upload-service.ts", "UploadQueue.#findEarlier"),
        'if (!file.ok && file.problem.kind !== "not-found") return false;',
        "if (!file.ok || file.value === undefined) return false;",
      ),
    ],
  },
  {
    name: "signal-without-base",
    rule: "§12 what is sent over the channel is a base first, or a merge of it looks like a cloned device's",
    edits: [edit(core("sync/signals/signals-service.ts", "SignalsLink.#keepAsBase"), "{ bases: [toBase(entity)] }", "{}")],
    with: "signals",
  },
  {
    name: "history-left-behind",
    rule: "§13 a note's file carries its versions",
    edits: [edit(core("sync/history/embed-history.ts", "embed"), "versions.value.filter(isDue)", "versions.value.slice(0, 0)")],
  },
  {
    name: "history-not-read",
    rule: "§13 what a file carries is kept by whoever reads it, or it goes with that file",
    edits: [
      edit(core("sync/apply/keep-fetched.ts", "PlanState.#keepHistory"), "if (kept.length > 0) this.parts.push({ versions: kept });", ""),
    ],
  },
  {
    name: "history-not-in-packs",
    rule: "§13 a pack has what the file has: a device that read the pack never reads the file",
    edits: [
      edit(
        core("sync/packs/write-packs.ts", "itemsOf"),
        "items.push({ entity: await embedHistory(deps, entity), md5 });",
        "items.push({ entity, md5 });",
      ),
    ],
  },
  {
    name: "signal-without-history",
    rule: "§13 a version that came over the channel has its history with it: who builds on it never reads the file",
    edits: [
      edit(
        core("sync/signals/signals-service.ts", "SignalsLink.#keepAsBase"),
        'entity?.kind === "note" ? withHistory(entity, unpacked(versionsOf.get(id) ?? [])) : entity',
        "entity",
      ),
    ],
    with: "signals",
  },
  {
    name: "history-unpacked",
    rule: "§13 a version leaves its note's file only for a pack that holds it",
    edits: [
      edit(
        core("sync/history/history-packs.ts", "writeAllowed"),
        "toPackItems(versions), records",
        "toPackItems(versions).slice(1), records",
      ),
    ],
    with: "packedHistory",
  },
  {
    name: "history-packs-removed",
    rule: "§13 what a device's small packs hold goes into the new one before they are removed",
    edits: [
      edit(core("sync/history/history-packs.ts", "writePack"), "all.set(`${version.noteId} ${markOf(version)}`, version);", "all.size;"),
    ],
    with: "packedHistory",
  },
  {
    name: "history-packs-in-clear",
    rule: "§13 a pack that shows a version of a sensitive note in clear is written again without it",
    edits: [edit(core("sync/cycle/erase.ts", "eraseExposed"), "await eraseExposedHistory(deps);", "ok(undefined);")],
    with: "packedHistory,sensitive",
  },
  {
    name: "joined-keys-untried",
    rule: "§5 what was sealed under a key that was not here is read once that key has joined",
    edits: [edit(core("sync/queue/retry-service.ts", "retryUnknownKeys"), "count === 0", "skipped.length >= 0")],
    with: "startingOver",
  },
  {
    name: "history-in-clear",
    rule: "§13 beside a sensitive note no version is kept in clear, whatever brings it",
    edits: [
      edit(core("library/index/versions-of-write.ts", "isKeptBeside"), "(version.sealed !== undefined || !note.isEncrypted)", "true"),
    ],
    with: "sensitive",
  },
  {
    name: "primary-unread",
    rule: "§8 what is in a primary pack is nowhere else: it is read before anything counts as complete",
    scenario: "packs are all there is",
    edits: [
      edit(
        core("sync/packs/read-primary-packs.ts", "readPrimaryPacks"),
        "primaryPacks(deps.library.index.packs).filter((pack) => isToRead(pack, deps)).toReversed()",
        "primaryPacks(deps.library.index.packs).filter(() => false)",
      ),
    ],
  },
  {
    name: "primary-believed",
    rule: "§8 a note is in the drive once the drive has answered for its pack, with the MD5 of these bytes",
    with: "primary",
    edits: [
      edit(
        core("sync/packs/write-primary-packs.ts", "send"),
        "if (answer.ok && answer.value.md5 === pack.md5) {",
        "if (!answer.ok || answer.value.md5 === pack.md5) {",
      ),
      edit(core("sync/packs/write-primary-packs.ts", "send"), "writtenAt: answer.value.modifiedTime", "writtenAt: deps.clock.now()"),
    ],
  },
  {
    name: "primary-forgotten",
    rule: "§8 a pack is on record before it is sent, so that one whose answer was lost is asked for, and not sent again",
    scenario: "packs: an answer is lost, and the feed lags",
    edits: [
      edit(core("sync/packs/write-primary-packs.ts", "recordIntent"), "writes: { packs: [pack], bases:", "writes: { packs: [], bases:"),
    ],
  },
  {
    name: "primary-needed",
    rule: "§8 a primary pack goes only when each of its records is elsewhere",
    with: "primary",
    edits: [
      edit(
        core("sync/packs/maintain-primary-packs.ts", "maintainPrimaryPacks"),
        "neededIn(one, index).length === 0 && !isSign(one, index)",
        "neededIn(one, index).length >= 0",
      ),
    ],
  },
  {
    name: "primary-order",
    rule: "§8 of two primary packs with one record the later one stays, on every device",
    scenario: "packs: two devices send and remove at the same moment",
    edits: [
      edit(
        core("sync/packs/maintain-primary-packs.ts", "isElsewhere"),
        "(otherPack !== undefined && isNewerPack(otherPack, pack))",
        "true",
      ),
      edit(core("model/drive/primary-pack.ts", "primaryPacks"), ".sort((a, b) => (isNewerPack(b, a) ? -1 : 1))", ""),
    ],
  },
  {
    name: "primary-in-clear",
    rule: "encryption.md 3.5 (9) a primary pack that shows a sensitive note in clear is written again without it",
    with: "primary,sensitive",
    edits: [
      edit(core("model/drive/primary-pack.ts", "isExposed"), "(note.isEncrypted && sealed !== true)", '(note.isEncrypted && id === "")'),
    ],
  },
  {
    name: "primary-purged",
    rule: "§8 nor does the text of a note that was deleted for good stay in one",
    scenario: "packs: one note is deleted for good",
    edits: [edit(core("model/drive/primary-pack.ts", "isExposed"), "note.purged !== undefined ||", "false ||")],
  },
  {
    name: "primary-gone",
    rule: "§7.3 what was in a primary pack that is gone is sent again",
    scenario: "packs: thrown away by hand",
    edits: [
      edit(
        core("sync/cycle/pull.ts", "takePage"),
        "forgetRemote: [...gone, ...rowsIn(deps.library.index.allFiles(), gone)],",
        "forgetRemote: gone,",
      ),
    ],
  },
  {
    name: "primary-of-clone",
    rule: "§4.5 a pack that bears our name and was not sent from here is read like a file of ours",
    with: "primary,profileCopied",
    edits: [edit(core("sync/packs/read-primary-packs.ts", "keepRows"), "toPackedRow(read, item, false)", "toPackedRow(read, item, true)")],
  },
  {
    name: "primary-beside-file",
    rule: "§8 of a note that has a file no pack counts: its text in clear would stay in that file",
    scenario: "packs: a file in clear comes back beside one",
    edits: [edit(core("library/index/derive.ts", "needsPush"), "files.some(isWhole) ? files.filter(isWhole) : files", "files")],
  },
  {
    name: "primary-history",
    rule: "§13 a primary pack has what a file would have",
    with: "primary",
    edits: [
      edit(
        core("sync/packs/write-primary-packs.ts", "itemsOf"),
        "items.push({ entity: await embedHistory(deps, entity), md5: NO_FILE_MD5 });",
        "items.push({ entity, md5: NO_FILE_MD5 });",
      ),
    ],
  },
];

/** The edits of several mutants together. If two change the same place, the first one's edit applies. */
export function editsOf(names: readonly string[]): readonly Edit[] {
  const seen = new Set<string>();
  const positionOf = ({ file, within, find }: Edit): string => `${file} ${within} ${find}`;
  return names
    .flatMap((name) => {
      const mutant = MUTANTS.find((each) => each.name === name);
      if (mutant === undefined) throw new Error(`There is no mutant '${name}'. There are: ${MUTANTS.map((each) => each.name).join(", ")}`);
      return mutant.edits;
    })
    .filter((each) => !seen.has(positionOf(each)) && seen.add(positionOf(each)));
}
