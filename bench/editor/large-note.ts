/** A paste of 3 MB into the built app, and saving it: until all of it is in the note and stored, and how long the page does not respond. */
import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import type { Page } from "playwright-core";
import { measureAction, recordInput } from "../hand/watch-page.ts";
import type { Figure } from "../src/figure.ts";
import { textOf } from "../src/texts.ts";
import { startEnvironment } from "../workspace/browser.ts";
import { median } from "../workspace/workspace.ts";

const BYTES = 3_000_000;
const TITLE = "A long report";
const ROUNDS = 3;
const TIMEOUT_MS = 60_000;
/** Time after which what an open note does in the background has ended. */
const REST_MS = 2000;

type Measured = { readonly pasted: number; readonly blocked: number; readonly saved: number };

export async function benchLargeNote(quick: boolean): Promise<Figure[]> {
  const environment = await startEnvironment();
  const { context, page } = await environment.profile("large-note").open();
  try {
    await page.addInitScript(recordInput);
    // With its button, a save has a beginning that can be measured.
    await page.addInitScript((key) => localStorage.setItem(key, "false"), LOCAL_KEYS.autosave);
    await page.goto(`${environment.origin}/login`);
    await page.getByRole("button", { name: "Use Locally (No Account Required)" }).click();
    await page.getByRole("button", { name: "I Understand - Use Local Mode" }).click();
    await page.waitForURL("**/notes");
    const rounds: Measured[] = [];
    for (let round = 0; round < (quick ? 1 : ROUNDS); round += 1) rounds.push(await measureNote(page, textOf(BYTES)));
    const figure = (name: string, pick: (one: Measured) => number): Figure => ({
      area: "editor",
      name: `3 MB ${name}`,
      value: median(rounds.map(pick)),
      unit: "ms",
      better: "lower",
    });
    return [
      figure("pasted, until all of it is in the note", ({ pasted }) => pasted),
      figure("pasted, longest time without a response", ({ blocked }) => blocked),
      figure("saved, until it is shown for reading", ({ saved }) => saved),
    ];
  } finally {
    await context.close();
    await environment.close();
  }
}

async function measureNote(page: Page, html: string): Promise<Measured> {
  await page.getByRole("button", { name: "New Note" }).first().click();
  await page.getByRole("textbox", { name: /title$/i }).fill(TITLE);
  await page.getByRole("textbox", { name: "Note text" }).click();
  await page.waitForTimeout(REST_MS);
  const [pasted = 0, blocked = 0] = await page.evaluate(pasteInPage, html);
  await page.waitForTimeout(REST_MS);
  const effect = { kind: "element", selector: "article h1" } as const;
  const saved = await measureAction(page, { event: "keydown", key: "s", effect, timeoutMs: TIMEOUT_MS }, () =>
    page.keyboard.press("Control+s"),
  );
  return { pasted, blocked, saved: saved ?? TIMEOUT_MS };
}

/** Returns the milliseconds until the paste is complete, and the longest task. Self-contained, because it is sent to the page as text. */
async function pasteInPage(html: string): Promise<readonly number[]> {
  const text = document.querySelector(".ProseMirror");
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/html", html);
  clipboardData.setData("text/plain", html.replace(/<[^>]*>/g, " "));
  await new Promise((resolve) => setTimeout(resolve, 200));
  const began = performance.now();
  let [last, longest] = [began, 0];
  text?.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      if (document.querySelector(".pending-content") === null) requestAnimationFrame(() => resolve([performance.now() - began, longest]));
      else port2.postMessage(null);
    };
    port2.postMessage(null);
  });
}
