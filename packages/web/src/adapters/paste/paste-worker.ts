/** The worker that cleans large pastes. The cleaner parses HTML by itself: a worker has no DOM (decision 0014). */
import { type CleanPaste, cleanPaste } from "@satchel/core/document/paste/paste-clean.ts";
import type { CleanRequest, CleanResponse } from "./paste-messages.ts";

const port = self as unknown as { postMessage(message: CleanResponse): void };

addEventListener("message", ({ data: { turn, html } }: MessageEvent<CleanRequest>) => {
  port.postMessage({ turn, clean: tryToClean(html, (share) => port.postMessage({ turn, share })) });
});
port.postMessage({ isHere: true });

function tryToClean(html: string, onProgress: (share: number) => void): CleanPaste | undefined {
  try {
    return cleanPaste(html, onProgress);
  } catch {
    return undefined;
  }
}
