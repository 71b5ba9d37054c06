/** Opens a Notesnook backup and its files: unencrypted or encrypted, compressed or not, as a list or by id. */
import { typeOfName } from "../../../exchange/mime-types.ts";
import type { NoteFile } from "../../../exchange/transfer-note.ts";
import { type Fields, isFields, parseJson, textIn } from "../../document/read-json.ts";
import { type ImportFile, type ImportTools, SourceFailure } from "../../model/import-source.ts";
import type { OtherReason } from "../../model/source-item.ts";
import type { NotesnookAttachment } from "./notesnook-items.ts";

export async function openBackup(text: string, tools: ImportTools, password: string | undefined): Promise<readonly Fields[] | OtherReason> {
  const backup = parseJson(text);
  if (!isFields(backup)) return "damaged";
  const isSealed = backup.encrypted === true || (isFields(backup.data) && typeof backup.data.cipher === "string");
  const data = isSealed ? await openSealed(backup.data, tools, password) : backup.data;
  if (isSealed && data === undefined) return "encrypted";
  const items = typeof data === "string" ? parseJson(await unpacked(data, backup.compressed === true, tools)) : data;
  if (Array.isArray(items)) return items.filter(isFields);
  return isFields(items) ? Object.values(items).filter(isFields) : "damaged";
}

async function openSealed(data: unknown, tools: ImportTools, password: string | undefined): Promise<string | undefined> {
  return password === undefined || !isFields(data) ? undefined : tools.openNotesnook?.(data, { password });
}

async function unpacked(data: string, isPacked: boolean, tools: ImportTools): Promise<string> {
  if (!isPacked || tools.gunzipText === undefined) return data;
  return tools.gunzipText(data);
}

/** Returns the key that seals the keys of all attachments; undefined if it is missing or the password is wrong. */
export async function openAttachmentsKey(
  file: ImportFile | undefined,
  tools: ImportTools,
  password: string | undefined,
): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const stored = parseJson((await tools.text(file)).text);
  if (!isFields(stored)) return undefined;
  const opened = typeof stored.cipher === "string" ? parseJson((await openSealed(stored, tools, password)) ?? "") : stored;
  return isFields(opened) ? textIn(opened, "key") : undefined;
}

/** Returns undefined if the key does not open or the file is damaged. */
export async function openAttachment(
  file: ImportFile,
  { name, mimeType, key, header, chunkBytes }: NotesnookAttachment,
  { tools, attachmentsKey }: { readonly tools: ImportTools; readonly attachmentsKey: string },
): Promise<NoteFile | undefined> {
  const opened = isFields(key) ? parseJson((await tools.openNotesnook?.(key, { key: attachmentsKey })) ?? "") : undefined;
  const own = isFields(opened) ? textIn(opened, "key") : undefined;
  if (own === undefined || tools.openNotesnookFile === undefined) return undefined;
  const collector = tools.collect();
  try {
    for await (const bytes of tools.openNotesnookFile(file, { key: own, header, chunkBytes })) collector.write(bytes);
  } catch (error) {
    if (error instanceof SourceFailure) return undefined;
    throw error;
  }
  return { ...(await collector.finish()), name, mimeType: mimeType ?? typeOfName(name), path: file.path };
}
