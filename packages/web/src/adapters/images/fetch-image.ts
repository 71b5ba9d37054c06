/** Fetches an image of another website without cookies, referrer or cache, up to a note's limit. Accepts only images. Decision 0032. */

import { readImageFormat } from "@satchel/core/document/images/image-format.ts";
import { REMOTE_IMAGE, type RemoteImageProblem } from "@satchel/core/document/images/remote-image.ts";
import { IMAGE } from "@satchel/core/model/limits/limits.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type { Timers } from "@satchel/core/ports/environment.ts";

export type FetchImageDeps = {
  readonly fetch: typeof fetch;
  readonly timers: Timers;
  readonly isOnline: () => boolean;
};

type Asked = { readonly address: string; readonly signal: AbortSignal; readonly onProgress: (share: number) => void };
type Loaded = Result<Blob, RemoteImageProblem>;

export async function fetchImage({ fetch, timers, isOnline }: FetchImageDeps, { address, signal, onProgress }: Asked): Promise<Loaded> {
  const url = toSecureAddress(address);
  if (url === undefined) return failed({ kind: "unreadable-site" });
  const ended = new AbortController();
  signal.addEventListener("abort", () => ended.abort(), { once: true });
  let isTooLong = false;
  const wait = (): (() => void) =>
    timers.after(REMOTE_IMAGE.silentMs, () => {
      isTooLong = true;
      ended.abort();
    });
  let stopWaiting = wait();
  const handleBytes = (share: number): void => {
    stopWaiting();
    stopWaiting = wait();
    onProgress(share);
  };
  try {
    const response = await fetch(url, { credentials: "omit", referrerPolicy: "no-referrer", cache: "no-store", signal: ended.signal });
    return response.ok ? await readImage(response, handleBytes) : failed({ kind: "site-refused", status: response.status });
  } catch {
    if (signal.aborted) return failed({ kind: "canceled" });
    return failed({ kind: isTooLong ? "no-answer" : isOnline() ? "unreadable-site" : "offline" });
  } finally {
    stopWaiting();
  }
}

/** A page loaded over https may not read over http, so the same address is requested over https. */
function toSecureAddress(address: string): string | undefined {
  if (!/^https?:\/\//i.test(address) || address.length > REMOTE_IMAGE.addressMaxChars || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  url.protocol = "https:";
  [url.username, url.password] = ["", ""];
  return url.href;
}

async function readImage(response: Response, onBytes: (share: number) => void): Promise<Loaded> {
  const type = (response.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const total = Number(response.headers.get("content-length") ?? 0);
  const reader = response.body?.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (Math.max(size, total) > IMAGE.maxBytes) {
      await reader.cancel();
      return failed({ kind: "image-too-large" });
    }
    parts.push(value as Uint8Array<ArrayBuffer>);
    onBytes(total > 0 ? Math.min(1, size / total) : 0);
  }
  const blob = new Blob(parts);
  const format = readImageFormat(new Uint8Array(await blob.slice(0, HEAD_BYTES).arrayBuffer()));
  if (format.type !== "other") return ok(new Blob([blob], { type: format.type }));
  return /^image\//.test(type) ? ok(new Blob([blob], { type })) : failed({ kind: "not-an-image" });
}

const HEAD_BYTES = 4096;
