/** Logs drive problems in the console (spec B §8) for diagnosis. Logs one-word reasons only, because responses may contain file names. */
import { DRIVE_LAYOUT } from "@satchel/core/model/limits/limits.ts";
import type { RemoteProblem } from "@satchel/core/model/remote-problem.ts";
import type { Result } from "@satchel/core/model/result.ts";
import type { Refusal } from "@satchel/drive/client/client-deps.ts";
import type { DriveClient } from "@satchel/drive/client/drive-client.ts";
import { type DriveConnection, toRemoteProblem } from "./drive-access.ts";

const LISTING = "File listing failed";
const DOWNLOAD = "File download failed";
const UPLOAD = "File upload failed";

const CALL_FAILED: { readonly [Call in keyof DriveConnection]?: string } = {
  list: LISTING,
  listKeys: LISTING,
  listAttachments: LISTING,
  listEntries: LISTING,
  download: DOWNLOAD,
  readEntry: DOWNLOAD,
  create: UPLOAD,
  update: UPLOAD,
  createPack: UPLOAD,
  createKeys: UPLOAD,
  uploadAttachment: "Failed to upload file to cloud storage",
  downloadAttachment: "Failed to download file from cloud storage",
};

/** Messages for a folder that was never created, before the first sync, and for one that cannot be reached later. */
const FIRST_PREPARE_FAILED = "Failed to initialize Google Drive folder structure - notes folder ID still missing";
const PREPARE_FAILED = "Google Drive folder structure initialization failed - cannot save note";
const FOLDER_NOT_MADE = "Folder creation failed";
const FOLDER_NOT_SENT = "Failed to create folder in cloud storage";
const NOT_LET_IN = "Google Drive authentication failed";

/** Problems that are not logged: this device's own state, and responses that a caller expects. */
const EXPECTED_PROBLEMS: ReadonlySet<RemoteProblem["kind"]> = new Set<RemoteProblem["kind"]>([
  "offline",
  "not-connected",
  "not-found",
  "id-in-use",
  "cursor-invalid",
  "target-changed",
]);

const REASON = /^\w{1,64}$/;

/** Logs an unsuccessful response. */
export function logRefusal({ status, reason }: Refusal): void {
  console.warn(`Google Drive API error: ${status} ${reason !== undefined && REASON.test(reason) ? reason : "(no reason given)"}`);
}

/** Wraps the client to log a folder that could not be created. */
export function withFolderLog(client: DriveClient): DriveClient {
  return {
    ...client,
    async create(metadata, options) {
      const made = await client.create(metadata, options);
      if (!made.ok && metadata.mimeType === DRIVE_LAYOUT.folderType) logProblem(FOLDER_NOT_MADE, toRemoteProblem(made.problem));
      return made;
    },
  };
}

/** Wraps the connection to log its failures. */
export function logged(connection: DriveConnection): DriveConnection {
  const calls = Object.entries(CALL_FAILED).map(([call, sentence]) => {
    const ask = connection[call as keyof DriveConnection] as Ask;
    return [call, async (...given: readonly unknown[]) => logProblems(ask(...given), isFolder(call, given) ? FOLDER_NOT_SENT : sentence)];
  });
  return {
    ...connection,
    ...(Object.fromEntries(calls) as Partial<DriveConnection>),
    prepare: (known, signal) => logProblems(connection.prepare(known, signal), known === undefined ? FIRST_PREPARE_FAILED : PREPARE_FAILED),
  };
}

type Ask = (...given: readonly unknown[]) => Promise<Result<unknown, RemoteProblem>>;

function isFolder(call: string, [, write]: readonly unknown[]): boolean {
  return call === "create" && (write as { readonly kind?: unknown } | undefined)?.kind === "folder";
}

async function logProblems<Value>(asked: Promise<Result<Value, RemoteProblem>>, sentence: string): Promise<Result<Value, RemoteProblem>> {
  const answer = await asked;
  if (!answer.ok) logProblem(sentence, answer.problem);
  return answer;
}

function logProblem(sentence: string, { kind }: RemoteProblem): void {
  if (EXPECTED_PROBLEMS.has(kind)) return;
  const isShut = kind === "access-expired" || kind === "scope-missing";
  console.warn(isShut ? `${sentence}: ${NOT_LET_IN}` : `${sentence} (${kind})`);
}
