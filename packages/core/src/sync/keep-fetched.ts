/** Taking what was fetched into the library: one transaction for a batch, whatever file or pack the records came from. sync.md §5, §6.1. */

import { SYNC } from "../limits.ts";
import type { Base, Seen, SyncMeta, Writes } from "../ports/local-store.ts";
import { ok } from "../result.ts";
import { logIntegration, type Told } from "../sync-log/log-integration.ts";
import { conflictCopyId } from "./conflict-copy.ts";
import type { CycleDeps, Step } from "./cycle-types.ts";
import type { Entity } from "./entity.ts";
import { integrate } from "./integrate.ts";
import { joinWrites } from "./plan-writes.ts";
import type { RemoteFile } from "./remote-file.ts";

export type Fetched =
  | { readonly kind: "opened"; readonly file: RemoteFile; readonly entity: Entity; readonly md5: string }
  | { readonly kind: "unreadable"; readonly file: RemoteFile }
  | { readonly kind: "gone"; readonly file: RemoteFile }
  | { readonly kind: "later"; readonly file: RemoteFile };

/** What tells a device that another one writes under its name; see integrate.ts. */
type Doubt = { readonly spareDeviceId: string; readonly isSent: (id: string) => boolean };

type Beside = { readonly doubt: Doubt; readonly told: Told };

export async function keepFetched({ library, clock, ids: { random } }: CycleDeps, fetched: readonly Fetched[]): Step {
  const { index } = library;
  const mayHaveLeft = (id: string): boolean =>
    index.creating.has(id) || index.attempts.has(id) || index.filesOf(id).some(({ fileId }) => index.tainted.has(fileId));
  const doubt: Doubt = { spareDeviceId: random(SYNC.deviceIdChars), isSent: mayHaveLeft };
  const { deviceId, initialSyncCompleted } = index.meta;
  const told: Told = { ownDeviceId: deviceId, nowMs: clock.now(), isInitialSync: !initialSyncCompleted };
  const ids = [...new Set(fetched.map(({ file }) => file.id))];
  let copyIds: readonly string[] = [];
  for (;;) {
    const entities = [...ids, ...copyIds];
    const kept = await library.transact(
      { entities, basesOf: ids, remoteOf: ids },
      (seen) => planFetched(fetched, seen, new Set(entities), { doubt, told }),
      "sync",
    );
    if (!kept.ok) return kept;
    if (kept.value.missing.length === 0) return ok(undefined);
    copyIds = [...copyIds, ...kept.value.missing];
  }
}

/** A conflict copy's id is known only once both sides are seen; when it was not read, nothing is written and the plan is made again. */
function planFetched(
  fetched: readonly Fetched[],
  seen: Seen,
  asked: ReadonlySet<string>,
  beside: Beside,
): { readonly writes: Writes; readonly answer: { readonly missing: readonly string[] } } {
  const missing = fetched.flatMap((item) => (item.kind === "opened" ? copyIdsOf(item.entity, seen) : [])).filter((id) => !asked.has(id));
  if (missing.length > 0) return { writes: {}, answer: { missing } };
  const state = new PlanState(seen, beside);
  for (const item of fetched) state.take(item);
  return { writes: joinWrites(state.parts), answer: { missing: [] } };
}

function copyIdsOf(theirs: Entity, seen: Seen): readonly string[] {
  const mine = seen.entities.get(theirs.id);
  return mine?.kind === "note" && theirs.kind === "note" ? [conflictCopyId(mine), conflictCopyId(theirs)] : [];
}

/** Several files of one batch may belong to one entity: each step sees what the one before it made. */
class PlanState {
  readonly parts: Writes[] = [];
  readonly #seen: Seen;
  readonly #entities: Map<string, Entity>;
  readonly #bases: Map<string, readonly Base[]>;
  readonly #doubt: Doubt;
  readonly #told: Told;
  #meta: SyncMeta;

  constructor(seen: Seen, { doubt, told }: Beside) {
    this.#seen = seen;
    this.#doubt = doubt;
    this.#told = told;
    this.#entities = new Map(seen.entities);
    this.#bases = new Map(seen.basesOf);
    this.#meta = seen.meta;
  }

  take(item: Fetched): void {
    if (item.kind === "later") return;
    if (item.kind === "gone") this.parts.push({ forgetRemote: [item.file.fileId], untaint: [item.file.fileId] });
    if (item.kind === "unreadable") this.parts.push({ remote: this.#current(item.file, item.file) });
    if (item.kind === "opened") this.#integrate(item.file, item.entity, item.md5);
  }

  #integrate(file: RemoteFile, entity: Entity, md5: string): void {
    const { unreadable: _gone, overwritten: _seen, ...readable } = file;
    this.parts.push({ remote: this.#current(file, { ...readable, vv: entity.vv, md5, trusted: true }) });
    const local = {
      mine: this.#entities.get(entity.id),
      bases: this.#bases.get(entity.id) ?? [],
      copyOf: (id: string) => this.#entities.get(id),
      isOwnOverwritten: this.#isOwnOverwritten(entity.id),
      isSent: this.#doubt.isSent(entity.id),
      spareDeviceId: this.#doubt.spareDeviceId,
    };
    const step = integrate(entity, local, this.#meta);
    this.parts.push(step.writes, logIntegration(entity, local, step, this.#told));
    for (const made of step.entities) this.#entities.set(made.id, made);
    this.#bases.set(entity.id, [...local.bases, ...(step.writes.bases ?? [])]);
    this.#meta = { ...this.#meta, ...step.writes.meta };
  }

  #isOwnOverwritten(id: string): boolean {
    const { deviceId } = this.#seen.meta;
    return (this.#seen.remoteOf.get(id) ?? []).some((file) => file.overwritten === true && file.owner === deviceId);
  }

  /** What was observed while the download ran is newer than the row the download began with. */
  #current(begun: RemoteFile, row: RemoteFile): readonly RemoteFile[] {
    const stored = this.#seen.remoteOf.get(begun.id)?.find((file) => file.fileId === begun.fileId);
    if (stored === undefined) return [];
    return [
      stored.version === begun.version
        ? row
        : { ...row, version: stored.version, trashed: stored.trashed, superseded: stored.superseded, role: stored.role },
    ];
  }
}
