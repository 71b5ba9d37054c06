/**
 * Decides which records of a damaged list are intact, by the readable pages beside it: an intact page confirms its record or replaces it.
 * Does not keep texts. Spec B §4 "Backup and restore", decision 0011.
 */

import type { BackupNote } from "../../../model/backup/backup-format.ts";
import { hashText } from "../../../model/entities/entity-ids.ts";
import { NOTE } from "../../../model/limits/limits.ts";
import type { ParsedPage } from "./parse-page.ts";
import { safeName } from "./safe-name.ts";

type Found = { readonly id: string; readonly check: string; readonly name: string };
/** A page that replaces a lost note. */
export type TakenPage = { readonly path: string; readonly name: string };

/** Strips the number that distinguishes notes with the same title. */
const NUMBERED = /^(.*) \(\d+\)$/;

export class NoteRecovery {
  /** Records of notes with pages that no page has confirmed yet. */
  readonly #unmatched = new Map<string, Found>();
  readonly #byKey = new Map<string, string[]>();
  readonly #broken: string[] = [];
  readonly #replaced = new Set<string>();
  #namesRecords = false;
  /** Pages that become notes. */
  readonly taken: TakenPage[] = [];

  /** Registers a readable record. A sensitive note has no page. */
  found(note: BackupNote): void {
    if (note.sealed !== undefined) return;
    const { id, title, lastModified } = note;
    this.#unmatched.set(id, { id, check: recordCheck(note), name: title.trim() });
    const key = keyOf(title, lastModified);
    this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), id]);
  }

  page(path: string, page: ParsedPage): void {
    this.#namesRecords ||= page.record !== undefined;
    const found = this.#foundOf(page);
    if (found !== undefined) this.#unmatched.delete(found.id);
    if (found !== undefined && (page.record === undefined || page.record.check === found.check)) return;
    if (found !== undefined) this.#replaced.add(found.id);
    this.taken.push({ path, name: page.title });
  }

  /** Registers an unreadable page; only its name is known. */
  broken(path: string): void {
    this.#broken.push(path);
  }

  /**
   * Call after all pages. Returns the notes that neither the list nor a page contains. `isListed`: every page was read, so a record that no
   * page confirms is damaged and its page has replaced it.
   */
  finish(isListed: boolean): readonly TakenPage[] {
    const byName = new Map<string, string[]>();
    for (const { id, name } of this.#unmatched.values()) {
      const file = safeName(name, "").toLowerCase();
      byName.set(file, [...(byName.get(file) ?? []), id]);
    }
    const lost: TakenPage[] = [];
    for (const path of this.#broken) {
      const file = path.slice(path.lastIndexOf("/") + 1).replace(/\.html$/, "");
      const names = [file, NUMBERED.exec(file)?.[1] ?? file];
      const id = names.flatMap((name) => byName.get(name.toLowerCase())?.shift() ?? [])[0];
      if (id === undefined) lost.push({ path, name: file });
      else this.#unmatched.delete(id);
    }
    if (isListed && this.#namesRecords && lost.length === 0) for (const id of this.#unmatched.keys()) this.#replaced.add(id);
    return lost;
  }

  /** True if a page replaces this record, or if the record was never written as such. */
  isReplaced(id: string): boolean {
    return this.#replaced.has(id);
  }

  get replacedCount(): number {
    return this.#replaced.size;
  }

  #foundOf({ title, lastModified, record }: ParsedPage): Found | undefined {
    if (record !== undefined) return this.#unmatched.get(record.id);
    const own = this.#idOf(keyOf(title, lastModified));
    return this.#unmatched.get(own ?? (title === NOTE.untitled ? this.#idOf(keyOf("", lastModified)) : undefined) ?? "");
  }

  #idOf(key: string): string | undefined {
    return this.#byKey.get(key)?.find((id) => this.#unmatched.has(id));
  }
}

/** Hash of a record as it is written. */
export function recordCheck(note: BackupNote): string {
  return hashText(JSON.stringify(note));
}

function keyOf(title: string, lastModified: number): string {
  return `${lastModified}\n${title.trim()}`;
}
