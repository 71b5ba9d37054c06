/** `Content-Range` of an upload request: a piece, or the question how much is there. drive-contract §1.7. */
export type UploadRange =
  | { readonly kind: "piece"; readonly start: number; readonly end: number; readonly total: number | undefined }
  | { readonly kind: "question"; readonly total: number | undefined };

/** Undefined when it is neither. */
export function parseContentRange(header: string): UploadRange | undefined {
  const match = /^bytes (?:(\d{1,15})-(\d{1,15})|\*)\/(\d{1,15}|\*)$/.exec(header.trim());
  if (match === null) return undefined;
  const total = match[3] === "*" ? undefined : Number(match[3]);
  if (match[1] === undefined) return { kind: "question", total };
  const [start, end] = [Number(match[1]), Number(match[2])];
  return end < start || (total !== undefined && end >= total) ? undefined : { kind: "piece", start, end, total };
}
