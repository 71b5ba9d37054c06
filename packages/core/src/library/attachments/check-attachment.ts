/** The one rule for how large a file may be: 10 MB, and 50 MB for the untouched original of an image. Spec A §5, A §9; decisions 0005. Pure. */
import { ATTACHMENT, IMAGE } from "../../model/limits.ts";

export type AttachmentUse = "file" | "image-original";
export type SizeProblem = { readonly kind: "too-large"; readonly maxBytes: number };

export function checkAttachmentSize(sizeBytes: number, use: AttachmentUse): SizeProblem | undefined {
  const maxBytes = use === "file" ? ATTACHMENT.maxBytes : IMAGE.maxBytes;
  return sizeBytes > maxBytes ? { kind: "too-large", maxBytes } : undefined;
}
