/** Checks of web auditors besides accessibility, run in the page itself: head, manifest and icons, links, and origins of requests. */
import type { Page } from "playwright-core";

/** Returns one line per problem; empty if there are none. The device's `complaints` cover the console. */
export async function findPageProblems(page: Page): Promise<readonly string[]> {
  return [
    ...(await page.evaluate(findHeadProblems)),
    ...(await page.evaluate(findManifestProblems)),
    ...(await page.evaluate(findOriginProblems)),
  ];
}

function findHeadProblems(): string[] {
  const metaContent = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
  const viewport = metaContent("viewport");
  const checks: readonly (readonly [string, boolean])[] = [
    ["a doctype", document.doctype?.name === "html"],
    ["utf-8", document.characterSet === "UTF-8"],
    ["a language", document.documentElement.lang !== ""],
    ["a title", document.title !== ""],
    ["a description", metaContent("description").length >= 50],
    ["a theme colour", CSS.supports("color", metaContent("theme-color"))],
    ["a viewport as wide as the device", viewport.includes("width=device-width")],
    ["a viewport that may be zoomed", !/user-scalable=no|maximum-scale/.test(viewport)],
    ["an icon", document.querySelector('link[rel="icon"]') !== null],
    ["an icon for home screens", document.querySelector('link[rel="apple-touch-icon"]') !== null],
    ["a secure context", isSecureContext],
  ];
  return checks.flatMap(([what, isThere]) => (isThere ? [] : [`the page has not: ${what}`]));
}

async function findManifestProblems(): Promise<string[]> {
  type Icon = { readonly src: string; readonly sizes: string; readonly type: string; readonly purpose?: string };
  type Manifest = Readonly<Record<"name" | "short_name" | "start_url" | "scope" | "display" | "theme_color" | "background_color", string>>;
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  if (link === null) return ["no manifest"];
  const answer = await fetch(link.href);
  const manifest = (await answer.json()) as Manifest & { readonly icons: readonly Icon[] };
  const problems: string[] = [];
  const expect = (isGood: boolean, problem: string) => isGood || problems.push(`manifest: ${problem}`);
  expect(/json/.test(answer.headers.get("content-type") ?? ""), `sent as ${answer.headers.get("content-type")}`);
  expect(manifest.name !== "" && manifest.short_name.length <= 12, "a name, and a short one of at most 12 letters");
  expect(manifest.display === "standalone", `display ${manifest.display}`);
  expect(CSS.supports("color", manifest.theme_color) && CSS.supports("color", manifest.background_color), "colours");
  expect(new URL(manifest.start_url, link.href).href.startsWith(new URL(manifest.scope, link.href).href), "start_url within its scope");
  expect((await fetch(manifest.start_url)).ok, `${manifest.start_url} is not answered`);
  expect(
    manifest.icons.some(({ purpose = "" }) => purpose.includes("maskable")),
    "a maskable icon",
  );
  for (const size of [192, 512]) {
    const icon = manifest.icons.find(({ sizes, type }) => sizes === `${size}x${size}` && type === "image/png");
    const image = new Image();
    image.src = icon?.src ?? "";
    await image.decode().catch(() => undefined);
    expect(image.naturalWidth === size && image.naturalHeight === size, `an icon of ${size} pixels`);
  }
  return problems;
}

function findOriginProblems(): string[] {
  const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  const foreign = resources
    .filter(({ name }) => new URL(name).origin !== location.origin)
    .map(({ name }) => `fetched from elsewhere: ${name}`);
  const unpacked = resources
    .filter(
      ({ name, encodedBodySize, decodedBodySize }) =>
        /\.(js|css)$/.test(name) && encodedBodySize > 1400 && encodedBodySize === decodedBodySize,
    )
    .map(({ name }) => `not packed on its way: ${name}`);
  const links = [...document.querySelectorAll<HTMLAnchorElement>("a[href]")].filter(({ origin }) => origin !== location.origin);
  const careless = links.filter(
    ({ protocol, rel, target }) => !/^(https|mailto|tel):$/.test(protocol) || (target === "_blank" && !/noopener/.test(rel)),
  );
  return [...foreign, ...unpacked, ...careless.map(({ outerHTML }) => `a careless link: ${outerHTML}`)];
}
