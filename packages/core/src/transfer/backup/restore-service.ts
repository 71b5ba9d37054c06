/** Adds what the library lacks of a verified backup, in complete groups; repeating it adds the rest. Spec B §4, decision 0011. */
import type { Library } from "../../library/index/library-service.ts";
import type { BackupDamage } from "../../model/backup/backup-damage.ts";
import type { BackupAttachment, BackupNote } from "../../model/backup/backup-format.ts";
import { isAlive, type LightEntity } from "../../model/entities/entity.ts";
import type { Attachment } from "../../model/entities/note.ts";
import type { KeptVersion } from "../../model/entities/note-versions.ts";
import { sealedUnder } from "../../model/entities/parsing/sealed-texts.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import type { LocalSensitive } from "../../ports/sealing/sensitive-keys.ts";
import type { AttachmentBytes } from "../../ports/transfer/attachment-bytes.ts";
import type { VerifiedBackup } from "../../ports/transfer/backup-archives.ts";
import type { RestoreCounts, RestoreFailure, RestoreProblem, RestoreResult, SealedNotes } from "./backup-service-types.ts";
import { planRestoreHistory, versionsOfRecord } from "./history-records.ts";
import { toLocalSensitive } from "./local-sealed-notes-service.ts";
import { isGuessedId } from "./pages/parse-page.ts";
import { planFolders, planRestoreFolders, planRestoreNotes, type Restored } from "./plan-restore.ts";

export type RestoreDeps = {
  readonly library: Library;
  readonly backup: VerifiedBackup;
  readonly attachments: Pick<AttachmentBytes, "has" | "put">;
  readonly sealedNotes: SealedNotes;
  readonly isStopped: () => boolean;
  readonly onProgress: (done: number, total: number) => void;
};

/** How a sealed item enters the library. */
type RestoreMode = "as-it-is" | "resealed" | "left";
type Step<Value = void> = Promise<Result<Value, RestoreProblem>>;

/** A failed restore returns what it had added. */
export function restoreBackup(deps: RestoreDeps): Promise<Result<RestoreResult, RestoreFailure>> {
  return new Restoring(deps).run();
}

class Restoring {
  readonly #deps: RestoreDeps;
  /** Mode by folder id, decided once. */
  readonly #modes = new Map<string | undefined, RestoreMode>();
  /** Folders whose notes stay in the backup. */
  readonly #left = new Set<string | undefined>();
  readonly #damage: BackupDamage[] = [];
  /** Title and time of the library's notes before the restore. */
  #keys: ReadonlySet<string> | undefined;
  readonly #added = { notes: 0, folders: 0, attachments: 0 };
  #done = 0;

  constructor(deps: RestoreDeps) {
    this.#deps = deps;
  }

  async run(): Promise<Result<RestoreResult, RestoreFailure>> {
    const restored = await this.#restore();
    return restored.ok ? restored : failed({ problem: restored.problem, added: { ...this.#added } });
  }

  async #restore(): Step<RestoreResult> {
    const { backup, library } = this.#deps;
    const { mapping, missing } = planFolders(backup.folders, [...library.index.entities.values()]);
    const folders = await this.#write(
      missing.map(({ id }) => id),
      (seen) => planRestoreFolders(missing, seen),
    );
    if (!folders.ok) return folders;
    this.#added.folders = folders.value.added.length;
    const keys = backup.hasSealedNotes ? await this.#deps.sealedNotes.adopt(backup.sensitive) : ok(undefined);
    if (!keys.ok) return keys;
    // Attachments come before the notes that refer to them.
    const attachments = await this.#putAttachments();
    if (!attachments.ok) return attachments;
    const notes = await this.#addNotes((group, seen) => planRestoreNotes(group, mapping, seen));
    if (!notes.ok) return notes;
    const versions = await this.#addHistory();
    if (!versions.ok) return versions;
    return ok({
      ...(backup.hasHistory ? { versions: versions.value } : {}),
      folders: { added: folders.value.added.length, skipped: backup.folders.length - folders.value.added.length },
      attachments: attachments.value,
      notes: notes.value.counts,
      locked: notes.value.locked,
      lockedFolders: this.#lockedFolders(),
      damage: [...backup.damage, ...this.#damage],
    });
  }

  /** Runs after the notes, which are complete without their history. */
  async #addHistory(): Step<number> {
    const { backup, library } = this.#deps;
    let added = 0;
    let problem: RestoreProblem | undefined;
    if (!backup.hasHistory) return ok(0);
    const read = await backup.eachHistory(async (records) => {
      const versions = await this.#openable(records.flatMap(versionsOfRecord));
      const ids = [...new Set(versions.map(({ noteId }) => noteId))];
      const written = await library.transact(
        { entities: ids, versionsOf: ids },
        (seen) => {
          const planned = planRestoreHistory(versions, seen);
          return { writes: planned.writes, answer: planned.added };
        },
        "restore",
      );
      if (written.ok) added += written.value;
      else problem = written.problem;
      return written.ok && !this.#deps.isStopped();
    });
    if (problem !== undefined) return failed(problem);
    return read.ok || read.problem.kind !== "stopped" ? ok(added) : read;
  }

  /** Returns versions that a known folder sealed, or that were resealed for it. */
  async #openable(versions: readonly KeptVersion[]): Promise<readonly KeptVersion[]> {
    const openable: KeptVersion[] = [];
    for (const version of versions) {
      const { sealed } = version.note;
      const mode = sealed === undefined ? "as-it-is" : await this.#modeOf(sealedUnder(sealed));
      if (mode === "as-it-is") openable.push(version);
      if (mode !== "resealed" || sealed === undefined) continue;
      const resealed = await this.#deps.sealedNotes.resealer?.note(version.noteId, sealed);
      if (resealed !== undefined) openable.push({ ...version, note: { ...version.note, sealed: resealed } });
    }
    return openable;
  }

  async #putAttachments(): Step<RestoreCounts> {
    let skipped = 0;
    for (const attachment of this.#deps.backup.attachments) {
      if (this.#deps.isStopped()) return failed({ kind: "stopped" });
      const { path: _path, sealedUnder, ...values } = attachment;
      if (await this.#deps.attachments.has(attachment.id)) skipped += 1;
      else {
        const mode = sealedUnder === undefined ? "as-it-is" : await this.#modeOf(sealedUnder);
        // The attachment stays in the backup with its note.
        if (mode === "left") continue;
        const put = await this.#putOne(attachment, values, mode);
        if (!put.ok) return put;
      }
      this.#step(1);
    }
    return ok({ added: this.#added.attachments, skipped });
  }

  /** Restores one file. A file that cannot be read or saved is listed and does not stop the others. */
  async #putOne(attachment: BackupAttachment, values: Attachment, mode: RestoreMode): Step {
    const { path, fileName: name } = attachment;
    const read = await this.#deps.backup.readAttachment(attachment);
    if (!read.ok) {
      if (read.problem.kind === "stopped") return read;
      this.#damage.push({ kind: "file-damaged", path, name });
      return ok(undefined);
    }
    const bytes = mode === "resealed" ? await this.#deps.sealedNotes.resealer?.file(attachment.id, read.value) : read.value;
    const put = bytes && (await this.#deps.attachments.put(values, bytes));
    if (put === undefined) this.#damage.push({ kind: "not-kept", path, name });
    else if (put.ok) this.#added.attachments += 1;
    else if (put.problem.kind === "too-large") this.#damage.push({ kind: "file-too-large", path, name });
    else return put;
    return ok(undefined);
  }

  async #addNotes(
    plan: (notes: readonly BackupNote[], seen: Parameters<typeof planRestoreNotes>[2]) => Restored,
  ): Step<{ readonly counts: RestoreCounts; readonly locked: number }> {
    let [skipped, locked] = [0, 0];
    let problem: RestoreProblem | undefined;
    const read = await this.#deps.backup.eachNotes(async (group) => {
      if (this.#deps.isStopped()) return false;
      const { readable, here } = await this.#sort(group);
      const written = await this.#write(
        readable.map(({ id }) => id),
        (seen) => plan(readable, seen),
      );
      if (!written.ok) {
        problem = written.problem;
        return false;
      }
      this.#added.notes += written.value.added.length;
      skipped += written.value.skipped + here;
      locked += group.length - readable.length - here;
      this.#step(group.length);
      return true;
    });
    if (problem !== undefined) return failed(problem);
    if (!read.ok) return read;
    return this.#deps.isStopped() ? failed({ kind: "stopped" }) : ok({ counts: { added: this.#added.notes, skipped }, locked });
  }

  /** Removes notes that stay in the backup. `here`: number of notes from another folder that are already present. */
  async #sort(notes: readonly BackupNote[]): Promise<{ readonly readable: readonly BackupNote[]; readonly here: number }> {
    const readable: BackupNote[] = [];
    let here = 0;
    for (const note of notes) {
      if (this.#hasSame(note)) {
        here += 1;
        continue;
      }
      const sid = note.sealed === undefined ? undefined : sealedUnder(note.sealed);
      const mode = note.sealed === undefined ? "as-it-is" : await this.#modeOf(sid);
      if (mode === "as-it-is") readable.push(note);
      else if (this.#isHere(note.id)) here += 1;
      else {
        const sealed = mode === "resealed" ? await this.#deps.sealedNotes.resealer?.note(note.id, note.sealed ?? "") : undefined;
        if (sealed === undefined) this.#left.add(sid);
        else readable.push({ ...note, sealed });
      }
    }
    return { readable, here };
  }

  #isHere(id: string): boolean {
    const entity = this.#deps.library.index.entities.get(id);
    return entity !== undefined && isAlive(entity);
  }

  /** Recognizes a note without a known id by its title and time. */
  #hasSame({ id, title, lastModified }: BackupNote): boolean {
    if (!isGuessedId(id)) return false;
    this.#keys ??= new Set([...this.#deps.library.index.entities.values()].flatMap(keysOf));
    return this.#keys.has(keyOf(title, lastModified));
  }

  async #modeOf(sid: string | undefined): Promise<RestoreMode> {
    const { sealedNotes } = this.#deps;
    const remembered = this.#modes.get(sid);
    if (remembered !== undefined) return remembered;
    const mode = (await sealedNotes.knows(sid)) ? "as-it-is" : sealedNotes.resealer?.opens(sid) ? "resealed" : "left";
    this.#modes.set(sid, mode);
    return mode;
  }

  #lockedFolders(): readonly LocalSensitive[] {
    const { backup, sealedNotes } = this.#deps;
    if (sealedNotes.join === undefined) return [];
    return backup.sensitive.flatMap(toLocalSensitive).filter(({ sid }) => this.#left.has(sid));
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
    const { noteCount, attachments } = this.#deps.backup;
    this.#done += count;
    this.#deps.onProgress(this.#done, noteCount + attachments.length);
  }
}

function keysOf(entity: LightEntity): readonly string[] {
  return entity.kind === "note" && isAlive(entity) ? [keyOf(entity.title, entity.mtime)] : [];
}

function keyOf(title: string, time: number): string {
  return `${time}\n${title.trim()}`;
}
