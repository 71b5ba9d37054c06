/** A backup of Notesnook as its items: in clear or under a password, packed or not, as a list or by their ids. */
import { type Fields, isFields, parseJson } from "../../document/read-json.ts";
import type { ImportTools } from "../../model/import-source.ts";
import type { OtherReason } from "../../model/source-item.ts";

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
  return password === undefined || !isFields(data) ? undefined : tools.openNotesnook?.(data, password);
}

async function unpacked(data: string, isPacked: boolean, tools: ImportTools): Promise<string> {
  if (!isPacked || tools.gunzipText === undefined) return data;
  return tools.gunzipText(data);
}
