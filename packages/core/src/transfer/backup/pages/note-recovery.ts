/**
 * Which notes of a damaged list are what they were, by the readable pages beside it: a page that is whole says what its record was, or is taken
 * in its place. Remembers no text. Spec B §4 "Backup and restore", decision 0011.
 */

import type { BackupNote } from "../../../model/backup/backup-format.ts";
import { hashText } from "../../../model/entities/entity-ids.ts";
import { NOTE } from "../../../model/limits/limits.ts";
import type { ParsedPage } from "./parse-page.ts";
import { safeName } from "./safe-name.ts";

type Found = { readonly id: string; readonly check: string; readonly name: string };
/** A page that is taken for a note. */
export type TakenPage = { readonly path: string; readonly name: string };

/** A number behind a name distinguishes notes of one title. */
const NUMBERED = /^(.*) \(\d+\)$/;

export class NoteRecovery {
  /** Records of notes that have pages, until a page speaks for them. */
  readonly #unmatched = new Map<string, Found>();
  readonly #byKey = new Map<string, string[]>();
  readonly #broken: string[] = [];
  readonly #replaced = new Set<string>();
  #namesRecords = false;
  /** Their notes come from these. */
  readonly taken: TakenPage[] = [];

  /** A record that could be read. A sensitive note has no page. */
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

  /** A page that cannot be read; its name is all there is of it. */
  broken(path: string): void {
    this.#broken.push(path);
  }

  /**
   * After all pages. Answers those notes that neither the list nor a page has. `isListed`: every page that was written was handed over; a record
   * that none of them speaks of was then changed, and its note came from its page.
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

  /** A page is taken in its place, or it is no note that was written. */
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

/** Of a record as it is written. */
export function recordCheck(note: BackupNote): string {
  return hashText(JSON.stringify(note));
}

function keyOf(title: string, lastModified: number): string {
  return `${lastModified}\n${title.trim()}`;
}
