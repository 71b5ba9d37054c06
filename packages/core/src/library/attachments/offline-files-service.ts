/** Downloads all attachments while the user wants that, one at a time, in one tab. Rules: offline-files.ts. Decision 0005, sync.md §11. */

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

/** Why nothing more comes now; it goes on by itself. */
export type OfflineHold = "metered" | "no-space" | "out-of-reach";

export type OfflineFilesState = {
  readonly isOn: boolean;
  readonly isFetching: boolean;
  readonly hold: OfflineHold | undefined;
  /** Of living notes. */
  readonly all: number;
  readonly here: number;
  /** Sealed, as they are here. */
  readonly hereBytes: number;
  /** Of those that are to come, as far as notes say. */
  readonly missingBytes: number;
  /** Looked for and not had: no device has sent them yet, or they cannot be read. */
  readonly notToBeHad: number;
  /** Undefined: the browser does not say. */
  readonly freeBytes: number | undefined;
};

export interface OfflineFiles {
  readonly store: ReadableStore<OfflineFilesState>;
  /** Turned off, what is beyond the ordinary measure leaves this device; the drive keeps it. What cannot go now goes with the next that is opened. */
  choose(isOn: boolean): Promise<void>;
  /** Counts, and fetches what is missing where that is wanted: when the user looks. */
  look(): Promise<void>;
  /** Fetches what is missing where that is wanted: after each cycle. */
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

const NOTHING = { isFetching: false, hold: undefined, all: 0, here: 0, hereBytes: 0, missingBytes: 0, notToBeHad: 0, freeBytes: undefined };

class OfflineFilesController implements OpenedOfflineFiles {
  readonly store;
  readonly #deps: OfflineFilesDeps;
  /** Since when it is known that one cannot be had. */
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

  /** Another tab, whose turn it is, has brought one. */
  #onChange({ attachments }: LibraryNotice["writes"]): void {
    const { isOn, isFetching } = this.store.getState();
    if (attachments !== undefined && isOn && !isFetching) void this.#count();
  }

  async #fetchAll(): Promise<void> {
    let hold: OfflineHold | undefined;
    // Counted again: while this tab waited for its turn another one may have fetched them all.
    for (const file of await this.#count()) {
      hold = this.#isWanted() ? await this.#holdFor(file) : undefined;
      // It may have been turned off in another tab.
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

  /** Another device may send it later: it is looked for again after a while. */
  #isNotToBeHad({ id }: MissingFile): boolean {
    const at = this.#notHadAt.get(id);
    return at !== undefined && this.#deps.clock.now() - at < OFFLINE_FILES.lookAgainAfterMs;
  }

  /** Answers what is to be fetched. */
  async #count(): Promise<readonly MissingFile[]> {
    const { library, preferences, space } = this.#deps;
    const freeBytes = await space.freeBytes();
    const { missing, ...counts } = countOffline(library.index.entities.values(), library.index.attachments);
    const toFetch = missing.filter((file) => !this.#isNotToBeHad(file));
    const missingBytes = toFetch.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0);
    const notToBeHad = missing.length - toFetch.length;
    this.store.setState({ ...counts, isOn: keepsAllFiles(preferences.read(LOCAL_KEYS.offlineFiles)), missingBytes, notToBeHad, freeBytes });
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

/** Undefined: this one cannot be had, and the next may. */
function toHold(problem: OpenProblem): OfflineHold | undefined {
  if (problem.kind === "not-in-drive" || problem.kind === "unreadable") return undefined;
  return problem.kind === "storage-full" ? "no-space" : "out-of-reach";
}
