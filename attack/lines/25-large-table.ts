/** Tables of 45,000 cells on the clipboard. The page must react in the meantime, and lose nothing. docs/decisions/0014 "Extremes". */
import type { Locator, Page } from "playwright-core";
import * as user from "../../e2e/harness/user.ts";
import { type Attack, closed, open } from "../attack.ts";
import { type FreezeWatch, pasteData, watchFreezes } from "../freezes.ts";

/** Maximum time without reacting to keys. Such a table once took 3,900 ms. */
const FREEZE_LIMIT_MS = 700;
const CELLS = 45_000;

const rowsOf = (rows: number, row: (cells: readonly string[], index: number) => string): string =>
  Array.from({ length: rows }, (_, at) =>
    row(
      Array.from({ length: CELLS / rows }, (_, column) => String((at + column) % 10)),
      at,
    ),
  ).join("\n");
const html = (rows: number, cell: string) => `<table>${rowsOf(rows, (cells) => `<tr><${cell}>${cells.join(`<${cell}>`)}`)}</table>`;
const markdown = rowsOf(4500, (cells, at) => `|${cells.join("|")}|${at === 0 ? `\n|${"---|".repeat(cells.length)}` : ""}`);

type Paste = { readonly name: string; readonly data: Readonly<Record<string, string>> };

const PASTES: readonly Paste[] = [
  { name: "HTML, 4,500 rows", data: { "text/html": html(4500, "td") } },
  { name: "HTML, 300 columns", data: { "text/html": html(150, "td") } },
  { name: "rows of a spreadsheet", data: { "text/plain": rowsOf(4500, (cells) => cells.join("\t")) } },
  { name: "Markdown", data: { "text/plain": `# Title\n\n${markdown}\n\n- one\n- two\n` } },
];

export const attack: Attack = {
  line: 25,
  title: "pasted tables of 45,000 cells that freeze the page",
  measuresTime: true,
  async run({ startServer, openDevice }) {
    const server = await startServer();
    const { page } = await openDevice();
    await user.useLocally(page, server.origin);
    const freezes = await watchFreezes(page);
    const failures: string[] = [];
    let longest = { ms: 0, name: "none" };
    for (const paste of PASTES) {
      const { ms, byClock, failure } = await tryPaste(page, freezes, paste);
      if (process.env.SATCHEL_PRINT !== undefined)
        console.log(`        ${Math.round(ms)} ms (by the clock ${Math.round(byClock)})  ${paste.name}`);
      if (failure !== "") failures.push(`${paste.name}: ${failure}`);
      if (ms > longest.ms) longest = { ms, name: paste.name };
    }
    const seen = [`${PASTES.length} tables, longest freeze ${Math.round(longest.ms)} ms (${longest.name})`, ...failures].join("; ");
    return failures.length === 0 && longest.ms <= FREEZE_LIMIT_MS ? closed(seen) : open(seen);
  },
};

type Tried = { readonly ms: number; readonly byClock: number; readonly failure: string };

async function tryPaste(page: Page, freezes: FreezeWatch, { data }: Paste): Promise<Tried> {
  await user.beginNote(page, "Large");
  const text = user.textField(page).locator("visible=true");
  await text.click();
  await page.keyboard.type("before ");
  await freezes.begin();
  await pasteData(text, data);
  await page.waitForFunction(() => document.querySelector(".pending-content") === null);
  // Rows out of sight are rendered while the page is idle.
  await page.waitForFunction(() => document.querySelector("tr[data-far]") === null);
  const measured = await freezes.end();
  const pasted = await countCells(text);
  const undone = await pressUntil(text, "ControlOrMeta+z");
  const redone = await pressUntil(text, "ControlOrMeta+Shift+z");
  await page.waitForFunction(() => document.querySelector("tr[data-far]") === null);
  const rendered = await text.locator("td, th").count();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("button", { name: "Discard changes" }).click();
  const failures = [
    pasted.cells === CELLS ? "" : `${pasted.cells} cells`,
    undone.cells === 0 && undone.text.startsWith("before ") ? "" : `${undone.cells} cells after one undo`,
    redone.cells === CELLS && rendered === CELLS ? "" : `${redone.cells} cells after redo, ${rendered} of them rendered`,
  ];
  return { ...measured, failure: failures.filter((failure) => failure !== "").join(", ") };
}

async function pressUntil(text: Locator, key: string): Promise<Counted> {
  await text.press(key);
  return countCells(text);
}

type Node = { readonly type: { readonly name: string }; readonly isTextblock: boolean };
type Editor = { readonly state: { readonly doc: { readonly textContent: string; descendants(visit: (node: Node) => boolean): void } } };
type Counted = { readonly cells: number; readonly text: string };

function countCells(text: Locator): Promise<Counted> {
  return text.evaluate((element) => {
    const { doc } = (element as unknown as { readonly editor: Editor }).editor.state;
    let cells = 0;
    doc.descendants(({ type, isTextblock }) => {
      if (/^table(?:Cell|Header)$/.test(type.name)) cells += 1;
      return !isTextblock;
    });
    return { cells, text: doc.textContent.slice(0, 20) };
  });
}
