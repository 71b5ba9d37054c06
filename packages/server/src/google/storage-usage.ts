/** The drive's usage, formatted for the usage panel. Spec B §3 "Cloud usage response", B §9 "Formatting". */
import type { cloudUsage } from "@satchel/contract/drives/cloud.ts";
import type { ReplyOf } from "@satchel/contract/route.ts";
import * as z from "zod/mini";
import { boundedText, OAUTH_TEXT_MAX_BYTES } from "./drive-files.ts";
import type { DriveProvider } from "./drive-provider.ts";

export type UsageReply = ReplyOf<typeof cloudUsage>;
export type RawUsage = { readonly usedBytes: number; readonly totalBytes: number | undefined };

const UNITS = ["B", "KB", "MB", "GB", "TB"] as const;
const TIMEOUT_MS = 10_000;

const aboutReply = z.object({ storageQuota: z.object({ limit: z.optional(z.string()), usage: z.optional(z.string()) }) });

/** Returns undefined if the drive did not respond, and `expired` if it no longer accepts this access token. */
export async function askUsage(provider: DriveProvider, accessToken: string): Promise<RawUsage | "expired" | undefined> {
  try {
    const response = await provider.fetch(`${provider.server.apiBase}/about?fields=storageQuota`, {
      headers: { authorization: `Bearer ${accessToken}` },
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status === 401) return "expired";
    const about = aboutReply.safeParse(JSON.parse(await boundedText(response, OAUTH_TEXT_MAX_BYTES)));
    return response.ok && about.success ? toRaw(about.data) : undefined;
  } catch {
    return undefined;
  }
}

function toRaw({ storageQuota: { limit, usage } }: z.infer<typeof aboutReply>): RawUsage {
  return { usedBytes: Number(usage ?? "0"), totalBytes: limit === undefined ? undefined : Number(limit) };
}

export function toUsageReply({ usedBytes, totalBytes }: RawUsage, providerType: UsageReply["providerType"]): UsageReply {
  const available = totalBytes === undefined ? undefined : Math.max(0, totalBytes - usedBytes);
  return {
    success: true,
    totalBytes: totalBytes ?? null,
    usedBytes,
    availableBytes: available ?? null,
    usagePercentage: totalBytes === undefined ? null : percentOf(usedBytes, totalBytes),
    usedFormatted: formatBytes(usedBytes),
    totalFormatted: totalBytes === undefined ? null : formatBytes(totalBytes),
    availableFormatted: available === undefined ? null : formatBytes(available),
    providerType,
  };
}

function percentOf(used: number, total: number): number {
  return total === 0 ? 100 : Math.round((used / total) * 10_000) / 100;
}

function formatBytes(bytes: number): string {
  let power = 0;
  // A value that rounds to 1024 is shown in the next unit.
  while (Number((bytes / 1024 ** power).toFixed(2)) >= 1024 && power < UNITS.length - 1) power += 1;
  return power === 0 ? `${bytes} B` : `${(bytes / 1024 ** power).toFixed(2)} ${UNITS[power]}`;
}
