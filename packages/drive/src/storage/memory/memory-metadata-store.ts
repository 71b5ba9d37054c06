/** MetadataStore in memory, for the simulator, tests and a drive without persistence. Passes the same contract suite as the SQL stores. */
import { matches } from "../../query/match-query.ts";
import { compareCursors, toCursor } from "../../query/order-by.ts";
import type { Query } from "../../query/query.ts";
import { countMetadata, type FileRecord, type RevisionRecord } from "../../records/file-record.ts";
import type {
  Commit,
  CommitOutcome,
  FeedEntry,
  FeedPage,
  FeedRequest,
  ListPage,
  ListRequest,
  MetadataStore,
  RevisionPlace,
  StoredRevision,
  UploadRecord,
  Usage,
} from "../metadata-store.ts";

type Removal = { readonly seq: number; readonly at: number; readonly space: FileRecord["space"] };

type Account = {
  seq: number;
  /** Both maps keep the order of the feed: a changed entry is removed and appended again. */
  readonly files: Map<string, FileRecord>;
  readonly removed: Map<string, Removal>;
  readonly children: Map<string, Set<string>>;
  readonly revisions: Map<string, readonly RevisionRecord[]>;
  bytes: number;
  trashBytes: number;
};

export function createMemoryMetadataStore(): MetadataStore {
  const accounts = new Map<string, Account>();
  const uploads = new Map<string, UploadRecord>();
  const account = (id: string): Account => {
    const known = accounts.get(id) ?? emptyAccount();
    accounts.set(id, known);
    return known;
  };
  return {
    get: async (accountId, fileId) => account(accountId).files.get(fileId),
    isUsed: async (accountId, fileId) => isUsed(account(accountId), fileId),
    descendants: async (accountId, folderId) => descendants(account(accountId), folderId),
    countChildren: async (accountId, folderId) => account(accountId).children.get(folderId)?.size ?? 0,
    list: async (accountId, request) => listFiles(account(accountId), request),
    feed: async (accountId, request) => readFeed(account(accountId), request),
    headSeq: async (accountId) => account(accountId).seq,
    usage: async (accountId): Promise<Usage> => ({ bytes: account(accountId).bytes, trashBytes: account(accountId).trashBytes }),
    trash: async (accountId) => [...account(accountId).files.values()].filter((file) => file.explicitlyTrashed),
    trashedBefore: async (at) =>
      [...accounts].flatMap(([accountId, { files }]) =>
        [...files.values()].filter((file) => isTrashedBefore(file, at)).map(({ id }) => ({ accountId, fileId: id })),
      ),
    oldRevisions: async (accountId, limit) => oldRevisions(account(accountId), limit),
    revisions: async (accountId, fileId) => account(accountId).revisions.get(fileId) ?? [],
    commit: async (accountId, commit) => {
      if (commit.uploadWas !== undefined && uploads.get(commit.upload?.id ?? "")?.plan !== commit.uploadWas) return { kind: "upload-over" };
      const outcome = applyCommit(account(accountId), commit);
      if (outcome.kind === "done" && commit.upload !== undefined) uploads.set(commit.upload.id, commit.upload);
      return outcome;
    },
    allRevisions: async (after, limit) => allRevisions(accounts, after).slice(0, limit),
    referencedBlobs: async (keys) => referencedBlobs(accounts, uploads, keys),
    putUpload: async (upload) => void uploads.set(upload.id, upload),
    getUpload: async (uploadId) => uploads.get(uploadId),
    removeUpload: async (uploadId) => void uploads.delete(uploadId),
    uploadsOf: async (accountId) => byAge([...uploads.values()].filter((upload) => upload.accountId === accountId)),
    uploadsBefore: async (at, limit) => byAge([...uploads.values()].filter((upload) => upload.startedAt < at)).slice(0, limit),
    close: async () => accounts.clear(),
  };
}

function allRevisions(accounts: ReadonlyMap<string, Account>, after: RevisionPlace): readonly StoredRevision[] {
  const placeOf = ({ accountId, fileId, id }: RevisionPlace): string => JSON.stringify([accountId, fileId, id]);
  const all = [...accounts].flatMap(([accountId, { revisions }]) =>
    [...revisions.values()].flat().map(({ fileId, id, content }) => ({ accountId, fileId, id, content })),
  );
  const isFirst = after.accountId === "";
  const sorted = all.sort((left, right) => (placeOf(left) < placeOf(right) ? -1 : 1));
  return sorted.filter((revision) => isFirst || placeOf(revision) > placeOf(after));
}

function oldRevisions({ files, revisions }: Account, limit: number): readonly RevisionRecord[] {
  const old = [...revisions.values()]
    .flat()
    .filter((revision) => !revision.keepForever && revision.id !== files.get(revision.fileId)?.headRevisionId);
  return old.sort((left, right) => left.madeAt - right.madeAt).slice(0, limit);
}

function isTrashedBefore({ explicitlyTrashed, trashedTime }: FileRecord, at: number): boolean {
  return explicitlyTrashed && trashedTime !== undefined && trashedTime < at;
}

function emptyAccount(): Account {
  return {
    seq: 0,
    files: new Map(),
    removed: new Map(),
    children: new Map(),
    revisions: new Map(),
    bytes: 0,
    trashBytes: 0,
  };
}

function isUsed(account: Account, fileId: string): boolean {
  return account.files.has(fileId) || account.removed.has(fileId);
}

function descendants(account: Account, folderId: string): readonly FileRecord[] {
  const found: FileRecord[] = [];
  const waiting = [folderId];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const id of account.children.get(folder) ?? []) {
      const file = account.files.get(id);
      if (file !== undefined) found.push(file);
      waiting.push(id);
    }
  }
  return found;
}

function listFiles(account: Account, request: ListRequest): ListPage {
  const { after, order, limit, query, space } = request;
  const entries = candidates(account, query)
    .filter((file) => file.space === space && matches(query, file))
    .map((file) => ({ file, cursor: toCursor(file, order) }))
    .filter(({ cursor }) => after === undefined || compareCursors(cursor, after, order) > 0)
    .sort((left, right) => compareCursors(left.cursor, right.cursor, order));
  const page = entries.slice(0, limit);
  return { files: page.map(({ file }) => file), next: entries.length > limit ? (page.at(-1)?.cursor ?? after) : undefined };
}

/** Returns the children of one folder if the query asks for one, all files otherwise. */
function candidates(account: Account, query: Query): readonly FileRecord[] {
  const terms = query.kind === "and" ? query.terms : [query];
  const parent = terms.find((term) => term.kind === "parent");
  if (parent?.kind !== "parent") return [...account.files.values()];
  return [...(account.children.get(parent.id) ?? [])].flatMap((id) => account.files.get(id) ?? []);
}

function readFeed(account: Account, request: FeedRequest): FeedPage {
  const files = [...account.files.values()]
    .filter((file) => file.changeSeq > request.afterSeq)
    .map((file): FeedEntry => ({ kind: "file", seq: file.changeSeq, at: file.changedAt, file }));
  const removed = [...account.removed]
    .filter(([, removal]) => removal.seq > request.afterSeq && request.includeRemoved)
    .map(([fileId, { seq, at, space }]): FeedEntry => ({ kind: "removed", seq, at, fileId, space }));
  const entries = [...files, ...removed].filter((entry) => spaceOf(entry) === request.space).sort((left, right) => left.seq - right.seq);
  const page = entries.slice(0, request.limit);
  const isLast = entries.length <= request.limit;
  return { entries: page, seq: isLast ? Math.max(account.seq, request.afterSeq) : (page.at(-1)?.seq ?? request.afterSeq), isLast };
}

function spaceOf(entry: FeedEntry): FileRecord["space"] {
  return entry.kind === "file" ? entry.file.space : entry.space;
}

function applyCommit(account: Account, commit: Commit): CommitOutcome {
  if (!isExpected(account, commit)) return { kind: "conflict" };
  const next = countUsage(account, commit);
  if (commit.limitBytes !== undefined && next.bytes > commit.limitBytes && next.bytes > account.bytes) return { kind: "over-limit" };
  account.bytes = next.bytes;
  account.trashBytes = next.trashBytes;
  const dropped = [...writeRevisions(account, commit), ...commit.removes.flatMap((id) => removeFile(account, id, commit.at))];
  const files = commit.puts.map((put) => putFile(account, put));
  const used = blobsOf(account);
  return { kind: "done", files, freedBlobs: dropped.filter((key) => !used(key)) };
}

function isExpected(account: Account, commit: Commit): boolean {
  if (commit.expectHeadSeq !== undefined && commit.expectHeadSeq !== account.seq) return false;
  return [...commit.expect].every(([id, version]) =>
    version === undefined ? !isUsed(account, id) : account.files.get(id)?.version === version,
  );
}

/** Computes the account's usage after the commit from the changed files alone. */
function countUsage(account: Account, commit: Commit): Usage {
  let bytes = account.bytes;
  let trashBytes = account.trashBytes;
  const puts = new Map(commit.puts.map((put) => [put.id, put]));
  const touched = new Set([...puts.keys(), ...commit.removes, ...(commit.revisionPuts ?? []).map((revision) => revision.fileId)]);
  for (const { fileId } of commit.revisionRemoves ?? []) touched.add(fileId);
  for (const id of touched) {
    const before = account.files.get(id);
    const after = commit.removes.includes(id) ? undefined : (puts.get(id) ?? before);
    bytes += countBytes(after, revisionsAfter(account, commit, id)) - countBytes(before, account.revisions.get(id) ?? []);
    trashBytes += trashedBytes(after) - trashedBytes(before);
  }
  return { bytes, trashBytes };
}

type Counted = Omit<FileRecord, "madeSeq" | "changeSeq">;

function countBytes(file: Counted | undefined, revisions: readonly RevisionRecord[]): number {
  if (file === undefined) return 0;
  const older = revisions.filter((revision) => revision.id !== file.headRevisionId);
  return older.reduce((sum, revision) => sum + revision.content.bytes, (file.content?.bytes ?? 0) + countMetadata(file));
}

function trashedBytes(file: Counted | undefined): number {
  return file?.trashed === true ? (file.content?.bytes ?? 0) : 0;
}

function revisionsAfter(account: Account, commit: Commit, fileId: string): readonly RevisionRecord[] {
  const isHere = (item: { readonly fileId: string }) => item.fileId === fileId;
  const puts = (commit.revisionPuts ?? []).filter(isHere);
  const gone = new Set([...(commit.revisionRemoves ?? []).filter(isHere), ...puts].map((revision) => revision.id));
  const kept = (account.revisions.get(fileId) ?? []).map((old) => puts.find((put) => put.id === old.id) ?? old);
  const stays = kept.filter((revision) => !gone.has(revision.id) || puts.includes(revision));
  return [...stays, ...puts.filter((put) => !stays.includes(put))];
}

/** Returns the blobs of removed revisions. */
function writeRevisions(account: Account, commit: Commit): readonly string[] {
  const changes = [...(commit.revisionPuts ?? []), ...(commit.revisionRemoves ?? [])];
  return [...new Set(changes.map((change) => change.fileId))].flatMap((fileId) => {
    const before = account.revisions.get(fileId) ?? [];
    const after = revisionsAfter(account, commit, fileId);
    account.revisions.set(fileId, after);
    const kept = new Set(after.map((revision) => revision.id));
    return before.filter((revision) => !kept.has(revision.id)).map((revision) => revision.content.blobKey);
  });
}

function removeFile(account: Account, fileId: string, at: number): readonly string[] {
  const file = account.files.get(fileId);
  if (file === undefined) return [];
  account.files.delete(fileId);
  account.children.get(file.parentId ?? "")?.delete(fileId);
  account.seq += 1;
  account.removed.set(fileId, { seq: account.seq, at, space: file.space });
  const blobs = (account.revisions.get(fileId) ?? []).map((revision) => revision.content.blobKey);
  account.revisions.delete(fileId);
  return blobs;
}

function putFile(account: Account, put: Commit["puts"][number]): FileRecord {
  const before = account.files.get(put.id);
  account.seq += 1;
  const file: FileRecord = { ...put, madeSeq: before?.madeSeq ?? account.seq, changeSeq: account.seq };
  account.files.delete(file.id);
  account.files.set(file.id, file);
  account.children.get(before?.parentId ?? "")?.delete(file.id);
  if (file.parentId !== undefined) childrenOf(account, file.parentId).add(file.id);
  return file;
}

function childrenOf(account: Account, folderId: string): Set<string> {
  const children = account.children.get(folderId) ?? new Set();
  account.children.set(folderId, children);
  return children;
}

/** Only copies share a blob, and only within their account. */
function blobsOf(account: Account): (key: string) => boolean {
  let used: ReadonlySet<string> | undefined;
  return (key) => {
    used ??= new Set([...account.revisions.values()].flat().map((revision) => revision.content.blobKey));
    return used.has(key);
  };
}

function referencedBlobs(
  accounts: ReadonlyMap<string, Account>,
  uploads: ReadonlyMap<string, UploadRecord>,
  keys: readonly string[],
): ReadonlySet<string> {
  const staged = new Set([...uploads.values()].map((upload) => upload.blobKey));
  const checks = [...accounts.values()].map(blobsOf);
  return new Set(keys.filter((key) => staged.has(key) || checks.some((isInUse) => isInUse(key))));
}

function byAge(uploads: readonly UploadRecord[]): readonly UploadRecord[] {
  return [...uploads].sort((left, right) => left.startedAt - right.startedAt);
}
