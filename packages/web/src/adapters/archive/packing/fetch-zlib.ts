/** Fetches the zlib module, a file of the app. */

import { loadWithRetry } from "@satchel/core/model/lazy/lazy-module.ts";
import url from "@zip.js/zip.js/dist/zip-module.wasm?url";
import { browserTimers } from "../../browser/environment.ts";

export function fetchZlib(): Promise<BufferSource> {
  return loadWithRetry(async () => {
    const answer = await fetch(url);
    if (!answer.ok) throw new TypeError(`the server answered ${answer.status}`);
    return answer.arrayBuffer();
  }, browserTimers);
}
