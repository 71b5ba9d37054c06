/** Converts refusals and thrown errors to responses, in one place. The message of a thrown error never leaves the server. Spec A §8. */
import { REFUSALS, type RefusalBody, type RefusalCode } from "@satchel/contract/refusals.ts";
import { DiskFull, StoreFailure } from "@satchel/drive/result.ts";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { describeFailure, type Refusal, refuse } from "../shared/refusal.ts";

/** The spec's clients read these two codes when the drive must be reconnected (B §7). */
const RECONNECTION: ReadonlySet<RefusalCode> = new Set(["reconnection-needed", "grant-ended"]);

const BY_FRAMEWORK_CODE: Readonly<Record<string, RefusalCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "too-large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported-media-type",
};

/** Codes for a disk without space. The request was not carried out. */
const DISK_FULL_CODES = /^(SQLITE_FULL|ENOSPC|EDQUOT|53100)$/;
/** Codes for a read-only disk, exhausted handles, or an unreachable database. The request was not carried out and may succeed later. */
const SYSTEM_FAILURE_CODES = /^(SQLITE_(READONLY|CANTOPEN|IOERR|BUSY|LOCKED)\w*|EROFS|EMFILE|ENFILE|ECONNREFUSED|57P0[123]|53[0-9]00)$/;
const FAILURE_RETRY_MS = 5000;
const DISK_FULL_RETRY_MS = 60_000;

/** Sent without their code. Pages that are too old to know a code show the server's sentence only then. */
const IN_WORDS: ReadonlySet<RefusalCode> = new Set(["app-too-old"]);

function toBody(refusal: Refusal): RefusalBody | Pick<RefusalBody, "message"> {
  const { code, details } = refusal;
  if (IN_WORDS.has(code)) return { message: REFUSALS[code].message };
  const reconnection = RECONNECTION.has(code) ? { error: code, needsReconnection: true } : {};
  return { code, message: REFUSALS[code].message, ...details, ...reconnection };
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { retryAfterMs } = refusal.details;
  if (retryAfterMs !== undefined) reply.header("retry-after", Math.max(1, Math.ceil(retryAfterMs / 1000)));
  return reply.code(REFUSALS[refusal.code].status).header("cache-control", "no-store").send(toBody(refusal));
}

export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const code = BY_FRAMEWORK_CODE[error.code];
  if (code !== undefined) return sendRefusal(reply, refuse(code));
  if (error.statusCode !== undefined && error.statusCode < 500) return sendRefusal(reply, refuse("bad-request"));
  request.log.error(describeFailure(error), "unexpected failure");
  return sendRefusal(reply, refusalOf(error));
}

function refusalOf(error: Error): Refusal {
  const code = String((error as NodeJS.ErrnoException).code ?? "");
  if (error instanceof DiskFull || DISK_FULL_CODES.test(code)) return refuse("disk-full", { retryAfterMs: DISK_FULL_RETRY_MS });
  const isSystemFailure = error instanceof StoreFailure || SYSTEM_FAILURE_CODES.test(code);
  return isSystemFailure ? refuse("unavailable", { retryAfterMs: FAILURE_RETRY_MS }) : refuse("unexpected");
}
