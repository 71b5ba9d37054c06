/**
 * Clipboards of a hostile page: markup that claims to be clean, and markup that is expensive to clean. Decision 0014 "One cleaner", "Large
 * pastes".
 */
import type { Page } from "playwright-core";
import * as user from "../../e2e/harness/user.ts";
import { type Attack, closed, open } from "../attack.ts";
import { type FreezeWatch, pasteData, watchFreezes } from "../freezes.ts";

/** Maximum time without reacting to keys. Nested lists of 240 kB once took 6,700 ms, one paragraph of 1 MB 3,100 ms. */
const FREEZE_LIMIT_MS = 2000;
/** Maximum nesting of blocks, as limited in stored notes: a list and its item are two levels. */
const DEPTH_LIMIT = 2 * 64 + 1;

const EVIL =
  '<img src=x onerror="parent.__taken=1"><script>parent.__taken=1</script><iframe srcdoc="<script>parent.__taken=1</script>"></iframe>' +
  '<a href="javascript:parent.__taken=1">link</a><svg><style><img src=x onerror="parent.__taken=1"></style></svg>';
const times = (count: number, text: string) => text.repeat(count);
const context = (count: number) => JSON.stringify(Array.from({ length: count }, () => ["bulletList", {}, "listItem", {}]).flat());

type Paste = { readonly name: string; readonly html: string; readonly plain?: string; readonly chars: number };

const PASTES: readonly Paste[] = [
  { name: "a slice of the editor's own", html: `<p data-pm-slice="1 1 []">word</p>${EVIL}`, chars: 4 },
  {
    name: "a slice that says it was copied here",
    html: `<p data-pm-slice="1 1 []" data-satchel-copy>word</p>${EVIL}`,
    chars: 4,
  },
  {
    name: "a slice in 5,000 lists",
    html: `<p data-pm-slice='0 0 ${context(5000)}' data-satchel-copy>word</p>`,
    chars: 4,
  },
  { name: "99 kB of lists in lists", html: times(9900, "<ul><li>x "), chars: 9900 },
  { name: "240 kB of lists in lists", html: times(24_000, "<ul><li>x "), chars: 24_000 },
  {
    name: "240 kB of lists in lists, as copied here",
    html: `<p data-pm-slice="1 1 []" data-satchel-copy></p>${times(24_000, "<ul><li>x ")}`,
    chars: 0,
  },
  { name: "99 kB of boxes in boxes", html: times(9000, "<div><b>x "), chars: 9000 },
  { name: "99 kB of quotations in quotations", html: times(6000, "<blockquote>x "), chars: 6000 },
  { name: "99 kB of tables in tables", html: times(5000, "<table><tr><td>x "), chars: 5000 },
  { name: "99 kB of styles that never end", html: `word${times(16_000, "<style")}`, chars: 4 },
  { name: "99 kB of comments that never end", html: `word${times(24_000, "<!--")}`, chars: 4 },
  { name: "99 kB of one style", html: `<p style="${times(9000, "color:red;")}">word</p>`, chars: 4 },
  { name: "5 MB of paragraphs", html: times(100_000, "<p class=MsoNormal style='margin:0'><b>some words</b></p>"), chars: 900_000 },
  { name: "300 kB of plain text", html: "", plain: times(6000, "some words, nearly fifty characters long in a line.\n"), chars: 240_000 },
  { name: "1 MB in one paragraph", html: `<p>${times(100_000, "some words ")}</p>`, chars: 900_000 },
];

export const attack: Attack = {
  line: 15,
  title: "pasted markup past the cleaner, or so large or deep that the tab freezes",
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
        console.log(
          `        ${Math.round(ms)} ms (by the clock ${Math.round(byClock)})  ${paste.name}${failure === "" ? "" : `: ${failure}`}`,
        );
      if (failure !== "") failures.push(`${paste.name}: ${failure}`);
      if (ms > longest.ms) longest = { ms, name: paste.name };
    }
    const taken = await page.evaluate(() => "__taken" in window);
    const seen = [
      `${PASTES.length} pastes, longest freeze ${Math.round(longest.ms)} ms (${longest.name})`,
      taken ? "a script of the clipboard ran" : "nothing of them ran",
      ...failures,
    ].join("; ");
    return !taken && failures.length === 0 && longest.ms <= FREEZE_LIMIT_MS ? closed(seen) : open(seen);
  },
};

type Editor = {
  readonly state: {
    readonly doc: {
      readonly textContent: string;
      descendants(visit: (node: { readonly isTextblock: boolean }, at: number) => void): void;
      resolve(at: number): { readonly depth: number };
    };
  };
  getHTML(): string;
};

type Tried = { readonly ms: number; readonly byClock: number; readonly failure: string };

/** Pastes into a new note, which is discarded. Only the freeze of the paste is measured. */
async function tryPaste(page: Page, freezes: FreezeWatch, { html, plain, chars }: Paste): Promise<Tried> {
  await user.beginNote(page, "Hostile");
  const text = user.textField(page).locator("visible=true");
  await text.click();
  await freezes.begin();
  await pasteData(text, { "text/html": html, "text/plain": plain ?? "" });
  await page.waitForFunction(() => document.querySelector(".pending-content") === null);
  const measured = await freezes.end();
  const found = await text.evaluate((element) => {
    const { editor } = element as unknown as { readonly editor: Editor };
    const { doc } = editor.state;
    let depth = 0;
    doc.descendants((node, at) => {
      if (node.isTextblock) depth = Math.max(depth, doc.resolve(at + 1).depth);
    });
    const isClean = !/<(?:script|iframe|svg|style)|\son\w+=|javascript:/i.test(doc.textContent.length > 100_000 ? "" : editor.getHTML());
    return { chars: doc.textContent.replace(/\s/g, "").length, depth, isClean };
  });
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("button", { name: "Discard changes" }).click();
  const failures = [
    found.chars < chars ? `${chars - found.chars} characters are missing` : "",
    found.depth > DEPTH_LIMIT ? `${found.depth} levels deep` : "",
    found.isClean ? "" : "markup came through",
  ];
  return { ...measured, failure: failures.filter((failure) => failure !== "").join(", ") };
}
