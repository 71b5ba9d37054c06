/**
 * Resumable uploads: opens a session, sends chunks, and asks for the offset after an interruption. If the session is gone, opens a new one.
 * drive-contract §1.7.
 */

import { AMBIGUOUS_KINDS } from "@satchel/contract/drives/drive-problem.ts";
import { failed, ok, type Result } from "../result.ts";
import type { ClientLimits } from "./client-deps.ts";
import type { ClientProblem, UploadOptions, UploadTarget } from "./drive-client.ts";
import { sleep, type Timers } from "./pacer.ts";
import { type DriveResponse, filePath, type Send, toUrl } from "./send.ts";

const GRAIN_BYTES = 262_144;
const DEFAULT_CHUNK_BYTES = 32 * GRAIN_BYTES;

type Means = {
  readonly send: Send;
  readonly uploadUrl: string;
  readonly timers: Timers;
  readonly limits: ClientLimits;
  readonly random: () => number;
  /** True while offline: nothing is retried then. */
  readonly isAway: () => boolean;
};
type Upload = { readonly content: Blob | Uint8Array; readonly options: UploadOptions };
type Uploaded = Result<DriveResponse, ClientProblem>;

export async function uploadInChunks(means: Means, target: UploadTarget, { content, options }: Upload): Promise<Uploaded> {
  const earlier = options.session === undefined ? undefined : await goOn(means, options.session, { content, options });
  if (earlier !== undefined && (earlier.ok || !isSessionGone(earlier.problem))) return earlier;
  const first = await begin(means, target, { bytes: sizeOf(content), options });
  if (!first.ok) return first;
  const sent = await sendChunks(means, first.value, { content, options });
  if (sent.ok || !isSessionGone(sent.problem)) return sent;
  const second = await begin(means, target, { bytes: sizeOf(content), options });
  return second.ok ? sendChunks(means, second.value, { content, options }) : second;
}

async function goOn(means: Means, session: string, { content, options }: Upload): Promise<Uploaded> {
  const known = await askStored(means, session, { total: sizeOf(content), signal: options.signal });
  if (known.ok && storedBytes(known.value) > sizeOf(content)) return failed({ kind: "unusable-response" });
  return known.ok && known.value.status === 308
    ? sendChunks(means, session, { content, options, stored: storedBytes(known.value) })
    : known;
}

function isSessionGone(problem: ClientProblem): boolean {
  return problem.kind === "not-found" || (problem.kind === "rejected" && problem.status === 410);
}

async function begin(
  means: Means,
  target: UploadTarget,
  { bytes, options }: { readonly bytes: number; readonly options: UploadOptions },
): Promise<Result<string, ClientProblem>> {
  const path = target.kind === "create" ? "/files" : filePath(target.fileId);
  const answer = await means.send({
    method: target.kind === "create" ? "POST" : "PATCH",
    url: toUrl(means.uploadUrl, path, { uploadType: "resumable", fields: options.fields }),
    headers: {
      "content-type": "application/json; charset=UTF-8",
      "x-upload-content-type": options.contentType ?? "application/octet-stream",
      "x-upload-content-length": String(bytes),
    },
    body: JSON.stringify(target.metadata),
    // Opening a session twice is harmless: an unused session changes nothing.
    isRepeatable: true,
    isWrite: false,
    signal: options.signal,
  });
  if (!answer.ok) return answer;
  const location = answer.value.headers.get("location");
  if (location === null) return failed({ kind: "answer-lost" });
  await options.onSession?.(location);
  return ok(location);
}

async function sendChunks(
  means: Means,
  session: string,
  { content, options, stored = 0 }: Upload & { readonly stored?: number },
): Promise<Uploaded> {
  const total = sizeOf(content);
  let sent = stored;
  let most = stored;
  let [breaks, stalls] = [0, 0];
  // A drive may keep less of a chunk than was sent, or nothing of it, but not for ever. The few more are for breaks.
  for (let left = 2 * Math.ceil(total / GRAIN_BYTES) + 2 * means.limits.retries; left > 0; left -= 1) {
    const end = Math.min(sent + chunkSize(options), total);
    const answer = await sendChunk(means, session, { content, piece: { start: sent, end, total }, signal: options.signal });
    const known = answer.ok ? answer : await recover(means, session, { total, problem: answer.problem, breaks, signal: options.signal });
    if (!known.ok || known.value.status !== 308) return known;
    breaks = answer.ok ? 0 : breaks + 1;
    sent = storedBytes(known.value);
    // A break is counted by itself, and its chunk may not have arrived.
    if (answer.ok) stalls = sent > most ? 0 : stalls + 1;
    if (sent > end || stalls > means.limits.retries) break;
    most = Math.max(most, sent);
    options.onProgress?.(sent);
  }
  return failed({ kind: "unusable-response" });
}

type Piece = { readonly start: number; readonly end: number; readonly total: number };

async function sendChunk(
  means: Means,
  session: string,
  { content, piece, signal }: { readonly content: Blob | Uint8Array; readonly piece: Piece; readonly signal: AbortSignal | undefined },
): Promise<Uploaded> {
  const { start, end, total } = piece;
  const range = end > start ? `bytes ${start}-${end - 1}/${total}` : `bytes */${total}`;
  return means.send({
    method: "PUT",
    url: session,
    headers: { "content-range": range },
    body: sliceOf(content, start, end),
    bodyBytes: end - start,
    isRepeatable: false,
    isWrite: end === total,
    signal,
    expected: [308],
  });
}

/** Asks the drive how many bytes it has after an interruption. The last chunk may even have completed the file. */
async function recover(
  means: Means,
  session: string,
  {
    total,
    problem,
    breaks,
    signal,
  }: { readonly total: number; readonly problem: ClientProblem; readonly breaks: number; readonly signal: AbortSignal | undefined },
): Promise<Uploaded> {
  const isBreak = (AMBIGUOUS_KINDS.has(problem.kind) && problem.kind !== "cancelled") || problem.kind === "offline";
  if (!isBreak || breaks >= means.limits.retries || means.isAway()) return failed(problem);
  const waited = await sleep(means.timers, means.random() * means.limits.retryBaseMs * 2 ** breaks, signal).then(
    () => true,
    () => false,
  );
  return waited ? askStored(means, session, { total, signal }) : failed({ kind: "cancelled" });
}

function askStored(
  means: Means,
  session: string,
  { total, signal }: { readonly total: number; readonly signal: AbortSignal | undefined },
): Promise<Uploaded> {
  return means.send({
    method: "PUT",
    url: session,
    headers: { "content-range": `bytes */${total}` },
    isRepeatable: true,
    isWrite: false,
    signal,
    expected: [308],
  });
}

function storedBytes(answer: DriveResponse): number {
  const last = /^bytes=0-(\d+)$/.exec(answer.headers.get("range") ?? "")?.[1];
  return last === undefined ? 0 : Number(last) + 1;
}

function chunkSize(options: UploadOptions): number {
  return Math.max(1, Math.floor((options.chunkBytes ?? DEFAULT_CHUNK_BYTES) / GRAIN_BYTES)) * GRAIN_BYTES;
}

function sizeOf(content: Blob | Uint8Array): number {
  return content instanceof Uint8Array ? content.length : content.size;
}

function sliceOf(content: Blob | Uint8Array, start: number, end: number): Blob | Uint8Array<ArrayBuffer> {
  return content instanceof Uint8Array ? (content.subarray(start, end) as Uint8Array<ArrayBuffer>) : content.slice(start, end);
}
