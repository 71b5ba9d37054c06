/**
 * Attachments in managed storage through this server, for clients that do not use the drive protocol; the app accesses the drive directly.
 * Files are sealed and have meaningless names. The sealing client chooses the id, because the seal is bound to it. Spec A §7, decision
 * 0005.
 */
import * as z from "zod/mini";
import { FILE_ID, FILE_NAME } from "../ids.ts";
import { FILE } from "../limits.ts";
import { route } from "../route.ts";

const fileId = z.string().check(z.regex(FILE_ID));
/** encryption.md 3.3: `{id}.bin`. */
const sealedName = z.string().check(z.regex(FILE_NAME));

const MAGIC = [0x53, 0x41, 0x54, 0x31];
const IV_AND_TAG_BYTES = 28;

/**
 * True if the bytes begin with `SAT1`, the length of a key id, that id and an iv, and have space for a tag. Anything else would be a file
 * that the server can read.
 */
export function isSealedFile(bytes: Uint8Array): boolean {
  const kidChars = bytes[MAGIC.length] ?? 0;
  const kid = bytes.subarray(MAGIC.length + 1, MAGIC.length + 1 + kidChars);
  const isName = kidChars > 0 && kidChars <= 64 && kid.every((byte) => /[A-Za-z0-9_-]/.test(String.fromCharCode(byte)));
  return MAGIC.every((byte, at) => bytes[at] === byte) && isName && bytes.length >= MAGIC.length + 1 + kidChars + IV_AND_TAG_BYTES;
}

const sealedBytes = z.instanceof(Uint8Array<ArrayBufferLike>);

export const uploadFile = route({
  method: "POST",
  path: "/api/files/upload",
  auth: "account",
  summary: "Keeps a sealed file in managed storage, once: its name is its id and `.bin`. Multipart form, field `file`.",
  isForm: true,
  body: z.object({ file: z.object({ fileName: sealedName, bytes: sealedBytes.check(z.refine(isSealedFile)) }) }),
  reply: z.object({ id: fileId, fileName: z.string() }),
  refusals: ["files-need-plan", "library-missing", "conflict", "storage-full"],
  maxBodyBytes: FILE.bodyMaxBytes,
});

export const readFile = route({
  method: "GET",
  path: "/api/files/:fileId",
  auth: "account",
  summary: "The bytes of a sealed file.",
  params: z.object({ fileId }),
  reply: sealedBytes,
  refusals: ["files-need-plan"],
});
