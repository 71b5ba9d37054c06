/**
 * What a part that comes late is made of is there before it is imported. Styles, so that it is not drawn without them. Scripts as well in
 * browsers that never ask again for one that did not come: Firefox, and WebKit after a modulepreload. A fetch that fails harms nothing there.
 * The build calls it around every `import()`, in place of Vite's own helper (vite.config.ts). Decision 0007.
 */
import { browserFetch } from "./environment.ts";

const inFlight = new Map<string, Promise<void>>();

/**
 * `files`: all that it would load, styles among them.
 * @public Called by what the build writes.
 */
export async function bringThen<Module>(load: () => Promise<Module>, files: readonly string[] = []): Promise<Module> {
  await Promise.all(files.map(bringOnce));
  return load();
}

function bringOnce(file: string): Promise<void> {
  const known = inFlight.get(file);
  if (known !== undefined) return known;
  const bringing = bring(`/${file}`);
  inFlight.set(file, bringing);
  bringing.catch(() => inFlight.delete(file));
  return bringing;
}

async function bring(url: string): Promise<void> {
  if (document.querySelector(`[src="${url}"], [href="${url}"]`) !== null) return;
  if (url.endsWith(".css")) return addLink("stylesheet", url);
  // Only Chromium has it, and asks again.
  if ("userAgentData" in navigator) return void addLink("modulepreload", url).catch(() => undefined);
  const answer = await browserFetch(url);
  if (!answer.ok) throw new TypeError(`${url} was answered ${answer.status}`);
  await answer.arrayBuffer();
}

function addLink(rel: string, href: string): Promise<void> {
  const link = Object.assign(document.createElement("link"), { rel, href, crossOrigin: "" });
  return new Promise((resolve, reject) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      // What stands there would be taken for styles that came.
      link.remove();
      reject(new TypeError(`${href} did not come`));
    });
    document.head.append(link);
  });
}
