/**
 * Searches for words and passwords of the Sensitive folder after a day with it on two devices, and must find none. Searched are the
 * browsers' storage and profiles on disk, the drive (with the vault's key), the server's data and log, and all requests. encryption.md 3.6
 * (i).
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Library } from "../packages/web/src/shared/services.ts";
import { type Device, openDevice } from "./harness/device.ts";
import { readEverythingStored } from "./harness/page/left-behind.ts";
import { type Traffic, watchTraffic } from "./harness/page/traffic.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { findWords, searchFolder } from "./harness/stored/secrecy.ts";
import { openVaultView } from "./harness/stored/vault-view.ts";
import { closeAll, runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

const WHO = { email: "dump@example.org", password: "Quillfeather 7 lanterns" };
const FIRST = "moonwort ladder 11";
const SECOND = "moonwort ladder 22";
/** Words that were only ever in the Sensitive folder. */
const WORDS = ["Zebrafinch", "Marshwarbler", "Nightheron", "Goldcrestling", "Dotterelwing"];
const PASSWORDS = ["Quillfeather", "moonwort"];
/** A word written unencrypted and then moved in; its older versions in the drive are erased a day later. */
const MOVED = "Corncrakesong";

type Lent = { readonly library: { getState(): { readonly library?: Library } } };

/** Calls the services that the screens use. */
async function within<Given, Returned>(
  page: Page,
  run: (library: Library, given: Given) => Promise<Returned>,
  given: Given,
): Promise<Returned> {
  const lent = await page.evaluateHandle(() => {
    const { services } = window.__satchelTest as unknown as { readonly services: Lent };
    return services.library.getState().library as Library;
  });
  const answer = await lent.evaluate(run as (library: Library, given: unknown) => Promise<Returned>, given);
  await lent.dispose();
  return answer;
}

const kindOf = (page: Page) => within(page, async ({ sensitive }) => sensitive.store.getState().kind, null);
const sync = (page: Page) => within(page, ({ sync: own }) => own.syncNow(), null);
const unlock = async (page: Page, password: string): Promise<void> => {
  expect(await within(page, ({ sensitive }, typed) => sensitive.unlock(typed), password)).toMatchObject({ ok: true });
};

describe("after a day with the Sensitive folder", () => {
  let server: TestServer;
  let first: Device;
  let second: Device;
  let traffic: readonly Traffic[];

  runInOrder(() => [first, second]);
  beforeAll(async () => {
    server = await startServer();
    first = await openDevice({ isWhole: true });
    second = await openDevice({ isWhole: true });
    traffic = [watchTraffic(first.context), watchTraffic(second.context)];
  });
  afterAll(() => closeAll(first, second, server));

  it("creates, moves, edits, deletes and leaves unsaved notes in it", async () => {
    const { page } = first;
    await user.moveIn(page, server.origin, WHO);
    await expect.poll(() => kindOf(page)).toBe("not-set-up");
    const made = await within(
      page,
      async ({ sensitive, notes, tabs, sync: own }, [password, words, moved]) => {
        const problems: string[] = [];
        const done = <Value>(
          result: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: { kind: string } },
        ) => {
          if (!result.ok) problems.push(result.problem.kind);
          return result.ok ? result.value : undefined;
        };
        done(await sensitive.setUp(password));
        const folderId = notes.store.getState().folders.find(({ folderType }) => folderType === "SENSITIVE")?.folderId ?? "";
        const kept = done(await notes.create({ title: words[0] ?? "", content: `<p>${words[1]}</p>` }, folderId));
        const gone = done(await notes.create({ title: words[2] ?? "", content: "<p>x</p>" }, folderId));
        const plain = done(await notes.create({ title: moved, content: `<p>${moved}</p>` }, null));
        await own.syncNow();
        if (kept !== undefined)
          done(await notes.save(kept.noteId, { title: words[0] ?? "", content: `<p>${words[1]} twice</p>` }, { seen: kept }));
        if (gone !== undefined) done(await notes.remove(gone.noteId));
        if (plain !== undefined) done(await notes.move(plain.noteId, folderId));
        await own.syncNow();
        tabs.editDraft(tabs.openNew(folderId), { title: words[3] ?? "", content: `<p>${words[3]}</p>` });
        await sensitive.lock();
        await tabs.flush();
        return problems;
      },
      [FIRST, WORDS, MOVED] as const,
    );
    expect(made).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toMatch(new RegExp(WORDS.join("|")));
    // A visible password is in a plain text field when the page goes.
    await page
      .getByRole("region", { name: "Folders" })
      .getByRole("button", { name: /^Sensitive/ })
      .click();
    const asked = page.getByRole("dialog", { name: "Sensitive folder" });
    await asked.getByRole("button", { name: "Use recovery key" }).click();
    await asked.getByLabel("Confirm password").fill(SECOND);
    await asked.getByRole("button", { name: "Show password" }).last().click();
    expect(await asked.getByLabel("Confirm password").getAttribute("type")).toBe("text");
  });

  it("restores the unsaved text, and is edited on another device under another password", async () => {
    await first.page.reload();
    await expect.poll(() => kindOf(first.page)).toBe("locked");
    await unlock(first.page, FIRST);
    const draft = () =>
      within(
        first.page,
        async ({ tabs }) =>
          tabs.store
            .getState()
            .tabs.map((tab) => (tab.type === "new" ? tab.draft.title : ""))
            .join(""),
        null,
      );
    await expect.poll(draft).toBe(WORDS[3]);
    await user.signInToNotes(second.page, server.origin, WHO);
    await expect.poll(() => kindOf(second.page)).toBe("locked");
    await unlock(second.page, FIRST);
    const edited = await within(
      second.page,
      async ({ sensitive, notes, sync: own }, [old, next, word]) => {
        await own.syncNow();
        const changed = await sensitive.change(old, next);
        const note = notes.store.getState().notes.find(({ isEncrypted }) => isEncrypted);
        const opened = note && (await notes.open(note.noteId));
        if (!changed.ok || opened?.ok !== true) return "not edited";
        const { title, content, noteId } = opened.value;
        const saved = await notes.save(noteId, { title, content: `${content}<p>${word}</p>` }, { seen: opened.value });
        await own.syncNow();
        return saved.ok ? "edited" : saved.problem.kind;
      },
      [FIRST, SECOND, WORDS[4] ?? ""] as const,
    );
    expect(edited).toBe("edited");
    await sync(first.page);
    for (const { page } of [first, second]) await within(page, ({ sensitive }) => sensitive.lock(), null);
    await expect.poll(() => kindOf(first.page)).toBe("locked");
  });

  it("keeps every word of it out of both browsers' storage", async () => {
    for (const { page } of [first, second]) {
      const caches = await page.evaluate(async () => {
        const texts: string[] = [];
        for (const name of await globalThis.caches.keys()) {
          const cache = await globalThis.caches.open(name);
          for (const request of await cache.keys()) texts.push(request.url, (await (await cache.match(request))?.text()) ?? "");
        }
        return texts.join("\n");
      });
      const stored = await readEverythingStored(page);
      expect(stored).toContain("A256GCM");
      expect(findWords("stored", Buffer.from(`${stored}\n${caches}`), [...WORDS, ...PASSWORDS, MOVED])).toEqual([]);
    }
  });

  it("hides every word in the drive from a holder of the vault's key, and lists pending erasures", async () => {
    const view = await openVaultView(server.origin, WHO, () => (traffic[0] as Traffic).driveToken());
    const opened = await view.everything();
    expect(opened.length).toBeGreaterThan(5);
    expect(opened.flatMap(({ where, text }) => findWords(where, Buffer.from(text), WORDS))).toEqual([]);
    const erasing = await within(first.page, async ({ erasing: list }) => list(), null);
    const exposed = opened.filter(({ text }) => text.includes(MOVED));
    expect(erasing).toHaveLength(exposed.length === 0 ? 0 : 1);
  });

  it("keeps every word of it from the server", async () => {
    const { findings, bytes } = await searchFolder(server.dataDir, [...WORDS, ...PASSWORDS, MOVED]);
    expect(bytes).toBeGreaterThan(10_000);
    expect(findings).toEqual([]);
    expect(findWords("server log", Buffer.from(server.log()), [...WORDS, ...PASSWORDS, MOVED])).toEqual([]);
    const sent = traffic.flatMap((each) => each.sent);
    const bytesSent = sent.flatMap(({ url, body }) => [Buffer.from(url.href), ...(body === null ? [] : [body])]);
    expect(findWords("sent", Buffer.concat(bytesSent), [...WORDS, ...PASSWORDS, MOVED])).toEqual([]);
  });

  it("keeps both consoles clean", () => {
    expect([...first.complaints(), ...second.complaints()]).toEqual([]);
  });

  it("keeps every word of it out of the profiles on disk", async () => {
    // The search needs closed browsers, because a running browser moves its files.
    for (const { context } of [first, second]) await context.close();
    for (const { profile } of [first, second]) {
      const { findings, bytes } = await searchFolder(profile, [WORDS[0] ?? "", WORDS[3] ?? "", "moonwort"]);
      expect(bytes).toBeGreaterThan(100_000);
      expect(findings).toEqual([]);
    }
  });
});
