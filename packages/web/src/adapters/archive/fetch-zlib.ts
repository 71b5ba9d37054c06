/** The module of zlib, as a file of the app. */
import url from "@zip.js/zip.js/dist/zip-module.wasm?url";

export async function fetchZlib(): Promise<BufferSource> {
  return (await fetch(url)).arrayBuffer();
}
