/**
 * Values that cannot be displayed: dates beyond the calendar, invalid numbers, lists instead of texts. They come from the drive, from the
 * device's own databases (an earlier version may have stored them), from its settings and from another tab. The list and every tab must
 * still work, also after a reload.
 */
import { CHANNEL, LOCAL_DATABASE, LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import type { Page } from "playwright-core";
import type { Device } from "../../e2e/harness/device.ts";
import { watchTraffic } from "../../e2e/harness/page/traffic.ts";
import { openDriveView } from "../../e2e/harness/stored/drive-view.ts";
import { readStored } from "../../e2e/harness/stored/stored-notes.ts";
import * as user from "../../e2e/harness/user.ts";
import { type Attack, closed, open } from "../attack.ts";

const WHO = { email: "owner@example.org", password: "Correct horse 2" };

export const attack: Attack = {
  line: 2,
  title: "dates, numbers and shapes out of range",
  async run({ startServer, openDevice }) {
    const server = await startServer();
    const device = await openDevice();
    const traffic = watchTraffic(device.context);
    const { page } = device;
    await user.moveIn(page, server.origin, WHO);
    for (const title of ["Whole", "Poisoned", "Spoilt"]) await user.writeNote(page, title, "still here");
    await user.waitForState(page, "Whole", "In your drive");
    await user.waitForState(page, "Spoilt", "In your drive");
    const drive = openDriveView(server.origin, () => traffic.driveToken());
    const [file] = await drive.filesIn("notes");
    const [stored] = await readStored(page);
    const poison = { id: stored?.noteId, title: "P", content: "p", createdAt: 1e17, lastModified: 1e17 };
    await drive.overwrite(file?.id ?? "", JSON.stringify(poison));
    await page.evaluate(async () => {
      await window.__satchelTest?.services.library.getState().library?.sync.syncNow();
    });
    const problems = await problemsOn(page, "after a cycle");
    await poisonTabs(page);
    problems.push(...(await problemsOn(page, "after messages of another tab")));
    await poisonDatabase(page);
    await page.reload();
    problems.push(...(await problemsOn(page, "after the database was poisoned")));
    await poisonSettings(page);
    await page.reload();
    problems.push(...(await problemsOn(page, "after the settings were poisoned")), ...complaintsOf(device));
    const local = await openDevice();
    problems.push(...(await attackLocalMode(local, server.origin)), ...complaintsOf(local));
    return problems.length === 0
      ? closed("list and notes were shown through all of it, with an account and in local mode, also after a reload")
      : open(problems.join("; "));
  },
};

function complaintsOf(device: Device): string[] {
  const complaint = device.complaints().find((line) => /RangeError|TypeError|Invalid time/.test(line));
  return complaint === undefined ? [] : [`the page complained: ${complaint.split("\n")[0]}`];
}

/** In local mode, a note exists nowhere else. */
async function attackLocalMode(device: Device, origin: string): Promise<string[]> {
  const { page } = device;
  await user.useLocally(page, origin);
  for (const title of ["Whole", "Poisoned"]) await user.writeNote(page, title, "still here");
  await poisonTabs(page);
  const problems = await problemsOn(page, "in local mode after messages of another tab");
  await poisonLocalDatabase(page);
  await page.reload();
  problems.push(...(await problemsOn(page, "in local mode after the database was poisoned")));
  await poisonSettings(page);
  await page.reload();
  problems.push(...(await problemsOn(page, "in local mode after the settings were poisoned")));
  return problems;
}

async function problemsOn(page: Page, when: string): Promise<string[]> {
  try {
    await user.row(page, "Whole").waitFor({ timeout: 20_000 });
    await user.row(page, "Poisoned").waitFor({ timeout: 5000 });
    await user.openNote(page, "Poisoned");
    await user.openNote(page, "Whole");
    await page.getByText("still here").first().waitFor({ timeout: 5000 });
    return [];
  } catch {
    return [`${when} the workspace was gone`];
  }
}

/** Changes the rows directly, because an earlier version may have stored such values. */
async function poisonDatabase(page: Page): Promise<void> {
  await page.evaluate(async () => {
    type Row = { title: string; lastModified: unknown; createdAt: unknown; preview: unknown; attachments: unknown };
    const toPromise = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await toPromise(indexedDB.open("CloudNotesCache"));
    const transaction = db.transaction("cloud_notes", "readwrite");
    const store = transaction.objectStore("cloud_notes");
    for (const row of (await toPromise(store.getAll())) as Row[]) {
      if (row.title === "Poisoned") await toPromise(store.put({ ...row, lastModified: 1e17, createdAt: Number.NaN }));
      if (row.title === "Spoilt") await toPromise(store.put({ ...row, lastModified: "never", preview: 7, attachments: null }));
    }
    db.close();
  });
}

/** Sends on every channel, from other channel objects than those of the page. */
async function poisonTabs(page: Page): Promise<void> {
  await page.evaluate(async (names) => {
    const wrong: readonly unknown[] = [
      null,
      undefined,
      7,
      1e17,
      "text",
      [],
      {},
      [[[]]],
      { toString: null },
      JSON.parse('{"__proto__":{"kind":"x"}}'),
    ];
    const kinds = ["committed", "state", "nudge", "chosen", "access", "lost", "active", "changed-not", "signed-out-not", 7, null];
    const fields = ["state", "writes", "settings", "who", "token", "endsAt", "reason", "id", "percent", "origin"];
    const messages = [
      ...wrong,
      ...kinds.flatMap((kind) => wrong.map((value) => ({ kind, ...Object.fromEntries(fields.map((field) => [field, value])) }))),
      ...wrong.map((value) => ({ kind: "committed", origin: "sync", writes: { entities: [value], meta: value, remote: [value] } })),
      {
        kind: "committed",
        origin: "sync",
        writes: { entities: [{ id: "x", kind: "note", vv: {}, alive: {}, title: 7, mtime: 1e17, createdAt: {} }] },
      },
      { kind: "state", state: { phase: "idle", pendingCount: 1e17, unreadableCount: -1, lastCompleteAt: Number.NaN } },
    ];
    for (const name of names) {
      const channel = new BroadcastChannel(name);
      for (const message of messages) channel.postMessage(message);
      channel.close();
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }, Object.values(CHANNEL));
}

/** Changes all settings except session and mode, without which another page is shown rightly. */
async function poisonSettings(page: Page): Promise<void> {
  const stays: readonly string[] = [LOCAL_KEYS.authToken, LOCAL_KEYS.user, LOCAL_KEYS.localModeEnabled, LOCAL_KEYS.erasing];
  const names = Object.values(LOCAL_KEYS).filter((name) => !stays.includes(name));
  for (const value of ["{", "1e17", "null", '[{"a":[]}]', "\u0000", "x".repeat(10_000)]) {
    await page.evaluate(
      ([keys, text]) => {
        for (const key of keys) localStorage.setItem(key, text);
      },
      [names, value] as const,
    );
    await page.reload();
    await page.waitForLoadState();
  }
}

/** Adds damaged rows beside a valid one: they must not be deleted either. */
async function poisonLocalDatabase(page: Page): Promise<void> {
  await page.evaluate(async ({ name, notes, folders }) => {
    const toPromise = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await toPromise(indexedDB.open(name));
    const transaction = db.transaction([notes, folders], "readwrite");
    const store = transaction.objectStore(notes);
    for (const row of (await toPromise(store.getAll())) as { readonly title: string }[]) {
      if (row.title === "Poisoned")
        await toPromise(store.put({ ...row, lastModified: 1e17, createdAt: Number.NaN, preview: 7, attachments: null }));
    }
    await toPromise(store.put({ noteId: "no-note" }));
    await toPromise(
      store.put({ noteId: "wrong", kind: "note", title: 7, content: null, vv: null, alive: 7, lastModified: "never", folderId: {} }),
    );
    await toPromise(transaction.objectStore(folders).put({ folderId: "no-folder", name: 7, vv: null, lastModified: {} }));
    db.close();
  }, LOCAL_DATABASE);
}
