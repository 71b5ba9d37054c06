/** Limits of the service. drive-contract §1.2, §1.4, §1.12, §4. */
export type ServerLimits = {
  readonly pageSizeMax: number;
  readonly filesPageSize: number;
  readonly changesPageSize: number;
  readonly revisionsPageSize: number;
  readonly idsMax: number;
  readonly jsonBytes: number;
  readonly queryChars: number;
  /** Maximum calls per account and minute; further calls get 429 with Retry-After. Infinity disables the limit. */
  readonly callsPerMinute: number;
  /** Number of calls that each search term counts for, if the term reads every file. */
  readonly searchWeight: number;
  readonly nameChars: number;
  readonly descriptionChars: number;
  readonly propertyBytes: number;
  readonly propertiesPerScope: number;
  readonly propertiesTotal: number;
  readonly uploadBytes: number;
  readonly childrenPerFolder: number;
  readonly depth: number;
  readonly unpinnedRevisions: number;
  readonly unpinnedRevisionMs: number;
  readonly pinnedRevisions: number;
  /** Milliseconds after which trashed files are purged. */
  readonly trashMs: number;
  readonly uploadSessionMs: number;
  readonly uploadSessionsPerAccount: number;
  readonly chunkBytes: number;
  readonly batchCalls: number;
  readonly batchBytes: number;
  readonly batchUrlChars: number;
  /** Bytes of memory for small blobs that were read recently. */
  readonly cachedBlobBytes: number;
};

const DAY_MS = 86_400_000;
const TIB = 2 ** 40;

export const SERVER_LIMITS: ServerLimits = {
  pageSizeMax: 1000,
  filesPageSize: 100,
  changesPageSize: 100,
  revisionsPageSize: 200,
  idsMax: 1000,
  jsonBytes: 1024 * 1024,
  queryChars: 64 * 1024,
  callsPerMinute: Number.POSITIVE_INFINITY,
  searchWeight: 60,
  nameChars: 32_767,
  descriptionChars: 4096,
  propertyBytes: 124,
  propertiesPerScope: 30,
  propertiesTotal: 100,
  uploadBytes: 5 * TIB,
  childrenPerFolder: 500_000,
  depth: 100,
  unpinnedRevisions: 100,
  unpinnedRevisionMs: 30 * DAY_MS,
  pinnedRevisions: 200,
  trashMs: 30 * DAY_MS,
  uploadSessionMs: 7 * DAY_MS,
  uploadSessionsPerAccount: 100,
  chunkBytes: 262_144,
  batchCalls: 100,
  batchBytes: 8 * 1024 * 1024,
  batchUrlChars: 8000,
  cachedBlobBytes: 8 * 1024 * 1024,
};
