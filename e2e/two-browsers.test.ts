/**
 * Two browsers of one account edit the same notes: a few pairs of the trial (`npm run trial`), and what a reader and a writer see when a
 * version arrives.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findAccessibilityViolations } from "./harness/page/accessibility.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { closeAll } from "./harness/story.ts";
import * as user from "./harness/user.ts";
import { moveIn, runTrial } from "./trial/run-trial.ts";
import { TrialDevice } from "./trial/trial-device.ts";
import { runTyping } from "./trial/typing/run-typing.ts";

const PAIRS = 8;

declare global {
  interface Window {
    __shownNextFrame?: Promise<string>;
  }
}

describe("Two browsers that edit the same notes", () => {
  it("lose nothing, hold and show the same, without duplicates", async () => {
    const failures: string[] = [];
    const { complaints, ...counts } = await runTrial({ pairs: PAIRS, seed: 5, log: (line) => failures.push(line) });
    expect(failures).toEqual([]);
    expect(complaints).toEqual([]);
    expect(counts).toEqual({ pairs: PAIRS, seed: 5, lost: 0, diverged: 0, stale: 0, doubled: 0 });
  });
});

describe("Three tabs on two devices that type in one note", () => {
  it("keep every letter, and every caret at its text when a version arrives", async () => {
    const failures: string[] = [];
    const log = (line: string): void => void failures.push(line);
    const { lost, moved, stale, arrivals, complaints } = await runTyping({ strokes: 120, seed: 3, log });
    expect({ lost, moved, stale, complaints, failures: lost + moved + stale > 0 ? failures : [] }).toEqual({
      lost: 0,
      moved: 0,
      stale: 0,
      complaints: [],
      failures: [],
    });
    expect(arrivals).toBeGreaterThan(5);
  });
});

describe("A version that arrives from another device", () => {
  let server: TestServer;
  let first: TrialDevice;
  let second: TrialDevice;

  beforeAll(async () => {
    server = await startServer();
    [first, second] = [await TrialDevice.open(), await TrialDevice.open()];
    await moveIn(server, first, second);
  });
  afterAll(() => closeAll(first, second, server));

  /** Opens a long note on both screens. */
  async function share(mark: string): Promise<string> {
    const filler = Array.from({ length: 80 }, (_, at) => `<p>Line ${at} of ${mark}.</p>`).join("");
    const noteId = await first.makeNote({ mark }, `<p>The beginning.</p>${filler}<p>The end.</p>`);
    await first.sync();
    await second.sync();
    for (const device of [first, second]) await device.show(noteId);
    return noteId;
  }

  it("is shown in the read view without moving the text or the selection", async () => {
    const noteId = await share("read");
    const { page } = second;
    const line = page.locator("article .note-content p", { hasText: "Line 60 of read." });
    // Drags in the middle, because dragging at the edge scrolls. Hovering waits until the line stops moving. A double click would edit the
    // note.
    await line.evaluate((element) => element.scrollIntoView({ block: "center" }));
    await line.hover({ position: { x: 1, y: 8 } });
    await page.mouse.down();
    const box = (await line.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    const look = async () => ({
      selected: await page.evaluate(() => getSelection()?.toString()),
      top: Math.round((await line.boundingBox())?.y ?? -1),
    });
    const before = await look();
    expect(before.selected?.trim()).toBe("Line 60 of read.");

    await first.edit();
    await user.textField(first.page).getByText("The beginning.").click();
    await first.page.keyboard.press("Home");
    for (let at = 0; at < 5; at += 1) await first.page.keyboard.type(`Above ${at}.\n`);
    expect(await first.save()).toBe(true);
    await first.sync();
    await second.sync();
    await page.locator("article .note-content p", { hasText: "Above 4." }).waitFor({ state: "attached" });
    expect(await look()).toEqual(before);
    expect((await second.shown(noteId)).shown).toEqual((await second.shown(noteId)).stored);
  });

  it.each(["read", "edited"] as const)("appears by the first frame after this device has it, while the note is %s", async (how) => {
    const noteId = await share(`frame-${how}`);
    const { page } = second;
    if (how === "edited") {
      await second.edit();
      await user.textField(page).getByText("The end.").click();
    }
    await first.edit();
    await user.textField(first.page).getByText("The beginning.").click();
    await first.page.keyboard.press("End");
    await first.page.keyboard.insertText(" Typed there.");
    expect(await first.save()).toBe(true);
    await first.sync();
    await page.evaluate((id) => {
      const notes = window.__satchelTest?.services.library.getState().library?.notes;
      window.__shownNextFrame = new Promise((resolve) => {
        const stop = notes?.onChangedElsewhere((ids) => {
          if (!ids.includes(id)) return;
          stop?.();
          requestAnimationFrame(() => resolve(window.__trialShown?.() ?? ""));
        });
      });
    }, noteId);

    await second.sync();

    expect(await page.evaluate(() => window.__shownNextFrame)).toContain("Thebeginning.Typedthere.");
    if (how === "read") return;
    await page.keyboard.insertText(" Typed here.");
    await user.textField(page).getByText("The end. Typed here.").waitFor();
  });

  it("is announced in an editor, and merged on request without leaving it", async () => {
    await share("write");
    const { page } = second;
    await second.edit();
    const line = user.textField(page).getByText("Line 40 of write.");
    const top = async (): Promise<number> => Math.round((await line.boundingBox())?.y ?? -1);
    await line.click();
    await page.keyboard.press("End");
    await page.keyboard.insertText(" Typed here.");
    const before = await top();

    await first.edit();
    await user.textField(first.page).getByText("The beginning.").click();
    await first.page.keyboard.press("End");
    await first.page.keyboard.type(" Typed there.\nAbove 0.\nAbove 1.");
    await user.textField(first.page).getByText("The end.").click();
    await first.page.keyboard.press("End");
    await first.page.keyboard.insertText(" Below.");
    expect(await first.save()).toBe(true);
    await first.sync();
    await second.sync();
    await page.getByText("Updated on another device. Saving merges both versions.").waitFor();
    await expect.poll(top).toBe(before);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Merge now" }).click();

    await user.textField(page).getByText("The beginning. Typed there.").waitFor({ state: "attached" });
    await user.textField(page).getByText("The end. Below.").waitFor({ state: "attached" });
    await page.getByText("Updated on another device.").waitFor({ state: "detached" });
    await line.click();
    await page.keyboard.press("End");
    await page.keyboard.insertText(" And on.");
    await user.textField(page).getByText("Line 40 of write. Typed here. And on.").waitFor();
    expect([...first.complaints(), ...second.complaints()]).toEqual([]);
  });
});
