/** What this browser remembers of the connected drive over a reload, as text and back. Pure. Spec B §3 "Browser storage keys". */
import type { DriveUserInfo } from "@satchel/contract/cloud.ts";

/** `label` is what the drive is called, for a start without network. */
export type RememberedDrive = Pick<DriveUserInfo, "sub" | "email" | "name"> & { readonly label: string };

export function toDriveText({ sub, email, name }: DriveUserInfo, label: string): string {
  return JSON.stringify({ sub, email, name, label });
}

export function parseDriveText(text: string | undefined): RememberedDrive | undefined {
  const value = parse(text);
  if (typeof value !== "object" || value === null) return undefined;
  const { sub, email, name, label } = value as Record<string, unknown>;
  const isWhole = typeof sub === "string" && typeof email === "string" && typeof name === "string" && typeof label === "string";
  return isWhole ? { sub, email, name, label } : undefined;
}

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
