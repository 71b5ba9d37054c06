/**
 * Puts what a verified backup holds and the library lacks into the library, a group at a time. Whatever stops it half-way, what was added is
 * whole, and restoring again adds the rest. Spec B §4 "Backup and restore", issue 10.
 */
import type { Library } from "../library/library-service.ts";
import type { AttachmentBytes } from "../ports/attachment-bytes.ts";
import type { LocalSensitive } from "../ports/sensitive-keys.ts";
import { failed, ok, type Result } from "../result.ts";
import { sealedUnder } from "../sensitive/sealed-under.ts";
import type { BackupNote } from "./backup-format.ts";
import type { RestoreCounts, RestoreProblem, RestoreResult, SealedNotes, VerifiedBackup } from "./backup-service-types.ts";
import { toLocalSensitive } from "./parse-sensitive.ts";
import { planFolders, planRestoreFolders, planRestoreNotes, type Restored } from "./plan-restore.ts";

export type RestoreDeps = {
  readonly library: Library;
  readonly backup: VerifiedBackup;
  readonly attachments: Pick<AttachmentBytes, "has" | "put">;
  readonly sealedNotes: SealedNotes;
  readonly isStopped: () => boolean;
  readonly onProgress: (done: number, total: number) => void;
};

type Step<Value = void> = Promise<Result<Value, RestoreProblem>>;

export function restoreBackup(deps: RestoreDeps): Step<RestoreResult> {
  return new Restoring(deps).run();
}

class Restoring {
  readonly #deps: RestoreDeps;
  /** Folders by name, as they were asked for. */
  readonly #known = new Map<string | undefined, boolean>();
  #done = 0;

  constructor(deps: RestoreDeps) {
    this.#deps = deps;
  }

  async run(): Step<RestoreResult> {
    const { backup, library } = this.#deps;
    const { places, missing } = planFolders(backup.folders, [...library.index.entities.values()]);
    const folders = await this.#write(
      missing.map(({ id }) => id),
      (seen) => planRestoreFolders(missing, seen),
    );
    if (!folders.ok) return folders;
    const keys = backup.hasSealedNotes ? await this.#deps.sealedNotes.adopt(backup.sensitive) : ok(undefined);
    if (!keys.ok) return keys;
    // A note points at its attachments: they are there first.
    const attachments = await this.#putAttachments();
    if (!attachments.ok) return attachments;
    const notes = await this.#addNotes((group, seen) => planRestoreNotes(group, places, seen));
    if (!notes.ok) return notes;
    return ok({
      folders: { added: folders.value.added.length, skipped: backup.folders.length - folders.value.added.length },
      attachments: attachments.value,
      notes: notes.value.counts,
      locked: notes.value.locked,
      lockedFolders: this.#lockedFolders(),
    });
  }

  async #putAttachments(): Step<RestoreCounts> {
    let [added, skipped] = [0, 0];
    for (const attachment of this.#deps.backup.attachments) {
      if (this.#deps.isStopped()) return failed({ kind: "stopped" });
      const { path: _path, sealedUnder, ...values } = attachment;
      // It stays in the backup with its note.
      if (sealedUnder !== undefined && !(await this.#isKnown(sealedUnder))) continue;
      if (await this.#deps.attachments.has(attachment.id)) skipped += 1;
      else {
        const bytes = await this.#deps.backup.readAttachment(attachment);
        if (!bytes.ok) return bytes;
        const put = await this.#deps.attachments.put(values, bytes.value);
        if (!put.ok) return put;
        added += 1;
      }
      this.#step(1);
    }
    return ok({ added, skipped });
  }

  async #addNotes(
    plan: (notes: readonly BackupNote[], seen: Parameters<typeof planRestoreNotes>[2]) => Restored,
  ): Step<{ readonly counts: RestoreCounts; readonly locked: number }> {
    let [added, skipped, locked] = [0, 0, 0];
    let problem: RestoreProblem | undefined;
    const read = await this.#deps.backup.eachNotes(async (group) => {
      if (this.#deps.isStopped()) return false;
      const readable = await this.#withKnownSeal(group);
      const written = await this.#write(
        readable.map(({ id }) => id),
        (seen) => plan(readable, seen),
      );
      if (!written.ok) {
        problem = written.problem;
        return false;
      }
      added += written.value.added.length;
      skipped += written.value.skipped;
      locked += group.length - readable.length;
      this.#step(group.length);
      return true;
    });
    if (problem !== undefined) return failed(problem);
    if (!read.ok) return read;
    return this.#deps.isStopped() ? failed({ kind: "stopped" }) : ok({ counts: { added, skipped }, locked });
  }

  async #withKnownSeal(notes: readonly BackupNote[]): Promise<readonly BackupNote[]> {
    const known: BackupNote[] = [];
    for (const note of notes) {
      if (note.sealed === undefined || (await this.#isKnown(sealedUnder(note.sealed)))) known.push(note);
    }
    return known;
  }

  async #isKnown(sid: string | undefined): Promise<boolean> {
    const remembered = this.#known.get(sid);
    if (remembered !== undefined) return remembered;
    const isKnown = await this.#deps.sealedNotes.knows(sid);
    this.#known.set(sid, isKnown);
    return isKnown;
  }

  #lockedFolders(): readonly LocalSensitive[] {
    const { backup, sealedNotes } = this.#deps;
    if (sealedNotes.join === undefined) return [];
    return backup.sensitive.flatMap(toLocalSensitive).filter(({ sid }) => this.#known.get(sid) === false);
  }

  #write(ids: readonly string[], plan: (seen: Parameters<typeof planRestoreFolders>[1]) => Restored): Step<Restored> {
    return this.#deps.library.transact(
      { entities: ids },
      (seen) => {
        const planned = plan(seen);
        return { writes: planned.writes, answer: planned };
      },
      "restore",
    );
  }

  #step(count: number): void {
    const { metadata, attachments } = this.#deps.backup;
    this.#done += count;
    this.#deps.onProgress(this.#done, metadata.totalNotes + attachments.length);
  }
}
