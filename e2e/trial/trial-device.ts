/**
 * One browser of the trial: its user's actions on a note, and what its page holds and shows. Text is typed with real keys in the editor.
 */
import { toText } from "@satchel/core/document/html/html-text.ts";
import type { Locator, Page } from "playwright-core";
import { type Device, type DeviceOptions, openDevice } from "../harness/device.ts";
import * as user from "../harness/user.ts";
import { folderName, type HeldNote, type Shown } from "./judge-pair.ts";
import { type Act, contentOf, type PairPlan, tokenOf, wordsOf } from "./pair-plan.ts";

/** Time for a page to show what it holds. A stale view stays stale until the note is reopened. */
const SHOWN_WITHIN_MS = 5000;
const STEP_WITHIN_MS = 20_000;
const CHANNEL = "**/api/signals";

export class TrialDevice {
  readonly #device: Device;
  #replaced = "";

  private constructor(device: Device) {
    this.#device = device;
  }

  /** Without the channel, devices learn of each other's changes only when they sync. */
  static async open(withChannel = false, saving: DeviceOptions["saving"] = "with-button"): Promise<TrialDevice> {
    const device = await openDevice({ saving });
    device.context.setDefaultTimeout(STEP_WITHIN_MS);
    if (!withChannel) await device.context.route(CHANNEL, (route) => route.abort());
    return new TrialDevice(device);
  }

  /** Ends the browser and returns the profile, for copies of it; `resume` starts it again. */
  async rest(): Promise<string> {
    await this.#device.halt("closed");
    return this.#device.profile;
  }

  async resume(origin: string): Promise<void> {
    await this.#device.resume();
    await this.#start(origin);
  }

  /** A browser on a copy of this profile, whose browser has ended. */
  static async openCopy(profile: string, origin: string): Promise<TrialDevice> {
    const copy = new TrialDevice(await openDevice({ saving: "with-button", copyOf: profile }));
    await copy.#start(origin);
    return copy;
  }

  async #start(origin: string): Promise<void> {
    await this.#device.context.route(CHANNEL, (route) => route.abort());
    await this.page.goto(`${origin}/notes`);
    await this.ready();
    await this.learnToLook();
  }

  get page(): Page {
    return this.#device.page;
  }

  complaints(): readonly string[] {
    return this.#device.complaints();
  }

  close(): Promise<void> {
    return this.#device.close();
  }

  offline(isOffline: boolean): Promise<void> {
    return this.#device.offline(isOffline);
  }

  /** Kills the page's process like a crash. The next page starts with the note on screen, and nothing else may be opened before that. */
  async kill(origin: string, noteId: string): Promise<void> {
    await this.#device.crash();
    await this.page.goto(`${origin}/notes/${noteId}`);
    await this.ready();
    await this.page.waitForFunction((id) => {
      const state = window.__satchelTest?.services.library.getState().library?.tabs.store.getState();
      const front = state?.tabs.find((tab) => tab.id === state.activeTabId);
      return front !== undefined && front.type !== "new" && front.noteId === id;
    }, noteId);
  }

  /** Opens another tab in this browser. */
  async openTab(origin: string): Promise<Page> {
    const page = await this.#device.context.newPage();
    await page.goto(`${origin}/notes`);
    await this.ready(page);
    return page;
  }

  /** Also ends the open stream. */
  async cutChannel(isCut: boolean): Promise<void> {
    const { context } = this.#device;
    if (isCut) await context.route(CHANNEL, (route) => route.abort());
    else await context.unroute(CHANNEL);
    await this.offline(true);
    await this.offline(false);
  }

  async ready(page = this.page): Promise<void> {
    await page.waitForFunction(() => {
      const library = window.__satchelTest?.services.library.getState().library;
      return library !== undefined && library.notes.store.getState().phase === "ready";
    });
  }

  async makeFolder(at: number): Promise<void> {
    await this.page.evaluate(async (name) => {
      const library = window.__satchelTest?.services.library.getState().library;
      await library?.notes.createFolder({ name, description: "", color: "#3B82F6" });
    }, folderName(at));
  }

  async makeNote(plan: Pick<PairPlan, "mark">, content = contentOf(plan)): Promise<string> {
    return this.page.evaluate(
      async ([title, text]) => {
        const made = await window.__satchelTest?.services.library.getState().library?.notes.create({ title, content: text }, null);
        if (made?.ok !== true) throw new Error("the note was not made");
        return made.value.noteId;
      },
      [`${plan.mark} note`, content] as const,
    );
  }

  /** Resolves to true if a whole cycle completed. */
  sync(): Promise<boolean> {
    return this.page.evaluate(async () => (await window.__satchelTest?.services.library.getState().library?.sync.syncNow()) ?? false);
  }

  async show(noteId: string): Promise<void> {
    await this.page.evaluate((id) => window.__satchelTest?.services.library.getState().library?.tabs.openView(id), noteId);
    await this.page.locator("article .note-content").waitFor();
  }

  /** Switches to the note's open tab, if the note still exists. */
  async goBack(noteId: string): Promise<void> {
    await this.page.evaluate((id) => {
      const tabs = window.__satchelTest?.services.library.getState().library?.tabs;
      const open = tabs?.store.getState().tabs.find((tab) => tab.type !== "new" && tab.noteId === id);
      if (open !== undefined) tabs?.activate(open.id);
      else tabs?.openView(id);
    }, noteId);
  }

  async edit(): Promise<void> {
    await user.editNote(this.page);
  }

  /** Returns false if the note was gone and the user was told so. */
  async act(plan: PairPlan, side: number, noteId: string): Promise<boolean> {
    const act = plan.acts[side] as Act;
    if (act.kind === "move" || act.kind === "pin" || act.kind === "delete") return this.#command(act, noteId);
    try {
      if (!(await this.#openEditor())) return false;
      await this.type(plan, side);
    } catch (error) {
      // The channel may deliver the other device's deletion between any two steps.
      if (await this.#goneHeading().isVisible()) return false;
      throw error;
    }
    return this.save();
  }

  async #openEditor(): Promise<boolean> {
    if (await user.textField(this.page).isVisible()) return true;
    const editButton = this.page.getByRole("button", { name: "Edit Note" });
    await editButton.or(this.#goneHeading()).first().waitFor();
    if (!(await editButton.isVisible())) return false;
    await this.edit();
    return true;
  }

  /** Types into an open editor. */
  async type(plan: PairPlan, side: number): Promise<void> {
    const act = plan.acts[side] as Act;
    const token = tokenOf(plan, side);
    this.#replaced = "";
    if (act.kind === "rename") {
      await user.titleField(this.page).selectText();
      return this.#replaceSelection(`${plan.mark} ${token}`);
    }
    const { paragraphs, items, cells, swap } = wordsOf(plan);
    const text = user.textField(this.page);
    const { keyboard } = this.page;
    const go = async (word: string | undefined, key?: "End" | "Home"): Promise<void> => {
      await text
        .getByText(word ?? "", { exact: false })
        .first()
        .click();
      if (key !== undefined) await keyboard.press(key);
    };
    if (act.kind === "word") {
      // The channel may have replaced it with the other device's word by now.
      await this.#select([swap, tokenOf(plan, 1 - side)]);
      await this.#replaceSelection(token);
    } else if (act.kind === "paragraph") {
      await go(paragraphs[act.at], "End");
      await keyboard.insertText(` ${token}`);
    } else if (act.kind === "paragraph-start") {
      await go(paragraphs[act.at], "Home");
      await keyboard.insertText(`${token} `);
    } else if (act.kind === "item" || act.kind === "new-item") {
      await go(items[act.at], "End");
      if (act.kind === "new-item") await keyboard.press("Enter");
      await keyboard.insertText(act.kind === "item" ? ` ${token}` : token);
    } else if (act.kind === "cell") {
      await go(cells[act.at], "End");
      await keyboard.insertText(` ${token}`);
    }
  }

  /**
   * Replaces the selection and returns its text, in one turn of the page: with the channel it may have become the other device's word since
   * it was selected.
   */
  async #replaceSelection(token: string): Promise<void> {
    this.#replaced = await this.page.evaluate((text) => {
      const field = document.activeElement;
      const isField = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;
      const selected = isField ? field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0) : String(getSelection());
      document.execCommand("insertText", false, text);
      return selected;
    }, token);
  }

  /** The text that the latest typing replaced. */
  get replaced(): string {
    return this.#replaced;
  }

  /** Resolves when the text is stored on this device and the editor has closed. */
  async save(): Promise<boolean> {
    await this.page.keyboard.press("Control+Shift+S");
    const read = this.page.getByRole("button", { name: "Edit Note" });
    await read.or(this.#goneHeading()).first().waitFor();
    return read.isVisible();
  }

  /**
   * Matches the heading of the front tab if its note was deleted. It is found by role, because hidden tabs of earlier pairs have the same
   * heading.
   */
  #goneHeading(): Locator {
    return this.page.getByRole("heading", { name: "Note not found" });
  }

  isMarkedUpdated(): Promise<boolean> {
    return this.page
      .getByText("Updated on another device")
      .first()
      .waitFor({ timeout: SHOWN_WITHIN_MS })
      .then(
        () => true,
        () => false,
      );
  }

  /** The pair's notes that are not deleted, and the number of all pending changes. */
  async held(mark: string): Promise<{ readonly notes: readonly HeldNote[]; readonly pending: number }> {
    return this.page.evaluate(async (prefix) => {
      const notes = window.__satchelTest?.services.library.getState().library?.notes;
      if (notes === undefined) throw new Error("no library is open");
      const state = notes.store.getState();
      const nameOf = (folderId: string | null) => {
        const folder = state.folders.find((one) => one.folderId === folderId);
        return folder?.folderType === "PINNED" ? "Pinned" : (folder?.name ?? null);
      };
      const found: HeldNote[] = [];
      for (const { noteId, title, folderId } of state.notes) {
        if (!title.startsWith(`${prefix} `)) continue;
        const opened = await notes.open(noteId);
        if (opened.ok) found.push({ noteId, title: opened.value.title, content: opened.value.content, folder: nameOf(folderId) });
      }
      return { notes: found, pending: state.pendingCount };
    }, mark);
  }

  /** Waits until the front tab shows what the storage holds, or returns what it shows after a while. */
  async shown(noteId: string): Promise<{ readonly shown: Shown | undefined; readonly stored: Shown | undefined }> {
    const note = await this.page.evaluate(async (id) => {
      const opened = await window.__satchelTest?.services.library.getState().library?.notes.open(id);
      return opened?.ok === true ? { title: opened.value.title, content: opened.value.content } : undefined;
    }, noteId);
    const stored = note === undefined ? undefined : { title: note.title.trim(), text: toText(note.content).replace(/\s+/g, "") };
    const wanted = JSON.stringify(stored);
    await this.page
      .waitForFunction((text) => window.__trialShown?.() === text, wanted ?? "undefined", { timeout: SHOWN_WITHIN_MS, polling: "raf" })
      .catch(() => undefined);
    const shown = await this.page.evaluate(() => window.__trialShown?.());
    return { stored, shown: shown === undefined || shown === "undefined" ? undefined : (JSON.parse(shown) as Shown) };
  }

  /** Installs the function that reads the front tab, in every page of this device. */
  async learnToLook(): Promise<void> {
    for (const script of [KEPT_NAMES, lookAtTab]) {
      await this.#device.context.addInitScript(script as string);
      await this.page.evaluate(script as string);
    }
  }

  async #command(act: Act, noteId: string): Promise<boolean> {
    const folder = act.kind === "move" ? folderName(act.at) : undefined;
    return this.page.evaluate(
      async ([kind, id, name]) => {
        const notes = window.__satchelTest?.services.library.getState().library?.notes;
        if (notes === undefined) throw new Error("no library is open");
        if (kind === "delete") return (await notes.remove(id ?? "")).ok;
        const isMeant = (one: { readonly name: string; readonly folderType: string }) =>
          kind === "pin" ? one.folderType === "PINNED" : one.name === name;
        const folder = notes.store.getState().folders.find(isMeant);
        if (folder === undefined) throw new Error(`there is no folder ${name}`);
        return (await notes.move(id ?? "", folder.folderId)).ok;
      },
      [act.kind, noteId, folder] as const,
    );
  }

  /** Selects the first of these words that exists, like a double click. */
  async #select(words: readonly string[]): Promise<void> {
    const text = user.textField(this.page);
    await text
      .getByText(new RegExp(words.join("|")))
      .first()
      .click();
    await text.evaluate((element, anyOf) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const { data } = node as Text;
        const wanted = anyOf.find((word) => data.includes(word));
        if (wanted === undefined) continue;
        const at = data.indexOf(wanted);
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + wanted.length);
        getSelection()?.removeAllRanges();
        getSelection()?.addRange(range);
        return;
      }
    }, words);
    // The editor adopts the browser's selection with the event after it.
    await this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }
}

declare global {
  interface Window {
    __trialShown?: () => string;
  }
}

/** The compiler of this program wraps named functions in a helper that pages lack. */
const KEPT_NAMES = "globalThis.__name = (value) => value";

/**
 * Runs in the page. Returns the text of a note in the read view or the editor, without spaces; undefined if the tab says that there is no
 * note.
 */
function lookAtTab(): void {
  window.__trialShown = () => {
    const bare = (text: string | null | undefined): string => (text ?? "").replace(/\s+/g, "");
    const panels = [...document.querySelectorAll('[role="tabpanel"]:not([hidden])')];
    for (const panel of panels) {
      const article = panel.querySelector("article");
      const read = article?.querySelector(".note-content");
      if (read !== null && read !== undefined)
        return JSON.stringify({ title: article?.querySelector("h1")?.textContent?.trim() ?? "", text: bare(read.textContent) });
      const editor = panel.querySelector('[contenteditable="true"]');
      if (editor !== null)
        return JSON.stringify({ title: panel.querySelector("textarea")?.value.trim() ?? "", text: bare(editor.textContent) });
    }
    return "undefined";
  };
}
