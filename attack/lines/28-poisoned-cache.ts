/**
 * Poisoning what the service worker keeps: wrong bytes, types, statuses and redirects while a version is installed, files of another build,
 * responses with content of the account, and other scripts as the worker. Decision 0007.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { watchTraffic } from "../../e2e/harness/page/traffic.ts";
import { openReleases } from "../../e2e/harness/servers/releases.ts";
import * as user from "../../e2e/harness/user.ts";
import { type Attack, closed, open } from "../attack.ts";
import { openProxy } from "../proxy.ts";

const WHO = { email: "owner@example.org", password: "Correct horse 1" };
const MARK = "poison-of-the-cache";
const SECRET = "A text that no cache may hold";

type Reply = { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body: string };
type Poison = { readonly name: string; readonly path: RegExp; readonly reply: Reply };

const SCRIPT = { "content-type": "text/javascript; charset=utf-8" };
const PAGE = { "content-type": "text/html; charset=utf-8" };
const POISONS: readonly Poison[] = [
  { name: "another script", path: /^\/assets\/A[\w-]*\.js$/, reply: { headers: SCRIPT, body: `/* ${MARK} */` } },
  { name: "a page in place of a script", path: /^\/assets\/E[\w-]*\.js$/, reply: { headers: PAGE, body: `<p>${MARK}</p>` } },
  { name: "another page", path: /^\/index\.html$/, reply: { headers: PAGE, body: `<!doctype html><title>${MARK}</title>` } },
  { name: "half a page", path: /^\/index\.html$/, reply: { headers: PAGE, body: "<!doctype html><html><head>" } },
  { name: "an error with a body", path: /^\/assets\/S[\w-]*\.js$/, reply: { status: 500, headers: SCRIPT, body: `/* ${MARK} */` } },
  { name: "a redirect", path: /^\/theme\.js$/, reply: { status: 302, headers: { location: "/manifest.webmanifest" }, body: MARK } },
  { name: "another style", path: /\.css$/, reply: { headers: { "content-type": "text/css" }, body: `/* ${MARK} */` } },
];

/** Reply to the fetch of a kept file that the browser has dropped. */
const MISSING: Poison = {
  name: "an error with a body, for a dropped file",
  path: /^\/assets\/A[\w-]*\.js$/,
  reply: { status: 500, headers: SCRIPT, body: MARK },
};

export const attack: Attack = {
  line: 28,
  title: "poisoning what the service worker keeps",
  async run({ startServer, openDevice, defer }) {
    const releases = await openReleases();
    defer(() => releases.close());
    const network = await openPoisoned();
    defer(network.close);
    await startServer({ ...network.env, SATCHEL_WEB_DIR: releases.webDir });
    const failures: string[] = [];
    for (const poison of POISONS) {
      // A new profile each time, because the browser's own cache would answer otherwise.
      const { page, close } = await openDevice();
      await network.during(poison, async (count) => {
        await page.goto(`${network.origin}/login`);
        await waitForWorker(page, count);
      });
      failures.push(...(await wrongEntries(page, releases.webDir)).map((entry) => `${poison.name}: ${entry}`));
      await close();
    }

    const { page, context, offline } = await openDevice();
    const traffic = watchTraffic(context);
    await user.moveIn(page, network.origin, WHO);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await user.writeNote(page, "Mine", SECRET);
    await user.waitForState(page, "Mine", "In your drive");
    failures.push(...(await foreignEntries(page)), ...(await otherWorkers(page)));
    failures.push(...(await servedAsDocument(network.origin, traffic.driveToken())));
    await network.during(MISSING, async () => {
      if (await servesInPlaceOfMissing(page)) failures.push(`${MISSING.name}: reached the page unchecked`);
    });

    const former = await readFile(join(releases.webDir, "index.html"), "utf8");
    await releases.publishNext();
    const mixed = { name: "the page of the former build", path: /^\/index\.html$/, reply: { headers: PAGE, body: former } };
    await network.during(mixed, async (count) => {
      await update(page);
      await waitForWorker(page, count);
    });
    const kept = await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null);
    if (kept) failures.push(`${mixed.name}: was installed with the scripts of the next one`);
    await startsOffline(page, offline);
    await update(page);
    await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.waiting != null);
    failures.push(...(await wrongEntries(page, releases.webDir, { isPartly: true })).map((entry) => `the next build: ${entry}`));

    const seen = [`${POISONS.length + 1} poisoned installations`, ...failures].join("; ");
    return failures.length === 0 ? closed(`${seen}, none of their bytes kept; the app starts offline in between`) : open(seen);
  },
};

/** In front of the server. Poisons only what the worker requests itself, so that the page starts from good files. */
async function openPoisoned() {
  let poison: Poison | undefined;
  let poisoned = 0;
  const proxy = await openProxy(({ headers }, response, { pathname }) => {
    if (headers["sec-fetch-dest"] !== "empty" || poison?.path.test(pathname) !== true) return false;
    poisoned += 1;
    const { status = 200, headers: own, body } = poison.reply;
    response.writeHead(status, { "cache-control": "no-store", ...own }).end(body);
    return true;
  });
  return {
    ...proxy,
    async during(next: Poison, act: (count: () => number) => Promise<void>): Promise<void> {
      [poison, poisoned] = [next, 0];
      await act(() => poisoned);
      poison = undefined;
    },
  };
}

const isInstalling = (page: Page): Promise<boolean> =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.installing != null);

/** Resolves when the worker has requested something poisoned, and its installation has ended one way or the other. */
async function waitForWorker(page: Page, count: () => number): Promise<void> {
  for (let turn = 0; turn < 300 && (count() === 0 || (await isInstalling(page))); turn += 1) await page.waitForTimeout(100);
  if (count() === 0) throw new Error("the worker requested nothing that was poisoned");
}

const update = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update().catch(() => undefined);
  });

/** Drops a kept file and asks for it again. True if the page gets the poison. */
const servesInPlaceOfMissing = (page: Page): Promise<boolean> =>
  page.evaluate(
    async ([path, mark]) => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        const request = (await cache.keys()).find(({ url }) => new RegExp(path).test(new URL(url).pathname));
        if (request === undefined) continue;
        await cache.delete(request);
        const reply = await fetch(new URL(request.url).pathname, { cache: "no-store" }).catch(() => undefined);
        return (await reply?.text())?.includes(mark) === true;
      }
      throw new Error("no such file is kept");
    },
    [MISSING.path.source, MARK] as const,
  );

async function startsOffline(page: Page, offline: (isOffline: boolean) => Promise<void>): Promise<void> {
  await offline(true);
  await page.reload();
  await user.row(page, "Mine").waitFor();
  await offline(false);
  await page.reload();
  await user.row(page, "Mine").waitFor();
}

type Entry = { readonly path: string; readonly status: number; readonly type: string; readonly sha256: string };

const readEntries = (page: Page): Promise<readonly Entry[]> =>
  page.evaluate(async () => {
    const entries = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        if (response === undefined) continue;
        const digest = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
        const sha256 = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
        const type = response.headers.get("content-type") ?? "";
        entries.push({ path: new URL(request.url).pathname, status: response.status, type, sha256 });
      }
    }
    return entries;
  });

const TYPES: Readonly<Record<string, RegExp>> = { js: /javascript/, css: /css/, html: /html/, wasm: /wasm/ };

/** Entries that differ from the file of the build. `isPartly`: files of the former build, which are gone, may be there as well. */
async function wrongEntries(page: Page, webDir: string, { isPartly = false } = {}): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const { path, status, type, sha256 } of await readEntries(page)) {
    const bytes = await readFile(join(webDir, path)).catch(() => undefined);
    if (bytes === undefined && isPartly) continue;
    const isSame = bytes !== undefined && createHash("sha256").update(bytes).digest("hex") === sha256;
    const isTyped = TYPES[path.split(".").at(-1) ?? ""]?.test(type) ?? true;
    const isFormerPage = isPartly && path === "/index.html";
    if ((!isSame && !isFormerPage) || !isTyped || status !== 200) wrong.push(`${path} kept with status ${status}, ${type}`);
  }
  return wrong;
}

/** Lists cache entries that do not belong to the build, and those that hold text of the account. */
async function foreignEntries(page: Page): Promise<readonly string[]> {
  const entries = await readEntries(page);
  if (entries.length < 20) throw new Error(`only ${entries.length} files are kept`);
  const paths = entries.flatMap(({ path }) => (/^\/(api|drive|upload|batch|sandbox)\b/.test(path) ? [`${path} is kept`] : []));
  const isRead = await page.evaluate(async (secret) => {
    for (const name of await caches.keys())
      for (const response of await (await caches.open(name)).matchAll()) if ((await response.text()).includes(secret)) return true;
    return false;
  }, SECRET);
  return isRead ? [...paths, "the text of a note is kept"] : paths;
}

/** A script in the page tries to replace the worker by another file of the same origin. */
async function otherWorkers(page: Page): Promise<readonly string[]> {
  const script = await page.evaluate(() => performance.getEntriesByType("resource").find(({ name }) => name.endsWith(".js"))?.name ?? "");
  const addresses = [
    script,
    "/theme.js?worker",
    "/api/cloud/config",
    "/sandbox/drive/v3/files/x?alt=media",
    "/index.html",
    "data:text/javascript,1",
  ];
  const tries = addresses.map(async (address) => {
    const isTaken = await page.evaluate(
      (url) =>
        navigator.serviceWorker.register(url, { scope: "/notes" }).then(
          async (registration) => {
            await registration.unregister();
            return registration.scope;
          },
          () => undefined,
        ),
      address,
    );
    return isTaken !== undefined ? [`${address} became a worker of ${isTaken}`] : [];
  });
  return (await Promise.all(tries)).flat();
}

/** Files of the drive are served from the app's own origin with the token in the header only, and never as a script or a page. */
async function servedAsDocument(origin: string, token: string): Promise<readonly string[]> {
  const failures: string[] = [];
  const files = `${origin}/sandbox/drive/v3/files`;
  const listed = await fetch(`${files}?q=${encodeURIComponent("mimeType = 'application/octet-stream'")}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { files: [file] = [] } = (await listed.json()) as { readonly files?: readonly { readonly id: string }[] };
  if (file === undefined) throw new Error("no file in the drive");
  const bare = await fetch(`${files}/${file.id}?alt=media&access_token=${token}&oauth_token=${token}`);
  if (bare.status !== 401 && bare.status !== 403) failures.push(`a file of the drive opens with its token in the address: ${bare.status}`);
  const given = await fetch(`${files}/${file.id}?alt=media`, { headers: { authorization: `Bearer ${token}` } });
  if (given.headers.get("x-content-type-options") !== "nosniff") failures.push("a file of the drive may be sniffed");
  const worker = await fetch(`${origin}/sw.js`);
  const type = worker.headers.get("content-type") ?? "";
  if (worker.headers.has("service-worker-allowed") || !/javascript/.test(type)) failures.push(`/sw.js: ${type}, scope widened`);
  if (!/no-cache|no-store/.test(worker.headers.get("cache-control") ?? "")) failures.push("/sw.js may be kept by caches");
  return failures;
}
