/**
 * The worker that fetches images of other websites. It is served with a policy of its own that lets it read from any https host, so that the
 * page's policy stays strict; it holds no note, no key and no token. Decision 0032, server/http/web-app.ts.
 */
import { browserTimers } from "../browser/environment.ts";
import { fetchImage } from "./fetch-image.ts";
import type { RemoteImageRequest, RemoteImageResponse } from "./remote-image-messages.ts";

const port = self as unknown as { postMessage(message: RemoteImageResponse): void };
const running = new Map<number, AbortController>();
const deps = {
  fetch: (...request: Parameters<typeof fetch>) => fetch(...request),
  timers: browserTimers,
  isOnline: () => navigator.onLine,
};

addEventListener("message", ({ data }: MessageEvent<RemoteImageRequest>) => {
  if ("stop" in data) running.get(data.turn)?.abort();
  else void load(data.turn, data.address);
});

async function load(turn: number, address: string): Promise<void> {
  const controller = new AbortController();
  running.set(turn, controller);
  const onProgress = (share: number): void => port.postMessage({ turn, share });
  const result = await fetchImage(deps, { address, signal: controller.signal, onProgress });
  running.delete(turn);
  port.postMessage({ turn, result });
}
