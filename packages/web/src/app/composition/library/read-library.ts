/** The database of an account's library: opens and reads it, and repairs it first if it is broken. Needs no drive. */
import { type Library as CoreLibrary, openLibrary } from "@satchel/core/library/index/library-service.ts";
import { type FirstScreen, toFirstScreen } from "@satchel/core/library/notes/first-screen.ts";
import { ok, type Result } from "@satchel/core/model/result.ts";
import { CHANNEL, LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import type { StoredDraft, StoreProblem } from "@satchel/core/ports/device/local-store.ts";
import type { UnsentDeps } from "@satchel/core/vault/account/unsent-service.ts";
import { browserClock, browserTimers, browserWriters, newDeviceId } from "../../../adapters/browser/environment.ts";
import { parseLibraryMessage } from "../../../adapters/browser/library-messages.ts";
import { tabExclusive } from "../../../adapters/browser/tab-locks.ts";
import { openTabChannel } from "../../../adapters/browser/tab-messages.ts";
import { type CloudLocalStore, openCloudLocalStore } from "../../../adapters/indexed-db/cloud/cloud-local-store.ts";
import { BRIEFLY } from "../../../adapters/indexed-db/databases/briefly.ts";
import type { LibraryProblem, RecreatedCache } from "../../../shared/services.ts";
import { repairLazily, sealUnsentLazily } from "../../lazy/lazy-library-services.ts";
import type { LibraryKeys } from "./library-keys.ts";
import { flushThen, type OpenDeps, type Outdated } from "./open-notes.ts";

/** Why a failed library is reopened: text that the page held, and number of changes that the drive did not have. */
export type StorageFailure = { readonly unsaved: readonly StoredDraft[]; readonly unsentCount: number; readonly mayLose: boolean };

export type ReadLibrary = {
  readonly library: CoreLibrary;
  readonly store: CloudLocalStore;
  readonly outdated: Outdated;
  readonly failures: ReturnType<typeof createFailureNotifier>;
  readonly close: () => void;
};

/** Shows the first page of a large library; the rest is read once it is rendered. */
export type ShowFirst = (first: FirstScreen) => Promise<void>;

/** Opens and reads the account's database. Needs no key, so it can run while the keys are opened; `claimLibrary` checks the owner. */
export async function readCloudLibrary(onOutdated: () => void, showFirst?: ShowFirst): Promise<Result<ReadLibrary, StoreProblem>> {
  const outdated = flushThen(onOutdated);
  const failures = createFailureNotifier();
  const stored = await openCloudLocalStore({ now: browserClock.now, newDeviceId, onOutdated: outdated.run, onFailure: failures.notify });
  if (!stored.ok) return stored;
  const store = stored.value;
  const first = showFirst === undefined ? undefined : await store.readFirst();
  if (first?.ok === true && first.value !== undefined) await showFirst?.(toFirstScreen(first.value));
  const channel = openTabChannel(CHANNEL.library, parseLibraryMessage);
  const opened = await openLibrary({ store, channel, writers: browserWriters });
  if (!opened.ok) return opened;
  const library = opened.value;
  const close = (): void => {
    library.close();
    channel.close();
  };
  return ok({ library, store, outdated, failures, close });
}

/** Remembers a database failure that happens before the repairing listener exists. */
function createFailureNotifier() {
  let isNotified = false;
  let listener = (): void => undefined;
  return {
    notify(): void {
      isNotified = true;
      listener();
    },
    listen(next: () => void): void {
      listener = next;
      if (isNotified) next();
    },
  };
}

export type ReadingDeps = OpenDeps & {
  /** Library that was read while the keys were opened; undefined if there is none, or if it is another library's turn. */
  readonly readAhead: () => Promise<Result<ReadLibrary, StoreProblem> | undefined>;
  readonly keys: LibraryKeys;
  /** Why the library is reopened; undefined at the first opening. */
  readonly failure: StorageFailure | undefined;
};

export type RepairedLibrary = ReadLibrary & { readonly recreatedCache: RecreatedCache | undefined };

/** Recreates a broken database before reading it. A database that failed only for a moment gets the text that the page held. */
export async function readOrRepair(deps: ReadingDeps): Promise<Result<RepairedLibrary, LibraryProblem>> {
  const { failure, keys } = deps;
  const first = failure === undefined ? ((await deps.readAhead()) ?? (await readCloudLibrary(deps.onOutdated))) : undefined;
  if (first?.ok === true) return ok({ ...first.value, recreatedCache: undefined });
  if (first !== undefined && first.problem.kind !== "storage-broken") return first;
  const repaired = await repairLazily({
    ...keys,
    opensVault: keys.keyring.opensVault,
    lastOwner: deps.preferences.read(LOCAL_KEYS.libraryVault),
    unsaved: failure?.unsaved ?? [],
    mayLose: failure?.mayLose ?? false,
    exclusive: tabExclusive,
    timers: browserTimers,
  });
  if (!repaired.ok) return repaired;
  const again = await readCloudLibrary(deps.onOutdated);
  if (!again.ok) return again;
  if (repaired.value.kind === "recreated") return ok({ ...again.value, recreatedCache: repaired.value });
  for (const draft of failure?.unsaved ?? []) await again.value.store.putDraft(draft);
  const isGone = repaired.value.kind === "gone" && failure !== undefined;
  return ok({ ...again.value, recreatedCache: isGone ? { saved: failure.unsaved.length, lost: failure.unsentCount } : undefined });
}

/** Seals unsent work for later, directly from the database of a closed library. */
export function sealStored(deps: UnsentDeps) {
  return sealUnsentLazily(deps, () => openCloudLocalStore(BRIEFLY));
}
