/** The database of an account's library: opened and read, and repaired first where it is broken. Needs no drive. */
import { type Library as CoreLibrary, openLibrary } from "@satchel/core/library/index/library-service.ts";
import { type FirstScreen, toFirstScreen } from "@satchel/core/library/notes/first-screen.ts";
import { ok, type Result } from "@satchel/core/model/result.ts";
import { CHANNEL, LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import type { StoredDraft, StoreProblem } from "@satchel/core/ports/device/local-store.ts";
import type { UnsentDeps } from "@satchel/core/vault/account/unsent-service.ts";
import { browserClock, browserTimers, newDeviceId } from "../../../adapters/browser/environment.ts";
import { parseLibraryMessage } from "../../../adapters/browser/library-messages.ts";
import { tabExclusive } from "../../../adapters/browser/tab-locks.ts";
import { openTabChannel } from "../../../adapters/browser/tab-messages.ts";
import { type CloudLocalStore, openCloudLocalStore } from "../../../adapters/indexed-db/cloud/cloud-local-store.ts";
import { BRIEFLY } from "../../../adapters/indexed-db/databases/briefly.ts";
import type { LibraryProblem, RecreatedCache } from "../../../shared/services.ts";
import { repairLazily, sealUnsentLazily } from "../../lazy/lazy-library-services.ts";
import type { LibraryKeys } from "./library-keys.ts";
import { flushThen, type OpenDeps, type Outdated } from "./open-notes.ts";

/** It is opened again because its database is gone or broken: what the page held, and how many changes the drive did not have yet. */
export type StorageFailure = { readonly unsaved: readonly StoredDraft[]; readonly unsentCount: number; readonly mayLose: boolean };

export type ReadLibrary = {
  readonly library: CoreLibrary;
  readonly store: CloudLocalStore;
  readonly outdated: Outdated;
  readonly failures: ReturnType<typeof createFailureNotifier>;
  readonly close: () => void;
};

/** Of a large library first what is seen first; the rest is read once that is rendered. */
export type ShowFirst = (first: FirstScreen) => Promise<void>;

/** The account's database, opened and read. Needs no key, so that it can be begun beside opening those; whose it is, `claimLibrary` finds out. */
export async function readCloudLibrary(onOutdated: () => void, showFirst?: ShowFirst): Promise<Result<ReadLibrary, StoreProblem>> {
  const outdated = flushThen(onOutdated);
  const failures = createFailureNotifier();
  const stored = await openCloudLocalStore({ now: browserClock.now, newDeviceId, onOutdated: outdated.run, onFailure: failures.notify });
  if (!stored.ok) return stored;
  const store = stored.value;
  const first = showFirst === undefined ? undefined : await store.readFirst();
  if (first?.ok === true && first.value !== undefined) await showFirst?.(toFirstScreen(first.value));
  const channel = openTabChannel(CHANNEL.library, parseLibraryMessage);
  const opened = await openLibrary({ store, channel });
  if (!opened.ok) return opened;
  const library = opened.value;
  const close = (): void => {
    library.close();
    channel.close();
  };
  return ok({ library, store, outdated, failures, close });
}

/** A failure of the database may show before anyone who could repair it listens. */
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
  /** What was read while the keys were opened; undefined: nothing was, or it is another library's turn. */
  readonly readAhead: () => Promise<Result<ReadLibrary, StoreProblem> | undefined>;
  readonly keys: LibraryKeys;
  /** Why it is opened again. */
  readonly failure: StorageFailure | undefined;
};

export type RepairedLibrary = ReadLibrary & { readonly recreatedCache: RecreatedCache | undefined };

/** A database that is broken is made again before it is read; one that was only broken for a moment gets what the page held. */
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

/** What was never sent is sealed for later, straight from the database, whose library is closed. */
export function sealStored(deps: UnsentDeps) {
  return sealUnsentLazily(deps, () => openCloudLocalStore(BRIEFLY));
}
