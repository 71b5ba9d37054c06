/** Lazily started workers for images, remote images, large pastes, regular expressions and comparisons. Ports: shared/editor-host. */
import type { CompressedImage, ImageProblem } from "@satchel/core/document/images/image-compression.ts";
import type { RemoteImageProblem } from "@satchel/core/document/images/remote-image.ts";
import type { CleanPaste } from "@satchel/core/document/paste/paste-clean.ts";
import type { Comparison, compareTexts } from "@satchel/core/library/history/compare-texts.ts";
import type { NoteDraft } from "@satchel/core/model/entities/note.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type { Timers } from "@satchel/core/ports/environment.ts";
import { browserTimers } from "../browser/environment.ts";
import type { CallContext } from "./calls.ts";
import { createRestartingClient } from "./restarting-client.ts";
import { type StartedWorker, startWithRetry } from "./worker-client.ts";

type Compressed = Promise<Result<CompressedImage, ImageProblem>>;
/** Shape of the port; the composition checks it. */
type Compressor = { compress(file: Blob, onProgress: (share: number) => void): Compressed; loadRemote: LoadRemote };
export type ImageApi = { compress(file: Blob, context: CallContext<number>): Compressed };

export function createImageCompressor(start: () => StartedWorker = startWorker): Compressor {
  const call = createRestartingClient<ImageApi>(start, { stopped: "the image worker stopped" });
  return {
    loadRemote: createRemoteImages(),
    compress: (file, onProgress) => call("compress", [file], { onProgress }).catch(() => failed({ kind: "image-worker-failed" })),
  };
}

function startWorker(): StartedWorker {
  const start = () => new Worker(new URL("../images/image-worker.ts", import.meta.url), { type: "module", name: "satchel-images" });
  return startWithRetry(start, browserTimers);
}

/** Shape of the port; the composition checks it. */
type LoadRemote = (address: string, onProgress: (share: number) => void, signal: AbortSignal) => Promise<Result<File, RemoteImageProblem>>;
export type RemoteImageApi = { load(address: string, context: CallContext<number>): Promise<Result<Blob, RemoteImageProblem>> };

/** Client of the worker that fetches images of other websites; starts it with the first one. Port: shared/image-compressor.ts. */
function createRemoteImages(start: () => StartedWorker = startRemoteWorker): LoadRemote {
  const call = createRestartingClient<RemoteImageApi>(start, { stopped: "the worker of remote images stopped" });
  return async (address, onProgress, signal) => {
    const answer = await call("load", [address], { onProgress, signal }).catch(() =>
      failed({ kind: signal.aborted ? "canceled" : "not-loaded" } as const),
    );
    return answer.ok ? ok(new File([answer.value], fileNameOf(address), { type: answer.value.type })) : answer;
  };
}

/** Name from the end of the address. */
function fileNameOf(address: string): string {
  const name = /([^/?#]{1,100})\/?(?:[?#].*)?$/.exec(address.replace(/^https?:\/\/[^/]*/i, ""))?.[1];
  return name ?? "image";
}

function startRemoteWorker(): StartedWorker {
  const start = () =>
    new Worker(new URL("../images/remote-image-worker.ts", import.meta.url), { type: "module", name: "satchel-remote-images" });
  return startWithRetry(start, browserTimers);
}

/** Shape of the port; the composition checks it. */
type Cleaner = { clean(html: string, onProgress: (share: number) => void, signal: AbortSignal): Promise<CleanPaste | undefined> };
export type PasteApi = { clean(html: string, context: CallContext<number>): CleanPaste };

/** Client of the worker that cleans large pastes; starts it with the first one. Port: shared/paste-cleaner.ts. */
export function createPasteCleaner(start: () => StartedWorker = startPasteWorker): Cleaner {
  const call = createRestartingClient<PasteApi>(start, { stopped: "the paste worker stopped", cancelEnds: true });
  return { clean: (html, onProgress, signal) => call("clean", [html], { onProgress, signal }).catch(() => undefined) };
}

function startPasteWorker(): StartedWorker {
  const start = () => new Worker(new URL("../paste/paste-worker.ts", import.meta.url), { type: "module", name: "satchel-paste" });
  return startWithRetry(start, browserTimers);
}

type Pattern = { readonly source: string; readonly flags: string; readonly replacement?: string };
type PatternMatches = { readonly hits: readonly number[]; readonly words?: readonly string[] };
export type PatternApi = { find(pattern: Pattern, lines: readonly string[]): PatternMatches };
/** Shapes of the port; the composition checks them. */
type PatternHits = ({ readonly kind: "found" } & PatternMatches) | { readonly kind: "too-slow" | "failed" };
type PatternFinder = { findPattern(pattern: Pattern, lines: readonly string[], signal: AbortSignal): Promise<PatternHits> };

/** Milliseconds, with the start of the worker, after which a regular expression is given up and its worker ended. */
const PATTERN_LIMIT_MS = 2000;

/** Client of the worker that searches for regular expressions; starts it with the first one. Port: shared/pattern-finder.ts. */
export function createPatternFinder(start: () => StartedWorker = startPatternWorker, timers: Timers = browserTimers): PatternFinder {
  const call = createRestartingClient<PatternApi>(start, { stopped: "the pattern worker stopped", cancelEnds: true });
  return {
    async findPattern(pattern, lines, signal) {
      const ending = new AbortController();
      let isTooSlow = false;
      const stop = (): void => ending.abort();
      signal.addEventListener("abort", stop);
      const cancel = timers.after(PATTERN_LIMIT_MS, () => {
        isTooSlow = true;
        stop();
      });
      try {
        return { kind: "found", ...(await call("find", [pattern, lines], { signal: ending.signal })) };
      } catch {
        return { kind: isTooSlow ? "too-slow" : "failed" };
      } finally {
        cancel();
        signal.removeEventListener("abort", stop);
      }
    },
  };
}

function startPatternWorker(): StartedWorker {
  const start = () => new Worker(new URL("./pattern-worker.ts", import.meta.url), { type: "module", name: "satchel-patterns" });
  return startWithRetry(start, browserTimers);
}

type CompareApi = { compare(before: NoteDraft, after: NoteDraft): Comparison };

/** Length from which a worker is used: shorter texts take less time than the messages to a worker. */
const WORKER_FROM_CHARS = 100_000;

/** Compares two versions of a note: short ones at once, long ones in a worker that starts with the first of them. Decision 0027. */
export function createComparer(
  compareHere: typeof compareTexts,
  start: () => StartedWorker = startComparingWorker,
): (before: NoteDraft, after: NoteDraft) => Promise<Comparison> {
  const call = createRestartingClient<CompareApi>(start, { stopped: "the worker that compares stopped" });
  return async (before, after) => {
    if (before.content.length + after.content.length < WORKER_FROM_CHARS) return compareHere(before, after);
    // If the worker crashes, the page compares instead: slower, with the same result.
    return call("compare", [before, after]).catch(() => compareHere(before, after));
  };
}

function startComparingWorker(): StartedWorker {
  const start = () => new Worker(new URL("../history/compare-worker.ts", import.meta.url), { type: "module", name: "satchel-history" });
  return startWithRetry(start, browserTimers);
}
