/** The worker that compares long versions of a note. Decision 0027. */
import { compareTexts } from "@satchel/core/library/history/compare-texts.ts";
import type { CompareRequest, CompareResponse } from "./compare-messages.ts";

const port = self as unknown as { postMessage(message: CompareResponse): void };

addEventListener("message", ({ data: { turn, before, after } }: MessageEvent<CompareRequest>) => {
  port.postMessage({ turn, comparison: compareTexts(before, after) });
});
port.postMessage({ isHere: true });
