/** Downloads all attachments if the user wants that, one at a time, in one tab. Rules: offline-files.ts. Decision 0005, sync.md §11. */

import { type AttachmentRow, rowsToEvict } from "../../model/entities/attachment-row.ts";
import { OFFLINE_FILES } from "../../model/limits/limits.ts";
import { LOCAL_KEYS, LOCKS } from "../../model/storage-keys.ts";
import { createStore, type ReadableStore } from "../../model/store.ts";
import type { Preferences } from "../../ports/device/preferences.ts";
import type { StorageSpace } from "../../ports/device/storage-space.ts";
import type { Clock, Exclusive } from "../../ports/environment.ts";
import type { Library, LibraryNotice } from "../index/library-service.ts";
import { KEEPS_ALL, keepsAllFiles, keptFileBytes } from "./attachment-status.ts";
import type { AttachmentsService, OpenProblem } from "./attachments-service-types.ts";
import { countOffline, hasSpaceFor, type MissingFile } from "./offline-files.ts";

/** Reason for a pause; downloading continues by itself. */
export type OfflineHold = "metered" | "no-space" | "out-of-reach";

export type OfflineFilesState = {
  readonly isOn: boolean;
  readonly isFetching: boolean;
  readonly hold: OfflineHold | undefined;
  /** Number of files of living notes, attachments and originals of images alike, and how many are here. */
  readonly all: number;
  readonly here: number;
  /** Size of the sealed bytes on this device. */
  readonly hereBytes: number;
  /** Size of the missing files, as far as notes state it. */
  readonly missingBytes: number;
  /** Number of files that were looked for and not found: not uploaded yet, or unreadable. */
  readonly notToBeHad: number;
  /** True while notes are still missing on this device, whose files are not counted yet. */
  readonly isPartial: boolean;
  /** Undefined if the browser does not report it. */
  readonly freeBytes: number | undefined;
};

export interface OfflineFiles {
  readonly store: ReadableStore<OfflineFilesState>;
  /**
   * Turns the setting on or off. Turning it off evicts files beyond the ordinary limit; the drive keeps them. Files that cannot be evicted
   * now go when the next one is opened.
   */
  choose(isOn: boolean): Promise<void>;
  /** Counts, and downloads missing files if wanted. Called when the user opens the page. */
  look(): Promise<void>;
  /** Downloads missing files if wanted. Called after each cycle. */
  goOn(): Promise<void>;
}

export type OfflineFilesDeps = {
  readonly library: Library;
  readonly attachments: Pick<AttachmentsService, "fetch">;
  readonly preferences: Preferences;
  readonly space: StorageSpace;
  readonly isMetered: () => boolean;
  readonly exclusive: Exclusive;
  readonly clock: Clock;
};

export type OpenedOfflineFiles = OfflineFiles & { close(): void };

export function createOfflineFiles(deps: OfflineFilesDeps): OpenedOfflineFiles {
  return new OfflineFilesController(deps);
}

const NOTHING = {
  isFetching: false,
  hold: undefined,
  all: 0,
  here: 0,
  hereBytes: 0,
  missingBytes: 0,
  notToBeHad: 0,
  isPartial: true,
  freeBytes: undefined,
} as const;

class OfflineFilesController implements OpenedOfflineFiles {
  readonly store;
  readonly #deps: OfflineFilesDeps;
  /** Time of the last failed download, by attachment id. */
  readonly #notHadAt = new Map<string, number>();
  readonly #unsubscribe: () => void;
  #running: Promise<void> | undefined;
  #isAsked = false;
  #isClosed = false;

  constructor(deps: OfflineFilesDeps) {
    this.#deps = deps;
    this.store = createStore<OfflineFilesState>({ ...NOTHING, isOn: keepsAllFiles(deps.preferences.read(LOCAL_KEYS.offlineFiles)) });
    this.#unsubscribe = deps.library.onChange(({ writes }) => this.#onChange(writes));
  }

  async choose(isOn: boolean): Promise<void> {
    this.#deps.preferences.write(LOCAL_KEYS.offlineFiles, isOn ? KEEPS_ALL : undefined);
    this.store.setState({ isOn, hold: undefined });
    this.#notHadAt.clear();
    if (!isOn) await this.#evict();
    void this.look();
  }

  look(): Promise<void> {
    this.#isAsked = true;
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async goOn(): Promise<void> {
    if (this.#isWanted()) await this.look();
  }

  close(): void {
    this.#isClosed = true;
    this.#unsubscribe();
  }

  async #work(): Promise<void> {
    while (this.#isAsked && !this.#isClosed) {
      this.#isAsked = false;
      const missing = await this.#count();
      if (!this.#isWanted() || missing.length === 0) this.store.setState({ hold: undefined });
      else await this.#deps.exclusive.run(LOCKS.offlineFiles, () => this.#fetchAll());
    }
  }

  /** Another tab, which holds the lock, has downloaded a file. */
  #onChange({ attachments }: LibraryNotice["writes"]): void {
    const { isOn, isFetching } = this.store.getState();
    if (attachments !== undefined && isOn && !isFetching) void this.#count();
  }

  async #fetchAll(): Promise<void> {
    let hold: OfflineHold | undefined;
    // Counts again, because another tab may have downloaded everything while this one waited.
    for (const file of await this.#count()) {
      hold = this.#isWanted() ? await this.#holdFor(file) : undefined;
      // Another tab may have turned the setting off.
      if (hold !== undefined || !this.#isWanted()) break;
      this.store.setState({ isFetching: true, hold: undefined });
      hold = await this.#fetchOne(file);
      if (hold !== undefined) break;
    }
    await this.#count();
    this.store.setState({ isFetching: false, hold: this.#isWanted() ? hold : undefined });
  }

  async #holdFor(file: MissingFile): Promise<OfflineHold | undefined> {
    if (this.#deps.isMetered()) return "metered";
    return hasSpaceFor(file, await this.#deps.space.freeBytes()) ? undefined : "no-space";
  }

  async #fetchOne(file: MissingFile): Promise<OfflineHold | undefined> {
    const fetched = await this.#deps.attachments.fetch(file);
    if (fetched.ok) this.store.setState((state) => withOneMore(state, file, this.#deps.library.index.attachments.get(file.id)));
    const hold = fetched.ok ? undefined : toHold(fetched.problem);
    if (!fetched.ok && hold === undefined) this.#notHadAt.set(file.id, this.#deps.clock.now());
    return hold;
  }

  /** Another device may upload the file later, so it is tried again after a while. */
  #isNotToBeHad({ id }: MissingFile): boolean {
    const at = this.#notHadAt.get(id);
    return at !== undefined && this.#deps.clock.now() - at < OFFLINE_FILES.lookAgainAfterMs;
  }

  /** Returns the files to download. */
  async #count(): Promise<readonly MissingFile[]> {
    const { library, preferences, space } = this.#deps;
    const freeBytes = await space.freeBytes();
    const { missing, ...counts } = countOffline(library.index.entities.values(), library.index.attachments);
    const toFetch = missing.filter((file) => !this.#isNotToBeHad(file));
    const missingBytes = toFetch.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0);
    const notToBeHad = missing.length - toFetch.length;
    const isOn = keepsAllFiles(preferences.read(LOCAL_KEYS.offlineFiles));
    const isPartial = library.index.pendingFetch.size > 0;
    this.store.setState({ ...counts, isOn, missingBytes, notToBeHad, isPartial, freeBytes });
    return toFetch;
  }

  async #evict(): Promise<void> {
    const { library, preferences } = this.#deps;
    await library.transact(
      {},
      () => {
        const forgetAttachments = rowsToEvict(library.index.attachments.values(), keptFileBytes(preferences.read(LOCAL_KEYS.offlineFiles)));
        return { writes: forgetAttachments.length === 0 ? {} : { forgetAttachments }, answer: undefined };
      },
      "sync",
    );
  }

  #isWanted(): boolean {
    return !this.#isClosed && keepsAllFiles(this.#deps.preferences.read(LOCAL_KEYS.offlineFiles));
  }
}

function withOneMore(
  { here, hereBytes, missingBytes }: OfflineFilesState,
  { sizeBytes = 0 }: MissingFile,
  row: AttachmentRow | undefined,
): Partial<OfflineFilesState> {
  return { here: here + 1, hereBytes: hereBytes + (row?.sealedBytes ?? 0), missingBytes: missingBytes - sizeBytes };
}

/** Returns undefined if only this file failed, so that the next one is tried. */
function toHold(problem: OpenProblem): OfflineHold | undefined {
  if (problem.kind === "not-in-drive" || problem.kind === "unreadable") return undefined;
  return problem.kind === "storage-full" ? "no-space" : "out-of-reach";
}
