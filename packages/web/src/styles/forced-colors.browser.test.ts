/** Signs that stay visible in forced colors, where the browser replaces every background by the page's. */
import { readFileSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const cssOf = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: process.env.SATCHEL_CHROMIUM ?? "/usr/bin/chromium", chromiumSandbox: false });
  page = await browser.newPage();
  await page.emulateMedia({ forcedColors: "active" });
});

afterAll(() => browser?.close());

/** Style sheets keep their class names here, because no bundler replaces them. */
async function show(css: string, html: string): Promise<void> {
  await page.setContent(`<style>${cssOf("styles/tokens.css")}${cssOf(css)}</style>${html}`);
}

function styleOf(selector: string, property: string, pseudo?: string): Promise<string> {
  return page
    .locator(selector)
    .evaluate((element, [name, part]) => getComputedStyle(element, part).getPropertyValue(name as string), [property, pseudo] as const);
}

describe("forced colors", () => {
  it("show the unsaved dot of a tab", async () => {
    await show("features/note-tabs/tab-strip.module.css", '<div class="tab"><span class="close dirty" id="dot"></span></div>');
    expect(await styleOf("#dot", "background-color", "::before")).toBe(await systemColor("Highlight"));
    await show("features/note-tabs/phone-tabs.module.css", '<button class="tab"><span class="dot" id="dot"></span></button>');
    expect(await styleOf("#dot", "background-color")).toBe(await systemColor("Highlight"));
  });

  it("tell the selected tab from the others", async () => {
    for (const sheet of ["tab-strip", "phone-tabs"]) {
      await show(
        `features/note-tabs/${sheet}.module.css`,
        '<div class="tab" id="other"></div><div class="tab active" id="selected"></div>',
      );
      expect(await styleOf("#selected", "border-top-color")).toBe(await systemColor("Highlight"));
      expect(await styleOf("#selected", "border-top-style")).toBe("solid");
      expect(await styleOf("#other", "border-top-color")).not.toBe(await systemColor("Highlight"));
    }
  });

  it("tell the primary button from the plain one", async () => {
    const buttons = '<button class="button primary" id="primary">Save</button><button class="button plain" id="plain">Close</button>';
    await show("shared/ui/button.module.css", buttons);
    expect(await styleOf("#primary", "background-color")).toBe(await systemColor("Highlight"));
    expect(await styleOf("#primary", "color")).toBe(await systemColor("HighlightText"));
    expect(await styleOf("#plain", "background-color")).not.toBe(await systemColor("Highlight"));
  });
});

async function systemColor(name: string): Promise<string> {
  return page.locator("body").evaluate((body, color) => {
    const probe = document.createElement("i");
    probe.style.backgroundColor = color;
    body.append(probe);
    const value = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return value;
  }, name);
}
