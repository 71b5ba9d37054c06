/**
 * Adds delayed feeds and listings, short and empty pages, and jumping versions around the metadata port, so that the protocol code needs no
 * test hooks.
 */

import type { Query } from "../../query/query.ts";
import type { FileRecord } from "../../records/file-record.ts";
import type { Clock } from "../../server/context/context.ts";
import type {
  Commit,
  CommitOutcome,
  FeedEntry,
  FeedPage,
  FeedRequest,
  ListPage,
  ListRequest,
  MetadataStore,
} from "../../storage/metadata-store.ts";
import type { FaultState } from "./fault-state.ts";

export function withStoreFaults(
  store: MetadataStore,
  state: FaultState,
  { clock, random }: { readonly clock: Clock; readonly random: () => number },
): MetadataStore {
  const step = () => state.config.versionStep ?? 1;
  const jump = <File extends Pick<FileRecord, "version">>(file: File): File =>
    step() === 1 ? file : { ...file, version: file.version * step() };
  const jumpAll = <File extends Pick<FileRecord, "version">>(files: readonly File[]) => files.map(jump<File>);
  return {
    ...store,
    get: async (accountId, fileId) => {
      const file = await store.get(accountId, fileId);
      return file === undefined ? undefined : jump(file);
    },
    descendants: async (accountId, folderId) => jumpAll(await store.descendants(accountId, folderId)),
    trash: async (accountId) => jumpAll(await store.trash(accountId)),
    list: async (accountId, request) => {
      if (request.after !== undefined && isEmptyPage(state, random)) return { files: [], next: request.after };
      const page = hideYoung(await store.list(accountId, shorten(request, state, random)), listLagMs(request.query, state), clock.now());
      return { ...page, files: jumpAll(page.files) };
    },
    feed: async (accountId, request) => {
      if (isEmptyPage(state, random)) return { entries: [], seq: request.afterSeq, isLast: false };
      const page = holdBack(await store.feed(accountId, shorten(repeat(request, state, random), state, random)), request, {
        lagMs: state.config.feedLagMs ?? 0,
        now: clock.now(),
      });
      return {
        ...page,
        entries: page.entries.map((entry): FeedEntry => (entry.kind === "file" ? { ...entry, file: jump(entry.file) } : entry)),
      };
    },
    commit: async (accountId, commit): Promise<CommitOutcome> => {
      const outcome = await store.commit(accountId, unjump(commit, step()));
      return outcome.kind === "done" ? { ...outcome, files: jumpAll(outcome.files) } : outcome;
    },
  };
}

/** Converts back to the stored versions, which increase by one where the visible ones increase by `step`. */
function unjump(commit: Commit, step: number): Commit {
  if (step === 1) return commit;
  const toStored = (version: number) => Math.ceil(version / step);
  return {
    ...commit,
    expect: new Map([...commit.expect].map(([id, version]) => [id, version === undefined ? undefined : toStored(version)])),
    puts: commit.puts.map((put) => ({ ...put, version: toStored(put.version) })),
  };
}

function isEmptyPage(state: FaultState, random: () => number): boolean {
  return state.config.shortPages === true && random() < 0.2;
}

/** Three of four pages are shorter than requested. */
function shorten<Request extends ListRequest | FeedRequest>(request: Request, state: FaultState, random: () => number): Request {
  if (state.config.shortPages !== true || random() < 0.25) return request;
  return { ...request, limit: Math.max(1, Math.floor(request.limit * random())) };
}

/** Repeats entries on about every other page, so that a client with small pages still makes progress. */
function repeat(request: FeedRequest, state: FaultState, random: () => number): FeedRequest {
  const repeats = random() < 0.5 ? (state.config.feedRepeats ?? 0) : 0;
  return repeats === 0 ? request : { ...request, afterSeq: Math.max(0, request.afterSeq - repeats) };
}

function listLagMs(query: Query, { config }: FaultState): number {
  return Math.max(config.listLagMs ?? 0, mentionsName(query) ? (config.nameLagMs ?? 0) : 0);
}

function mentionsName(query: Query): boolean {
  if (query.kind === "and" || query.kind === "or") return query.terms.some(mentionsName);
  return query.kind === "not" ? mentionsName(query.term) : query.kind === "name" || query.kind === "fullText";
}

/** Hides files that were created less than `lagMs` ago. The page may be short or empty and still have a token. */
function hideYoung(page: ListPage, lagMs: number, now: number): ListPage {
  return lagMs === 0 ? page : { ...page, files: page.files.filter((file) => file.madeAt <= now - lagMs) };
}

/** Ends the feed before the first entry that is too young, so that no entry is skipped when it appears. */
function holdBack(page: FeedPage, request: FeedRequest, { lagMs, now }: { readonly lagMs: number; readonly now: number }): FeedPage {
  const young = lagMs === 0 ? -1 : page.entries.findIndex((entry) => entry.at > now - lagMs);
  if (young === -1) return page;
  const entries = page.entries.slice(0, young);
  return { entries, seq: entries.at(-1)?.seq ?? request.afterSeq, isLast: true };
}
