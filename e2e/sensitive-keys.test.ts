/** The Sensitive folder's keys in a real browser, before there are screens for them: worker, IndexedDB, session storage, tabs. encryption.md 3.5 (8). */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import * as person from "./harness/person.ts";
import { startServer, type TestServer } from "./harness/server.ts";
import type {} from "./harness/test-door.ts";

const WHO = { email: "seal@example.org", password: "Correct horse 1" };
const SECRET = "quiet sea 77";
const OTHER = "quiet sea 78";

type Verb = "setUp" | "unlock" | "change";

/** What the service answers, or what it throws. */
const ask = (page: Page, verb: Verb, ...passwords: string[]): Promise<unknown> =>
  page.evaluate(
    async ([name, given]) => {
      const { sensitive } = (window.__satchelTest as NonNullable<typeof window.__satchelTest>).services;
      return await (sensitive[name] as (...all: string[]) => Promise<unknown>)(...given);
    },
    [verb, passwords] as const,
  );
const lock = (page: Page): Promise<void> => page.evaluate(async () => window.__satchelTest?.services.sensitive.lock());
const kind = (page: Page) => page.evaluate(() => window.__satchelTest?.services.sensitive.store.getState().kind);
const sessionNames = (page: Page) =>
  page.evaluate(() =>
    Object.keys(sessionStorage)
      .filter((name) => name.startsWith("sensitive"))
      .sort(),
  );

/** Everything of the page's origin that a disk would show, as text. */
async function everythingStored(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name ?? "");
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of database.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve, reject) => {
          const asking = database.transaction(store).objectStore(store).getAll();
          asking.onsuccess = () => resolve(asking.result);
          asking.onerror = () => reject(asking.error);
        });
        texts.push(JSON.stringify(rows));
      }
      database.close();
    }
    return texts.join("\n");
  });
}

const DONE = { ok: true };
const REFUSED = { ok: false, problem: { kind: "sensitive-refused" } };

describe("encryption.md 3.5 (8) the Sensitive folder's keys in a real browser", () => {
  let server: TestServer;
  let device: Device;
  let page: Page;

  beforeAll(async () => {
    server = await startServer();
  });
  beforeEach(async () => {
    device = await openDevice();
    page = device.page;
  });
  afterEach(async () => {
    await device.close();
  });
  afterAll(() => server?.close());

  it("is set up, stays over a reload of its tab, locks in all tabs, and opens without the network", async () => {
    await person.register(page, server.origin, WHO);
    await page.getByRole("button", { name: "Skip for now" }).click();
    await page.waitForURL("**/notes");
    expect(await ask(page, "unlock", SECRET)).toMatchObject({ ok: false, problem: { kind: "not-set-up" } });
    expect(await ask(page, "setUp", SECRET)).toMatchObject(DONE);
    expect([await kind(page), await sessionNames(page)]).toEqual(["unlocked", ["sensitiveExpiry", "sensitiveSession", "sensitiveToken"]]);
    await page.reload();
    await expect.poll(() => kind(page)).toBe("unlocked");

    const second = await device.context.newPage();
    await second.goto(`${server.origin}/notes`);
    await expect.poll(() => kind(second)).toBe("locked");
    expect(await ask(second, "unlock", OTHER)).toMatchObject(REFUSED);
    expect(await ask(second, "unlock", SECRET)).toMatchObject(DONE);
    expect(await ask(second, "change", SECRET, OTHER)).toMatchObject(DONE);
    await lock(second);
    await expect.poll(() => kind(page)).toBe("locked");
    expect([await sessionNames(page), await sessionNames(second)]).toEqual([[], []]);
    await second.close();

    const stored = await everythingStored(page);
    expect(stored).toContain("A256GCM");
    for (const word of [SECRET, OTHER, WHO.password, '"sid"']) expect(stored).not.toContain(word);
    expect(await page.evaluate(() => document.cookie)).toBe("");

    await page.reload();
    await expect.poll(() => kind(page)).toBe("locked");
    await device.offline(true);
    expect(await ask(page, "unlock", SECRET)).toMatchObject(REFUSED);
    expect(await ask(page, "unlock", OTHER)).toMatchObject(DONE);
    expect(await sessionNames(page)).toEqual(["sensitiveExpiry", "sensitiveSession"]);
    await device.offline(false);
  });
});
