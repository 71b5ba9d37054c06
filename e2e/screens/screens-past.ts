/**
 * Images of past states: a note's history with each kind of change, the trash, and the library on another day. Part of `npm run screens`.
 */
import type { Page } from "playwright-core";
import type { Device } from "../harness/device.ts";
import { takeAll } from "../harness/page/screenshots.ts";
import type { TestServer } from "../harness/servers/server.ts";
import { createNotes } from "../harness/stored/test-hook.ts";
import { finishOnboarding, register, row, writeNote } from "../harness/user.ts";

const KIT = { email: "kit@example.org", password: "Correct horse 1" };
const DAY_MS = 86_400_000;
const DAYS_BEFORE = [9, 8, 6, 5, 2, 0] as const;

const [BLUE, BROWN] = ["#2f6f8f", "#9a6b3f"];

/** One text through all kinds of changes, the oldest first. */
const VERSIONS: readonly (readonly [title: string, content: string])[] = [
  [
    "Sourdough",
    `<p>Bulk at 24 degrees until it has risen by half.</p>${list("Flour 500 g", "Water 390 g")}${tasks([true, "Feed the starter"], [false, "Buy rye"])}${table("Oven", "240 °C", "45 min")}`,
  ],
  [
    "Sourdough",
    `<p>Bulk at 22 degrees overnight until it has risen by half.</p>${list("Flour 500 g", "Water 390 g")}${tasks([true, "Feed the starter"], [false, "Buy rye"])}${table("Oven", "240 °C", "45 min")}`,
  ],
  [
    "Sourdough, twelfth attempt",
    `<p>Bulk at 22 degrees overnight until it has risen by half.</p>${list("Flour 450 g", "Rye 50 g", "Water 390 g")}${tasks([true, "Feed the starter"], [true, "Buy rye"])}${table("Oven", "250 °C", "40 min")}`,
  ],
  [
    "Sourdough, twelfth attempt",
    `<p>Bulk at 22 degrees overnight until it has risen by half.</p>IMAGE-1${list("Flour 450 g", "Rye 50 g", "Water 390 g")}${tasks([true, "Feed the starter"], [true, "Buy rye"])}${table("Oven", "250 °C", "40 min")}`,
  ],
  [
    "Sourdough, twelfth attempt",
    `<p><strong>Bulk</strong> at 22 degrees until it has risen by half, then six hours in the cold.</p>IMAGE-2${list("Flour 450 g", "Rye 50 g", "Water 400 g")}${tasks([false, "Feed the starter"], [true, "Buy rye"])}${table("Oven", "250 °C", "40 min")}`,
  ],
  [
    "Sourdough, twelfth attempt",
    `<p><strong>Bulk</strong> at 22 degrees until it has risen by half, then six hours in the cold.</p>IMAGE-2${list("Flour 450 g", "Rye 50 g", "Water 400 g")}${tasks([true, "Feed the starter"], [true, "Buy rye"])}`,
  ],
];

function list(...items: readonly string[]): string {
  return `<ul>${items.map((item) => `<li><p>${item}</p></li>`).join("")}</ul>`;
}

function tasks(...items: readonly (readonly [boolean, string])[]): string {
  const rows = items.map(([isDone, text]) => `<li data-type="taskItem" data-checked="${isDone}"><p>${text}</p></li>`);
  return `<ul data-type="taskList">${rows.join("")}</ul>`;
}

function table(...cells: readonly string[]): string {
  return `<table><tbody><tr>${cells.map((cell) => `<td><p>${cell}</p></td>`).join("")}</tr></tbody></table>`;
}

/** Writes the versions through the editor's own commands, each dated some days back. Returns the note's id. */
async function writeVersions(page: Page): Promise<string> {
  return page.evaluate(
    async ({ versions, daysBefore, dayMs, colors }) => {
      const library = window.__satchelTest?.services.library.getState().library;
      if (library === undefined) throw new Error("no library is open, or the test hook is missing");
      const images = colors.map((color) => {
        const canvas = Object.assign(document.createElement("canvas"), { width: 240, height: 120 });
        const brush = canvas.getContext("2d") as CanvasRenderingContext2D;
        brush.fillStyle = color;
        brush.fillRect(0, 0, 240, 120);
        return `<img data-image-id="image-${color.slice(1)}" alt="A loaf" width="240" height="120" src="${canvas.toDataURL("image/png")}">`;
      });
      const now = Date.now;
      let noteId = "";
      for (const [at, [title, text]] of versions.entries()) {
        Date.now = () => now() - (daysBefore[at] ?? 0) * dayMs;
        const content = text.replace("IMAGE-1", images[0] ?? "").replace("IMAGE-2", images[1] ?? "");
        const opened = noteId === "" ? undefined : await library.notes.open(noteId);
        if (opened?.ok === false) throw new Error(opened.problem.kind);
        const done =
          opened === undefined
            ? await library.notes.create({ title, content }, null)
            : await library.notes.save(noteId, { title, content }, { seen: { vv: opened.value.vv } });
        if (!done.ok) throw new Error(`version ${at}: ${done.problem.kind}`);
        if ("value" in done && done.value !== undefined && "noteId" in done.value) noteId = done.value.noteId;
      }
      Date.now = now;
      return noteId;
    },
    { versions: VERSIONS, daysBefore: DAYS_BEFORE, dayMs: DAY_MS, colors: [BLUE, BROWN] },
  );
}

/** Trashes notes whose titles begin with `prefix`. */
async function deleteNotes(page: Page, prefix: string): Promise<void> {
  await page.evaluate(async (start) => {
    const notes = window.__satchelTest?.services.library.getState().library?.notes;
    const found = notes?.store.getState().notes.filter(({ title }) => title.startsWith(start)) ?? [];
    for (const { noteId } of found) await notes?.remove(noteId);
  }, prefix);
}

const version = (page: Page, at: number) => page.locator("[data-row]").nth(at);

async function history(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await version(page, 0).waitFor();
  await takeAll(page, "history-list", address);
  const names = ["table-removed", "words-image-and-box", "image", "title-list-and-table", "words", "first"] as const;
  for (const [at, name] of names.entries()) {
    await page.goto(address);
    await version(page, at).click();
    const text = page.getByRole("region", { name: "Text of this version" });
    await text.getByRole("button", { name: "Copy as new note" }).waitFor();
    await takeAll(page, `history-${name}`);
  }
  await page.getByRole("button", { name: "Restore this version" }).click();
  await page.getByText("Version restored.").waitFor();
  await takeAll(page, "history-restored");
}

async function trash(page: Page, address: string): Promise<void> {
  await takeAll(page, "trash-empty", address);
  await page.goto(address);
  await page.getByText("The trash is empty").waitFor();
  await createNotes(page, "Old letter", 60);
  await deleteNotes(page, "Old letter");
  await page.getByRole("list", { name: "Deleted notes" }).waitFor();
  await takeAll(page, "trash", address);
  await page.getByRole("button", { name: /^Old letter 60/ }).click();
  await page.getByRole("region", { name: "Text of the deleted note" }).getByText("This is note 60 of 60.").waitFor();
  await takeAll(page, "trash-note");
  await page.goto(address);
  const search = page.getByRole("searchbox", { name: "Search the trash" });
  await search.fill("letter 12");
  await page.getByRole("button", { name: /^Old letter 12/ }).waitFor();
  await takeAll(page, "trash-found");
  await search.fill("nothing of the kind");
  await page.getByText("No deleted notes match.").waitFor();
  await takeAll(page, "trash-none-found");
  await page.goto(address);
  await page.getByRole("button", { name: "Empty trash" }).click();
  await takeAll(page, "trash-question");
}

async function past(page: Page, origin: string): Promise<void> {
  const day = new Date(Date.now() - 7 * DAY_MS).toISOString().slice(0, 10);
  await takeAll(page, "past", `${origin}/notes/history?on=${day}`);
  await page.getByRole("button", { name: /^Sourdough/ }).click();
  await page.getByRole("region", { name: "Text on that day" }).getByText("Bulk at 22 degrees overnight").waitFor();
  await takeAll(page, "past-note");
  await takeAll(page, "past-empty-day", `${origin}/notes/history?on=2019-05-01`);
  await takeAll(page, "past-no-day", `${origin}/notes/history?on=2999-01-01`);
  await page.goto(`${origin}/notes/history?on=${day}`);
  await page.getByRole("checkbox", { name: "Select all that changed" }).check({ force: true });
  await page.getByRole("button", { name: /^Restore \d/ }).click();
  await page.getByText(/restored to that day/).waitFor();
  await takeAll(page, "past-restored");
}

export async function versions({ page }: Device, { origin }: TestServer): Promise<void> {
  await register(page, origin, KIT);
  await finishOnboarding(page);
  await writeNote(page, "Tide tables and the long walk to Sandend", "High water 06:41, low 12:58. Be past the second groyne before one.");
  const noteId = await writeVersions(page);
  await row(page, "Sourdough, twelfth attempt").waitFor();
  await history(page, `${origin}/notes/${noteId}/history`);
  await trash(page, `${origin}/notes/trash`);
  await past(page, origin);
}
