/**
 * Taking in a version that came over the channel, before the drive has it. It is integrated like one that was fetched, and nothing is written about
 * files: the drive says later what it holds. Special cases are left to the next cycle, which reads the same version in the drive with everything that
 * belongs to it (another text under a known vector, the border of the Sensitive folder). sync.md §12, decision 0024.
 */
import { type Split, splitHistory, versionsBeside } from "../../library/history/packs/embedded-history.ts";
import { planReferences } from "../../library/history/packs/pack-references.ts";
import { isOwnUnread } from "../../library/index/derive.ts";
import type { Library } from "../../library/index/library-service.ts";
import type { Writer } from "../../library/index/writer.ts";
import { conflictCopyId } from "../../merge/conflict-copy.ts";
import { type Integration, integrate } from "../../merge/integrate.ts";
import { hasOrphanMark } from "../../merge/orphaned-attachment-marks.ts";
import type { KnownPack } from "../../model/drive/pack.ts";
import { type Entity, isPurged, isSealed } from "../../model/entities/entity.ts";
import { SealedTexts } from "../../model/entities/parsing/sealed-texts.ts";
import type { Plan, Seen } from "../../ports/device/local-store.ts";
import type { Clock } from "../../ports/environment.ts";
import { joinWrites } from "../apply/keep-fetched.ts";
import { isOtherText } from "../apply/other-text.ts";
import { type LogContext, logIntegration } from "../log/log-integration.ts";

/** `taken`: this device holds that version now. `merged`: a version of its own, with that one in it. `known`: nothing new. `left`: not believed here. */
export type TakeOutcome = "taken" | "merged" | "known" | "left";

type Deps = { readonly library: Library; readonly clock: Clock };

export async function takeVersion({ library, clock }: Deps, received: Entity): Promise<TakeOutcome> {
  const embedded = splitHistory(received);
  const { entity: theirs } = embedded;
  const { deviceId, initialSyncCompleted } = library.index.meta;
  if (!initialSyncCompleted) return "left";
  const context: LogContext = { ownDeviceId: deviceId, nowMs: clock.now(), isInitialSync: false };
  let copyIds: readonly string[] = [];
  for (;;) {
    const entities = [theirs.id, ...copyIds];
    const plan = (seen: Seen) =>
      withEmbedded(
        planTake(embedded, seen, { asked: new Set(entities), context, writer: library.index.writer }),
        embedded,
        library.index.packs,
      );
    const taken = await library.transact({ entities, basesOf: [theirs.id], remoteOf: [theirs.id] }, plan, "sync");
    if (!taken.ok) return "left";
    if (typeof taken.value === "string") return taken.value;
    copyIds = taken.value;
  }
}

/** Adds the history that the version carries, if the version is taken in. */
function withEmbedded(
  plan: Plan<TakeOutcome | readonly string[]>,
  { entity, versions, references }: Split,
  packs: ReadonlyMap<string, KnownPack>,
): Plan<TakeOutcome | readonly string[]> {
  const note = plan.writes.entities?.find(({ id }) => id === entity.id);
  if (note === undefined) return plan;
  const changed = planReferences(packs, [{ noteId: note.id, references }]);
  const embedded = { versions: versionsBeside(versions, note), ...(changed.length > 0 ? { packs: changed } : {}) };
  return { ...plan, writes: joinWrites([plan.writes, embedded]) };
}

/** Returns the ids of copies that have to be read first, if there are any. */
function planTake(
  { entity: theirs, versions }: Split,
  seen: Seen,
  { asked, context, writer }: { readonly asked: ReadonlySet<string>; readonly context: LogContext; readonly writer: Writer },
): Plan<TakeOutcome | readonly string[]> {
  const mine = seen.entities.get(theirs.id);
  const copyIds = mine?.kind === "note" && theirs.kind === "note" ? [conflictCopyId(mine), conflictCopyId(theirs)] : [];
  if (copyIds.some((id) => !asked.has(id))) return { writes: {}, answer: copyIds };
  if (mine !== undefined && mine.kind !== theirs.kind) return { writes: {}, answer: "left" };
  if (!isPlain(theirs, seen, writer)) return { writes: {}, answer: "left" };
  const bases = seen.basesOf.get(theirs.id) ?? [];
  const local = { mine, bases, carried: versions.map(({ note }) => note), copyOf: (id: string) => seen.entities.get(id) };
  const step = integrate(theirs, local, { meta: seen.meta, texts: new SealedTexts(true) });
  const outcome = outcomeOf(step, mine, theirs);
  if (outcome === "known" || outcome === "left") return { writes: {}, answer: outcome };
  return { writes: joinWrites([step.writes, logIntegration(theirs, local, { step, context })]), answer: outcome };
}

/** Only a cycle merges sealed texts. */
function outcomeOf({ outcome }: Integration, mine: Entity | undefined, theirs: Entity): TakeOutcome {
  if (outcome === "waits") return "left";
  const isSensitive = isSealed(theirs) || (mine !== undefined && isSealed(mine));
  return outcome === "merged" && isSensitive ? "left" : outcome;
}

function isPlain(theirs: Entity, { entities, basesOf, remoteOf }: Seen, writer: Writer): boolean {
  const mine = entities.get(theirs.id);
  const bases = basesOf.get(theirs.id) ?? [];
  const files = remoteOf.get(theirs.id) ?? [];
  if ([theirs, mine].some((one) => one?.kind === "note" && isPurged(one))) return false;
  if (hasOrphanMark(theirs)) return false;
  if (files.some((file) => file.waits === true || isOwnUnread(file, writer))) return false;
  return mine === undefined || (isSealed(mine) === isSealed(theirs) && !isOtherText(theirs, mine, bases));
}
