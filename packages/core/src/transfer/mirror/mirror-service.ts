/** Decides when the mirror runs and reports its state: after edits stop and sync is idle, in one tab at a time. */
import type { Library } from "../../library/index/library-service.ts";
import type { NotesService } from "../../library/notes/notes-service-types.ts";
import { LOCKS } from "../../model/storage-keys.ts";
import { createUnionStore } from "../../model/store.ts";
import type { Clock, Exclusive, Timers } from "../../ports/environment.ts";
import type { MirrorAccess, MirrorFolder, MirrorFolders } from "../../ports/transfer/mirror-folders.ts";
import type { ExportContent } from "../../ports/transfer/note-exports.ts";
import { folderNameOf } from "../export/choose-notes.ts";
import { type MirrorRunDeps, type RunProblem, runMirror } from "./mirror-run-service.ts";
import type { MirrorService, MirrorState, MirrorStop } from "./mirror-service-types.ts";
import type { ListedNote } from "./plan-mirror.ts";

export type MirrorDeps = Pick<MirrorRunDeps, "toFile" | "decodeBase64" | "encode"> & {
  readonly library: Library;
  readonly notes: Pick<NotesService, "store">;
  readonly folders: MirrorFolders;
  readonly content: ExportContent;
  /** Undefined if there is no sync to wait for. */
  readonly sync: { isBusy(): boolean; onIdle(listener: () => void): () => void } | undefined;
  /** True once all notes of the drive have been fetched. */
  readonly isComplete: () => boolean;
  readonly exclusive: Exclusive;
  readonly clock: Clock;
  readonly timers: Timers;
  /** Remembers that a mirror is on, so that it starts with the library. */
  readonly remember: (isOn: boolean) => void;
};

/** Delay after the last change, so that it does not run while the user types. */
const RUN_AFTER_MS = 3000;
/** Maximum passes per run: a link contains the file name of its note, which may be known only after the first pass. */
const MOST_PASSES = 3;

export function createMirrorService(deps: MirrorDeps): MirrorService {
  return new Mirror(deps);
}

class Mirror implements MirrorService {
  readonly store;
  readonly #deps: MirrorDeps;
  #folder: MirrorFolder | undefined;
  #running: Promise<void> | undefined;
  #isDirty = false;
  #isClosed = false;
  #stops: (() => void)[] = [];
  #cancelTimer = (): void => undefined;

  constructor(deps: MirrorDeps) {
    this.#deps = deps;
    this.store = createUnionStore<MirrorState>(deps.folders.isSupported ? { kind: "opening" } : { kind: "unsupported" });
  }

  async start(): Promise<void> {
    if (this.store.getState().kind !== "opening") return;
    await this.#take(await this.#deps.folders.open());
  }

  async choose(): Promise<void> {
    const access = await this.#deps.folders.choose();
    if (access.kind === "none") return;
    this.#deps.remember(true);
    await this.#take(access);
  }

  async allow(): Promise<void> {
    await this.#take(await this.#deps.folders.allow());
  }

  async retry(): Promise<void> {
    await this.#take(await this.#deps.folders.open());
  }

  async turnOff(): Promise<void> {
    this.#follow(undefined);
    await this.#running;
    await this.#deps.folders.forget();
    this.#deps.remember(false);
    this.store.replace({ kind: "off" });
  }

  close(): void {
    this.#isClosed = true;
    this.#follow(undefined);
  }

  async #take(access: MirrorAccess): Promise<void> {
    if (this.#isClosed) return;
    if (access.kind === "none") return this.store.replace({ kind: "off" });
    if (access.kind === "needs-permission") return this.store.replace({ kind: "needs-permission", folder: access.name });
    this.#follow(access.folder);
    await this.#run();
  }

  /** Follows another folder, or stops if undefined. */
  #follow(folder: MirrorFolder | undefined): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
    this.#cancelTimer();
    this.#folder = folder;
    if (folder === undefined) return;
    const schedule = (): void => {
      this.#cancelTimer();
      this.#cancelTimer = this.#deps.timers.after(RUN_AFTER_MS, () => void this.#run());
    };
    this.#stops = [this.#deps.notes.store.subscribe(schedule), this.#deps.sync?.onIdle(schedule) ?? (() => undefined)];
  }

  async #run(): Promise<void> {
    if (this.#running !== undefined) {
      this.#isDirty = true;
      return this.#running;
    }
    // The end of the sync cycle triggers the next attempt.
    if (this.#deps.sync?.isBusy() === true || !this.#isReady()) return;
    this.#running = this.#deps.exclusive.run(LOCKS.mirror, () => this.#runPasses());
    try {
      await this.#running;
    } finally {
      this.#running = undefined;
    }
    if (!this.#isDirty) return;
    this.#isDirty = false;
    await this.#run();
  }

  /** Waits for the complete list, since missing notes would be removed from the folder. */
  #isReady(): boolean {
    return this.#deps.notes.store.getState().phase === "ready" && this.#deps.isComplete();
  }

  async #runPasses(): Promise<void> {
    for (let pass = 0; pass < MOST_PASSES; pass += 1) {
      const folder = this.#folder;
      if (folder === undefined || !this.#isReady()) return;
      const notes = this.#listed();
      const ran = await runMirror(notes, {
        ...this.#deps,
        folder,
        isSensitive: (id) => this.#deps.notes.store.getState().notesById.get(id)?.isEncrypted === true,
        isStopped: () => this.#folder !== folder || !this.#isReady(),
        onProgress: (done, total) => this.#show({ kind: "writing", folder: folder.name, done, total }, folder),
      });
      if (!ran.ok) return this.#show(stateOf(ran.problem, folder.name), folder);
      if (ran.value === 0 || pass === MOST_PASSES - 1)
        return this.#show({ kind: "up-to-date", folder: folder.name, notes: notes.length, atMs: this.#deps.clock.now() }, folder);
    }
  }

  /** Ignores reports about a folder that is no longer followed. */
  #show(state: MirrorState, folder: MirrorFolder): void {
    if (this.#folder === folder) this.store.replace(state);
  }

  /** Sensitive notes never leave the library unencrypted. */
  #listed(): readonly ListedNote[] {
    const listed = this.#deps.notes.store.getState();
    const { entities } = this.#deps.library.index;
    return listed.notes
      .filter(({ isEncrypted }) => !isEncrypted)
      .map((note) => ({
        id: note.noteId,
        title: note.title,
        folderName: folderNameOf(note, listed),
        version: JSON.stringify([entities.get(note.noteId)?.vv ?? {}, note.folderId, note.pinnedFrom ?? null]),
        linkIds: note.linkIds ?? [],
      }));
  }
}

function stateOf(problem: RunProblem, folder: string): MirrorState {
  if (problem.kind === "permission-lost") return { kind: "needs-permission", folder };
  return { kind: "stopped", folder, why: whyOf(problem) };
}

function whyOf({ kind }: RunProblem): MirrorStop {
  switch (kind) {
    case "folder-gone":
    case "disk-full":
    case "cannot-write":
      return kind;
    case "storage-full":
      return "disk-full";
    default:
      return "notes-unread";
  }
}
