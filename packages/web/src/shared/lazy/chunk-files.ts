/**
 * Fetches the files of a chunk before it is imported: styles, so that components do not render unstyled, and scripts in browsers that never
 * repeat a failed request (Firefox, and WebKit after a modulepreload). A fetch that fails does no harm there.
 * The build calls this around every `import()`, instead of Vite's own helper (vite.config.ts). Decision 0007.
 */
const inFlight = new Map<string, Promise<void>>();

/**
 * `files`: all files that `load` needs, including styles.
 * @public Called by code that the build generates.
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
  // Only Chromium has this property, and it repeats failed requests.
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
      // A remaining link would count as loaded styles.
      link.remove();
      reject(new TypeError(`${href} did not come`));
    });
    document.head.append(link);
  });
}
