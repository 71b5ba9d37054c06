/** Images of the search and of the command palette. Part of `npm run screens`. */
import type { Page } from "playwright-core";
import type { Device } from "../harness/device.ts";
import { takeAll } from "../harness/page/screenshots.ts";
import type { TestServer } from "../harness/servers/server.ts";
import { row, useLocally, writeNote } from "../harness/user.ts";

const SHELF = [
  ["Sourdough, eleventh attempt", "Hydration 78 %. Bulk at 24 °C until it has risen by two thirds, not doubled. Cold proof overnight."],
  ["Feeding the sourdough while away", "Stiff starter, half the water, in the cold. It keeps for two weeks."],
  ["日本語の勉強ノート", "助詞「は」と「が」の違い。主題と主語。例文を十個書いて、声に出して読む。"],
  ["Kitchen diary", `${"Flour, water and salt, day after day. ".repeat(10)}Then the sourdough rose at last, and we ate it warm.`],
  ["Letters to answer", "Miriam (the photographs). The council, again. Ferdinand, who wants the bicycle back."],
] as const;

const box = (page: Page) => page.getByRole("searchbox", { name: "Search notes" });

async function palette(page: Page, typed: string): Promise<void> {
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Command palette" });
  await field.fill(typed);
  if (typed !== "") await page.getByRole("option", { name: /^Search all notes/ }).waitFor();
}

export async function finding({ page }: Device, { origin }: TestServer): Promise<void> {
  await useLocally(page, origin);
  for (const [title, text] of SHELF) await writeNote(page, title, text);
  await page.goto(`${origin}/notes`);
  await row(page, "Kitchen diary").waitFor();
  await takeAll(page, "palette", () => palette(page, ""));
  await takeAll(page, "palette-typed", () => palette(page, "sourd"));
  await takeAll(page, "palette-action", () => palette(page, "new"));
  await page.keyboard.press("Escape");
  await box(page).fill("sourdough");
  await page.getByText("3 notes for “sourdough”").waitFor();
  await takeAll(page, "search");
  await row(page, "Kitchen diary").click();
  await page.getByRole("search", { name: "Search matches" }).waitFor();
  await takeAll(page, "search-opened");
  await page.goto(`${origin}/notes?search=marmalade`);
  await page.getByText("No notes contain “marmalade”.").waitFor();
  await takeAll(page, "search-nothing");
}
