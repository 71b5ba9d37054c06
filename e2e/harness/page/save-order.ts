/** Records the order and the frames in which a save reaches the disk, the list and a toast. */
import type { Page } from "playwright-core";

export type SaveStep = { readonly step: "press" | "on disk" | "in the list" | "toast"; readonly frame: number };

declare global {
  interface Window {
    saveSteps?: SaveStep[];
  }
}

/** Starts recording; `title` is the row to look for, `sentence` the toast. */
export async function recordSave(page: Page, title: string, sentence: string): Promise<void> {
  await page.evaluate(
    ([wantedTitle, wantedSentence]) => {
      const steps: SaveStep[] = [];
      window.saveSteps = steps;
      let frame = 0;
      const count = () => {
        frame += 1;
        requestAnimationFrame(count);
      };
      requestAnimationFrame(count);
      const note = (step: SaveStep["step"]) => {
        if (!steps.some((each) => each.step === step)) steps.push({ step, frame });
      };
      document.addEventListener("click", () => note("press"), { capture: true, once: true });

      // Only the note's own transaction counts, for which the user's edit waits: a sync's bookkeeping uses relaxed durability.
      const begin = IDBDatabase.prototype.transaction;
      IDBDatabase.prototype.transaction = function watch(this: IDBDatabase, ...args: Parameters<IDBDatabase["transaction"]>) {
        const transaction = begin.apply(this, args);
        const stores = [...transaction.objectStoreNames];
        if (transaction.mode === "readwrite" && transaction.durability === "strict" && stores.includes("note_contents"))
          transaction.addEventListener("complete", () => note("on disk"));
        return transaction;
      };

      new MutationObserver(() => {
        const rows = [...document.querySelectorAll('[role="listbox"] [role="option"]')];
        if (rows.some((row) => row.textContent?.startsWith(wantedTitle ?? ""))) note("in the list");
        if (document.querySelector("[data-sonner-toaster]")?.textContent?.includes(wantedSentence ?? "")) note("toast");
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    },
    [title, sentence],
  );
}

export async function readSaveSteps(page: Page): Promise<readonly SaveStep[]> {
  return page.evaluate(() => window.saveSteps ?? []);
}
