/** A drive trashes a large library a few files a day, so that no single sync cycle triggers the warning. sync.md §7.3. */
import type { Page } from "playwright-core";
import { watchTraffic } from "../../e2e/harness/page/traffic.ts";
import { openDriveView } from "../../e2e/harness/stored/drive-view.ts";
import { countNotes, createNotes } from "../../e2e/harness/stored/test-hook.ts";
import * as user from "../../e2e/harness/user.ts";
import { type Attack, closed, open } from "../attack.ts";

const NOTES = 60;
const AT_ONCE = 30;
/** Each group is smaller than a tenth of the remaining files. */
const GROUP = 4;
const GROUPS = 6;
/** A tenth of the library. */
const ALLOWED = 6;
const WHO = { email: "owner@example.org", password: "Correct horse 5" };

/** Syncs until the cycle ends or stops. */
const syncOnce = (page: Page) =>
  page.evaluate(async () => {
    await window.__satchelTest?.services.library.getState().library?.sync.syncNow();
  });

export const attack: Attack = {
  line: 5,
  title: "a drive that trashes a library in small groups",
  async run({ startServer, openDevice }) {
    const server = await startServer();
    const { page, context } = await openDevice();
    const traffic = watchTraffic(context);
    await user.moveIn(page, server.origin, WHO);
    // More notes at once would be uploaded in a pack and have no files that can be trashed.
    for (let made = 0; made < NOTES; made += AT_ONCE) {
      await createNotes(page, "Note", AT_ONCE);
      while ((await countNotes(page)).pending > 0) await page.waitForTimeout(500);
    }
    const drive = openDriveView(server.origin, () => traffic.driveToken());
    const files = await drive.filesIn("notes");
    for (let group = 0; group < GROUPS; group += 1) {
      for (const { id } of files.slice(group * GROUP, (group + 1) * GROUP)) await drive.trash(id);
      await syncOnce(page);
      // The tab is reopened between groups: the count of missing files must survive that.
      if (group % 2 === 1) {
        await page.reload();
        await page.getByRole("listbox", { name: "Notes" }).getByRole("option").first().waitFor();
        await page.waitForFunction(
          () => (window.__satchelTest?.services.library.getState().library?.notes.store.getState().notes.length ?? 0) > 1,
        );
      }
    }
    const { notes } = await countNotes(page);
    const gone = NOTES - notes;
    const seen = `${gone} of ${NOTES} notes were deleted without a question after ${GROUPS} groups of ${GROUP}`;
    return gone <= ALLOWED ? closed(seen) : open(seen);
  },
};
