/** Parses a multipart form into texts and named files. The contract decides which of them are used. Spec A §7. */
import { type Part, parseBoundary, readParts } from "@satchel/drive/server/http/multipart-reader.ts";
import { readUpTo } from "@satchel/drive/server/http/request-body.ts";

export type FormFile = { readonly fileName: string; readonly bytes: Uint8Array };
export type Form = Readonly<Record<string, FormFile | string>>;

/** Bytes of the body processed in one turn of the event loop. */
const PIECE_BYTES = 1024 * 1024;
const MAX_FIELDS = 20;

/** Returns undefined if the body is not a form. A repeated name makes the form invalid, because the intended value is unknown. */
export async function readForm(contentType: string, bytes: Uint8Array): Promise<Form | undefined> {
  const boundary = parseBoundary(contentType);
  if (boundary === undefined) return undefined;
  const fields = new Map<string, FormFile | string>();
  try {
    for await (const part of readParts(inPieces(bytes), boundary)) {
      const name = parameterOf(part, "name");
      if (name === undefined || fields.has(name) || fields.size === MAX_FIELDS) return undefined;
      fields.set(name, await toValue(part));
    }
    return Object.fromEntries(fields);
  } catch {
    return undefined;
  }
}

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    if (at > 0) await new Promise((resolve) => setImmediate(resolve));
    yield bytes.subarray(at, at + PIECE_BYTES);
  }
}

async function toValue(part: Part): Promise<FormFile | string> {
  const fileName = parameterOf(part, "filename");
  const bytes = (await readUpTo(part.body, Number.POSITIVE_INFINITY)) ?? new Uint8Array();
  return fileName === undefined ? new TextDecoder().decode(bytes) : { fileName, bytes: new Uint8Array(bytes) };
}

function parameterOf({ headers }: Part, name: "name" | "filename"): string | undefined {
  const disposition = headers["content-disposition"] ?? "";
  const match = /^form-data\s*;/i.test(disposition) ? new RegExp(`;\\s*${name}="([^"]{0,1000})"`, "i").exec(disposition) : null;
  return match?.[1];
}
