/** One run of the mirror: writes changed notes and removes files of deleted ones. After an interruption the next run continues. */
import { ok, type Result } from "../../model/result.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import type {
  FileMark,
  MirroredFile,
  MirroredNote,
  MirrorFolder,
  MirrorFolders,
  MirrorProblem,
} from "../../ports/transfer/mirror-folders.ts";
import type { ExportContent, ExportedNote, ExportProblem } from "../../ports/transfer/note-exports.ts";
import type { NoteFile } from "../exchange/transfer-note.ts";
import { isNamedAfter, writeVaultNote } from "../export/formats/vault-note.ts";
import type { NoteFiles } from "../export/to-transfer-note.ts";
import { toTransferNote } from "../export/to-transfer-note.ts";
import { vaultName } from "../export/vault/vault-names.ts";
import { type ListedNote, type PlannedWrite, pathsFor, planMirror } from "./plan-mirror.ts";

export type MirrorRunDeps = {
  readonly folder: MirrorFolder;
  readonly folders: Pick<MirrorFolders, "loadManifest" | "saveManifest">;
  readonly content: ExportContent;
  readonly toFile: (bytes: Uint8Array, name: string, mimeType: string) => Promise<NoteFile>;
  readonly decodeBase64: (text: string) => Uint8Array;
  readonly encode: (text: string) => Uint8Array;
  /** True for an existing note that must not be in the folder. */
  readonly isSensitive: (id: string) => boolean;
  readonly isStopped: () => boolean;
  readonly onProgress: (done: number, total: number) => void;
};

export type RunProblem = MirrorProblem | StoreProblem | ExportProblem;
type Step = Promise<Result<void, RunProblem>>;

const GROUP = 50;
/** Above this count, a library that lost most of its notes may be damaged: the mirror then keeps their files. */
const FEW = 10;
const ASSETS = "assets";

/** Returns the number of files written. */
export async function runMirror(notes: readonly ListedNote[], deps: MirrorRunDeps): Promise<Result<number, RunProblem>> {
  const loaded = await deps.folders.loadManifest();
  if (!loaded.ok) return loaded;
  const run = new MirrorRun(deps, new Map(loaded.value.notes), new Map(loaded.value.assets));
  const plan = planMirror(notes, loaded.value);
  const goneIds = plan.removedIds.filter((id) => !deps.isSensitive(id));
  // Removes sensitive texts first and without a limit: even if writing fails, they must not stay.
  const hidden = await run.removeAll(plan.removedIds.filter(deps.isSensitive));
  const done = hidden.ok ? await run.writeAll(plan.writes) : hidden;
  const isTooMuch = goneIds.length > FEW && goneIds.length > notes.length;
  const removed = !done.ok ? done : isTooMuch ? run.leaveAll(goneIds) : await run.removeAll(goneIds);
  const saved = await run.save();
  if (!removed.ok) return removed;
  return saved.ok ? ok(plan.writes.length + plan.removedIds.length) : saved;
}

class MirrorRun {
  readonly #deps: MirrorRunDeps;
  readonly #notes: Map<string, MirroredNote>;
  readonly #assets: Map<string, MirroredFile>;
  /** Lower-case paths, as most file systems ignore case. */
  readonly #taken: Set<string>;

  constructor(deps: MirrorRunDeps, notes: Map<string, MirroredNote>, assets: Map<string, MirroredFile>) {
    this.#deps = deps;
    this.#notes = notes;
    this.#assets = assets;
    this.#taken = new Set([...notes.values(), ...assets.values()].map(({ path }) => path.toLowerCase()));
  }

  /** Does not save after a stop, because the database may be about to be deleted. */
  async save(): Step {
    if (this.#deps.isStopped()) return ok(undefined);
    return this.#deps.folders.saveManifest({ notes: this.#notes, assets: this.#assets });
  }

  async writeAll(writes: readonly PlannedWrite[]): Step {
    for (let at = 0; at < writes.length; at += GROUP) {
      if (this.#deps.isStopped()) return ok(undefined);
      const written = await this.#writeGroup(writes.slice(at, at + GROUP), { at, total: writes.length });
      if (!written.ok) return written;
    }
    return ok(undefined);
  }

  async #writeGroup(group: readonly PlannedWrite[], { at, total }: { readonly at: number; readonly total: number }): Step {
    const left: string[] = [];
    for (const write of group) {
      const claimed = await this.#claim(write);
      if (!claimed.ok) return claimed;
      if (claimed.value !== undefined) left.push(claimed.value);
    }
    // Saves the manifest before writing, so that after a crash the mirror still recognizes its own files.
    const saved = await this.save();
    if (!saved.ok) return saved;
    const read = await this.#deps.content.readNotes(group.map(({ id }) => id));
    if (!read.ok) return read;
    const byId = new Map(read.value.map((note) => [note.id, note] as const));
    for (const [index, write] of group.entries()) {
      const note = byId.get(write.id);
      const written = note === undefined ? ok(undefined) : await this.#writeNote(note, write);
      if (!written.ok) return written;
      this.#deps.onProgress(at + index + 1, total);
    }
    for (const path of left) await this.#deps.folder.remove(path);
    return ok(undefined);
  }

  /** Reserves a path for the note. Returns its previous file if the mirror wrote that file and must remove it. */
  async #claim({ id, wanted }: PlannedWrite): Promise<Result<string | undefined, RunProblem>> {
    const known = this.#notes.get(id);
    const state = known === undefined ? ok("other" as const) : await this.#ownership(known);
    if (!state.ok) return state;
    if (known !== undefined && known.wanted === wanted && state.value !== "other") {
      this.#notes.set(id, { path: known.path, wanted, stamp: "", assets: known.assets });
      return ok(undefined);
    }
    const path = await this.#freePath(wanted, ".md");
    if (!path.ok) return path;
    this.#notes.set(id, { path: path.value, wanted, stamp: "", assets: known?.assets ?? [] });
    return ok(known !== undefined && state.value === "own" ? known.path : undefined);
  }

  /** `other`: another program has changed the file since the mirror wrote it; the mirror leaves it alone. */
  async #ownership({ path, mark }: MirroredFile): Promise<Result<"own" | "gone" | "other", RunProblem>> {
    const found = await this.#deps.folder.mark(path);
    if (!found.ok) return found;
    if (found.value === undefined) return ok("gone");
    return ok(mark === undefined || isSameMark(mark, found.value) ? "own" : "other");
  }

  async #freePath(wanted: string, extension: string): Promise<Result<string, RunProblem>> {
    for (const path of pathsFor(wanted, extension)) {
      if (this.#taken.has(path.toLowerCase())) continue;
      this.#taken.add(path.toLowerCase());
      const found = await this.#deps.folder.mark(path);
      if (!found.ok) return found;
      if (found.value === undefined) return ok(path);
    }
    throw new Error("there is always a next number");
  }

  async #writeNote(exported: ExportedNote, { id, stamp }: PlannedWrite): Step {
    const known = this.#notes.get(id);
    if (known === undefined) return ok(undefined);
    const { note } = await toTransferNote(exported, this.#files(exported.isSensitive));
    const assets: string[] = [];
    for (const file of note.files) {
      const written = await this.#writeAsset(file);
      if (!written.ok) return written;
      assets.push(keyOf(file));
    }
    const paths = {
      noteName: (key: string) => this.#notes.get(key)?.path.replace(/\.md$/, ""),
      fileName: (file: NoteFile) => this.#assets.get(keyOf(file))?.path ?? file.name,
    };
    const text = writeVaultNote(note, paths, isNamedAfter(known.path, note.title));
    const mark = await this.#deps.folder.write(known.path, piecesOf(this.#deps.encode(text)));
    if (!mark.ok) return mark;
    this.#notes.set(id, { ...known, stamp, assets, mark: mark.value });
    return ok(undefined);
  }

  #files(isSensitive: boolean): NoteFiles {
    const { content, toFile, decodeBase64 } = this.#deps;
    return {
      async attachment({ id, name, mimeType }) {
        const bytes = await content.readFile({ id, isSensitive });
        return bytes === undefined ? undefined : toFile(bytes, name, mimeType);
      },
      inline: ({ base64, name, mimeType }) => toFile(decodeBase64(base64), name, mimeType),
    };
  }

  async #writeAsset(file: NoteFile): Step {
    const known = this.#assets.get(keyOf(file));
    const state = known === undefined ? ok("other" as const) : await this.#ownership(known);
    if (!state.ok) return state;
    if (known?.mark !== undefined && state.value === "own") return ok(undefined);
    const end = /\.[A-Za-z0-9]{1,12}$/.exec(file.name)?.[0] ?? "";
    const wanted = `${ASSETS}/${vaultName(file.name.slice(0, file.name.length - end.length), "file")}`;
    const path = known !== undefined && state.value !== "other" ? ok(known.path) : await this.#freePath(wanted, end);
    if (!path.ok) return path;
    const mark = await this.#deps.folder.write(path.value, file.bytes());
    if (!mark.ok) return mark;
    this.#assets.set(keyOf(file), { path: path.value, mark: mark.value });
    return ok(undefined);
  }

  /** Forgets these files without removing them. */
  leaveAll(ids: readonly string[]): Result<void, RunProblem> {
    for (const id of ids) {
      for (const key of this.#notes.get(id)?.assets ?? []) this.#assets.delete(key);
      this.#notes.delete(id);
    }
    return ok(undefined);
  }

  /** Removes the notes' files and the assets that no note uses anymore. */
  async removeAll(ids: readonly string[]): Step {
    for (const id of ids) {
      if (this.#deps.isStopped()) return ok(undefined);
      const removed = await this.#remove(this.#notes.get(id));
      if (!removed.ok) return removed;
      this.#notes.delete(id);
    }
    const used = new Set([...this.#notes.values()].flatMap(({ assets }) => assets));
    for (const [key, asset] of this.#assets) {
      if (used.has(key)) continue;
      const removed = await this.#remove(asset);
      if (!removed.ok) return removed;
      this.#assets.delete(key);
    }
    return ok(undefined);
  }

  async #remove(file: MirroredFile | undefined): Step {
    if (file === undefined) return ok(undefined);
    const state = await this.#ownership(file);
    if (!state.ok) return state;
    return state.value === "own" ? this.#deps.folder.remove(file.path) : ok(undefined);
  }
}

function keyOf({ sha256, name }: NoteFile): string {
  return `${sha256} ${name}`;
}

function isSameMark(one: FileMark, other: FileMark): boolean {
  return one.sizeBytes === other.sizeBytes && one.modifiedMs === other.modifiedMs;
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
