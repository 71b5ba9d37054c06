/**
 * Fetches the files of a chunk before it is imported. Styles, so that nothing is rendered without them. Scripts as well in browsers that never
 * request one again that failed: Firefox, and WebKit after a modulepreload. A fetch that fails does no harm there.
 * The build calls it around every `import()`, in place of Vite's own helper (vite.config.ts). Decision 0007.
 */
const inFlight = new Map<string, Promise<void>>();

/**
 * `files`: all that it would load, styles among them.
 * @public Called by what the build writes.
 */
export async function importChunk<Module>(load: () => Promise<Module>, files: readonly string[] = []): Promise<Module> {
  await Promise.all(files.map(fetchOnce));
  return load();
}

function fetchOnce(file: string): Promise<void> {
  const known = inFlight.get(file);
  if (known !== undefined) return known;
  const fetching = fetchFile(`/${file}`);
  inFlight.set(file, fetching);
  fetching.catch(() => inFlight.delete(file));
  return fetching;
}

async function fetchFile(url: string): Promise<void> {
  if (document.querySelector(`[src="${url}"], [href="${url}"]`) !== null) return;
  if (url.endsWith(".css")) return addLink("stylesheet", url);
  // Only Chromium has it, and asks again.
  if ("userAgentData" in navigator) return void addLink("modulepreload", url).catch(() => undefined);
  const answer = await fetch(url);
  if (!answer.ok) throw new TypeError(`${url} was answered ${answer.status}`);
  await answer.arrayBuffer();
}

function addLink(rel: string, href: string): Promise<void> {
  const link = Object.assign(document.createElement("link"), { rel, href, crossOrigin: "" });
  return new Promise((resolve, reject) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      // A link that stays would be taken for styles that were loaded.
      link.remove();
      reject(new TypeError(`${href} did not come`));
    });
    document.head.append(link);
  });
}
