/**
 * Interrupts a writer on one device, right after a key: another tab, a closed tab, a page that is killed, a locked folder, sign-out, a full
 * disk, new notes, pasted images. Notes are saved automatically. `findFailures` looks for all texts at the end.
 */
import type { Page } from "playwright-core";
import * as user from "../../harness/user.ts";
import type { Chance } from "../pair-plan.ts";
import type { TrialDevice } from "../trial-device.ts";
import { Album } from "./album.ts";
import { TypingTab } from "./typing-tab.ts";

export const INTERRUPTIONS = ["switch", "close", "kill", "lock", "sign-out", "full-disk", "new-note", "empty-note", "images"] as const;
export type Interruption = (typeof INTERRUPTIONS)[number];

type Writing = {
  readonly device: TrialDevice;
  readonly origin: string;
  readonly who: user.Credentials;
  readonly noteId: string;
  readonly chance: Chance;
};
type Diary = { readonly noteId: string; text: string };
type Failures = { readonly lost: readonly string[]; readonly doubled: readonly string[]; readonly empty: readonly string[] };

const FOLDER_PASSWORD = "only for this folder";
const KEPT_WITHIN_MS = 20_000;
const SHORT_STORAGE_BYTES = 1;

export class Interruptions {
  readonly counts = new Map<Interruption, number>();
  readonly #writing: Writing;
  readonly #made: { readonly title: string; readonly text: string }[] = [];
  readonly #album: Album;
  #diary: Diary | undefined;
  #words = 0;
  #next = 0;

  constructor(writing: Writing) {
    this.#writing = writing;
    this.#album = new Album(writing.device);
  }

  /** Keys that were pressed beside those in the shared note. */
  strokes = 0;

  /** Interrupts in the next way. Returns the tab in which writing continues; its caret is gone. `write` types a word into the note. */
  async interrupt(write: () => Promise<void>): Promise<TypingTab> {
    const kind = INTERRUPTIONS[this.#next % INTERRUPTIONS.length] as Interruption;
    this.#next += 1;
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
    await this.#by(kind, write);
    // A click changes the address as well, so that a reload comes back to the note.
    await this.#page.locator(`[data-note-id="${this.#writing.noteId}"]`).click();
    return TypingTab.open(this.#writing.device, this.#writing.noteId);
  }

  get #page(): Page {
    return this.#writing.device.page;
  }

  async #by(kind: Interruption, write: () => Promise<void>): Promise<void> {
    const { device, origin, who, noteId } = this.#writing;
    switch (kind) {
      case "switch":
        await write();
        await this.#page.keyboard.press("Alt+n");
        await user.titleField(this.#page).locator("visible=true").waitFor();
        await this.#kept();
        return this.#leave(() => this.#page.keyboard.press("Escape"));
      case "close":
        await write();
        await this.#page.getByRole("button", { name: "Close", exact: true }).locator("visible=true").click();
        return this.#expectNoQuestion();
      case "kill":
        await write();
        await this.#kept();
        return device.kill(origin, noteId);
      case "sign-out":
        await write();
        await this.#page.getByRole("navigation").getByRole("button", { name: "Sign Out" }).click();
        await this.#page.getByRole("alertdialog").getByRole("button", { name: "Sign Out" }).click();
        await this.#page.waitForURL(/\/(login)?$/);
        await user.signIn(this.#page, origin, who);
        await this.#page.waitForURL(/\/(dashboard|notes)/);
        await this.#page.goto(`${origin}/notes`);
        await device.ready();
        return void (await device.sync());
      case "full-disk":
        return this.#fillDisk(write);
      case "lock":
        return this.#lock();
      case "new-note":
        return this.#makeNote();
      case "empty-note":
        return this.#leaveEmpty();
      case "images":
        return this.#album.paste(this.#word("i"), this.#word("i"), (text) => this.#type(text));
    }
  }

  /** A text that cannot be stored stays in the editor, and is saved once there is space. */
  async #fillDisk(write: () => Promise<void>): Promise<void> {
    const session = await this.#page.context().newCDPSession(this.#page);
    const { origin } = this.#writing;
    await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: SHORT_STORAGE_BYTES });
    await write();
    await this.#page.keyboard.press("ControlOrMeta+s");
    await this.#page.waitForTimeout(300);
    await session.send("Storage.overrideQuotaForOrigin", { origin });
    await session.detach();
    await this.#page.keyboard.press("ControlOrMeta+s");
    await this.#saved();
  }

  /** The folder is locked right after a key; what it held is looked at after the next unlock. */
  async #lock(): Promise<void> {
    await this.#unlock();
    const diary = await this.#openDiary();
    const word = this.#word("d");
    await this.#type(` ${word}`);
    diary.text += ` ${word}`;
    await this.#page.keyboard.press("Alt+l");
    await this.#page.getByText("Please authenticate with sensitive folder to edit this note").waitFor();
  }

  async #makeNote(): Promise<void> {
    const note = { title: this.#word("New"), text: this.#word("t") };
    await this.#page.keyboard.press("Alt+n");
    await this.#type(note.title);
    await this.#page.keyboard.press("Enter");
    await this.#type(note.text);
    this.#made.push(note);
    await this.#page.waitForFunction(
      (text) => document.querySelector('[role="tabpanel"]:not([hidden]) [contenteditable="true"]')?.textContent === text,
      note.text,
    );
    if (this.#writing.chance.happens(0.5)) {
      await this.#leave(() => this.#page.keyboard.press("Escape"));
    } else {
      await this.#kept();
      await this.#page.reload();
      await this.#writing.device.ready();
    }
  }

  async #leaveEmpty(): Promise<void> {
    await this.#page.keyboard.press("Alt+n");
    const word = this.#word("gone");
    await this.#type(word);
    for (let letter = 0; letter < word.length; letter += 1) await this.#page.keyboard.press("Backspace");
    await this.#page.waitForFunction(
      () => document.querySelector<HTMLTextAreaElement>('[role="tabpanel"]:not([hidden]) textarea')?.value === "",
    );
    this.strokes += word.length;
    const isByKey = this.#writing.chance.happens(0.5);
    const cancel = this.#page.getByRole("button", { name: "Cancel", exact: true }).locator("visible=true");
    await this.#leave(() => (isByKey ? this.#page.keyboard.press("Escape") : cancel.click()));
    await this.#expectNoQuestion();
  }

  /** Presses what leaves the new note in front, and waits until it is left: the keys may be held until its code is there. */
  async #leave(press: () => Promise<void>): Promise<void> {
    const left = await this.#page.evaluate(
      () => window.__satchelTest?.services.library.getState().library?.tabs.store.getState().activeTabId,
    );
    await press();
    await this.#page.waitForFunction((id) => {
      const state = window.__satchelTest?.services.library.getState().library?.tabs.store.getState();
      const front = state?.tabs.find((tab) => tab.id === state.activeTabId);
      return front?.id !== id || (front?.type === "edit" ? front.isFresh !== true : front?.type !== "new");
    }, left);
  }

  async #openDiary(): Promise<Diary> {
    this.#diary ??= { noteId: await this.#makeDiary(), text: "Dear" };
    await this.#page.evaluate((id) => window.__satchelTest?.services.library.getState().library?.tabs.openEdit(id), this.#diary.noteId);
    const field = user.textField(this.#page).locator("visible=true").filter({ hasText: "Dear" });
    await field.click();
    await this.#page.keyboard.press("ControlOrMeta+End");
    return this.#diary;
  }

  async #makeDiary(): Promise<string> {
    return this.#page.evaluate(async () => {
      const notes = window.__satchelTest?.services.library.getState().library?.notes;
      const folder = notes?.store.getState().folders.find(({ folderType }) => folderType === "SENSITIVE");
      const made = await notes?.create({ title: "Diary", content: "<p>Dear</p>" }, folder?.folderId ?? "");
      if (made?.ok !== true) throw new Error("the diary was not made");
      return made.value.noteId;
    });
  }

  async #unlock(): Promise<void> {
    const problem = await this.#page.evaluate(async (password) => {
      const sensitive = window.__satchelTest?.services.library.getState().library?.sensitive;
      if (sensitive?.store.getState().kind === "unlocked") return undefined;
      const opened = await (sensitive?.store.getState().kind === "not-set-up" ? sensitive.setUp(password) : sensitive?.unlock(password));
      return opened?.ok === true ? undefined : JSON.stringify(opened);
    }, FOLDER_PASSWORD);
    if (problem !== undefined) throw new Error(`the folder did not open: ${problem}`);
  }

  /** Waits until what was typed is on the disk, as a draft or in its note: a crash may take what was typed in the last second. */
  async #kept(): Promise<void> {
    await this.#page.evaluate(() => window.__satchelTest?.services.library.getState().library?.tabs.flush());
  }

  async #saved(): Promise<void> {
    await this.#page.waitForFunction(
      () => {
        const state = window.__satchelTest?.services.library.getState().library?.tabs.store.getState();
        const tab = state?.tabs.find(({ id }) => id === state.activeTabId);
        return tab?.type === "edit" && tab.editing.kind === "open" && tab.editing.draft.content === tab.editing.opened.text?.content;
      },
      undefined,
      { timeout: KEPT_WITHIN_MS },
    );
  }

  async #expectNoQuestion(): Promise<void> {
    if ((await this.#page.getByRole("alertdialog").count()) > 0) throw new Error("a question was asked");
  }

  #word(prefix: string): string {
    this.#words += 1;
    return `${prefix}${this.#words}w`;
  }

  async #type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
    this.strokes += text.length;
  }

  /** Looks for the other notes on this device, among those that are not deleted. `known`: the beginnings of the titles of notes that existed before. */
  async findFailures(device: TrialDevice, known: readonly string[]): Promise<Failures> {
    const notes = await device.page.evaluate(async () => {
      const service = window.__satchelTest?.services.library.getState().library?.notes;
      const all = service?.store.getState().notes ?? [];
      return Promise.all(
        all.map(async ({ noteId, title, isEncrypted }) => {
          const read = isEncrypted ? undefined : await service?.open(noteId);
          return { noteId, title, isEncrypted, content: read?.ok === true ? read.value.content : "" };
        }),
      );
    });
    const plain = notes.filter(({ title, isEncrypted }) => !isEncrypted && !known.some((one) => title.startsWith(one)));
    const lost = this.#made
      .filter(({ title, text }) => !plain.some((note) => note.title === title && note.content === `<p>${text}</p>`))
      .map(({ title }) => `the new note ${title} is not there as it was written`);
    const expected = new Set(this.#made.map(({ title }) => title));
    const doubled = plain.filter(({ title, noteId }) => plain.some((other) => other.title === title && other.noteId < noteId));
    const others = plain.filter(({ title }) => !expected.has(title));
    const sensitive = notes.filter(({ isEncrypted }) => isEncrypted).length;
    return {
      lost: [...lost, ...(await this.#album.findFailures(device)), ...(device === this.#writing.device ? await this.#findInDiary() : [])],
      doubled: [
        ...doubled.map(({ title }) => `'${title}' is there twice`),
        ...(sensitive > 1 ? [`${sensitive} sensitive notes instead of one`] : []),
      ],
      empty: others.map(({ title, content }) => `a note that no one left: '${title}' with '${content}'`),
    };
  }

  async #findInDiary(): Promise<readonly string[]> {
    if (this.#diary === undefined) return [];
    await this.#unlock();
    const content = await this.#page.evaluate(async (id) => {
      const library = window.__satchelTest?.services.library.getState().library;
      await library?.tabs.saveAll();
      const read = await library?.notes.open(id);
      return read?.ok === true ? read.value.content : JSON.stringify(read);
    }, this.#diary.noteId);
    const wanted = `<p>${this.#diary.text}</p>`;
    return content === wanted ? [] : [`the diary reads '${content}' instead of '${wanted}'`];
  }
}
