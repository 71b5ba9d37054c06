/**
 * One tab of the typing trial with the note in an editor: types with real keys, saves and continues, and reports its caret and scroll
 * position.
 */
import type { Page } from "playwright-core";
import * as user from "../../harness/user.ts";
import type { TrialDevice } from "../trial-device.ts";

/** The visible surroundings of a tab's caret. */
export type Look = {
  readonly before: string;
  readonly behind: string;
  /** Position of the caret's line, in pixels from the top of the scrolling element; undefined if it is out of view. */
  readonly top: number | undefined;
  readonly scrollTop: number;
};

export const AUTOMATIC_SAVES = ["pause", "key", "blur"] as const;
type AutomaticSave = (typeof AUTOMATIC_SAVES)[number];
const SAVED_WITHIN_LOOKS = 300;
const LOOK_EVERY_MS = 50;

const MOST_LOOKS = 5;
const NOWHERE: Look = { before: "", behind: "", top: undefined, scrollTop: 0 };

const ARRIVES_WITHIN_MS = 20_000;
const SHOWN_EDITOR = '[role="tabpanel"]:not([hidden]) [contenteditable="true"]';

export class TypingTab {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  static async open(device: TrialDevice, noteId: string, page = device.page): Promise<TypingTab> {
    const tab = new TypingTab(page);
    await page.evaluate((id) => window.__satchelTest?.services.library.getState().library?.tabs.openEdit(id), noteId);
    await user.textField(page).getByText("Above").waitFor();
    await page.evaluate(learnToWatch);
    return tab;
  }

  /** Puts the caret behind `offset` letters of the paragraph that begins with `mark`. */
  async putCaret(mark: string, offset: number): Promise<void> {
    await user
      .textField(this.page)
      .getByText(new RegExp(`^${mark} `))
      .first()
      .scrollIntoViewIfNeeded();
    await user.textField(this.page).evaluate(
      (element, [begin, chars]) => {
        const block = [...element.querySelectorAll("p")].find(({ textContent }) => textContent?.startsWith(`${begin} `) === true);
        const walker = document.createTreeWalker(block ?? element, NodeFilter.SHOW_TEXT);
        let left = chars as number;
        for (let node = walker.nextNode() as Text | null; node !== null; node = walker.nextNode() as Text | null) {
          if (left <= node.data.length) {
            (element as HTMLElement).focus({ preventScroll: true });
            getSelection()?.collapse(node, left);
            return;
          }
          left -= node.data.length;
        }
      },
      [mark, offset] as const,
    );
    await this.nextFrame();
  }

  /** Returns what has the focus if the text did not arrive in the note: then the keys went elsewhere, and nothing could save them. */
  async type(text: string): Promise<string | undefined> {
    await this.page.keyboard.type(text);
    return this.page.evaluate((word) => {
      const hasWord = [...document.querySelectorAll('[contenteditable="true"]')].some(
        ({ textContent }) => textContent?.includes(word) === true,
      );
      return hasWord ? undefined : (document.activeElement?.outerHTML ?? "nothing").slice(0, 200);
    }, text.trim());
  }

  /** Adds a line at the top. */
  async typeLineAbove(word: string): Promise<void> {
    await this.putCaret("Above", 0).catch(() => undefined);
    await user.textField(this.page).evaluate((element) => {
      const [first] = element.querySelectorAll("p");
      (element as HTMLElement).focus({ preventScroll: true });
      if (first !== undefined) getSelection()?.selectAllChildren(first);
      getSelection()?.collapseToEnd();
    });
    await this.nextFrame();
    await this.page.keyboard.press("Enter");
    await this.page.keyboard.type(word);
  }

  /** Saves, which merges incoming versions, and stays in the editor. Returns false if the note could not be saved. */
  save(): Promise<boolean> {
    return this.page.evaluate(async () => {
      const tabs = window.__satchelTest?.services.library.getState().library?.tabs;
      const active = tabs?.store.getState().activeTabId;
      if (tabs === undefined || active === null || active === undefined) return false;
      return (await tabs.save(active, { staysOpen: true })).ok;
    });
  }

  /** Leaves saving to the app, in one of the ways in which a user does. Returns false if the text is not saved in time. */
  async saveAutomatically(method: AutomaticSave): Promise<boolean> {
    if (method === "key") await this.page.keyboard.press("ControlOrMeta+s");
    if (method === "blur") await this.page.evaluate(() => window.dispatchEvent(new Event("blur")));
    for (let look = 0; look < SAVED_WITHIN_LOOKS; look += 1) {
      if (!(await this.isDirty())) return true;
      await this.page.waitForTimeout(LOOK_EVERY_MS);
    }
    return false;
  }

  /** Reloads the page in the middle of typing, and waits for the editor. */
  async reload(): Promise<void> {
    await this.page.reload();
    await user.textField(this.page).getByText("Above").waitFor();
    await this.page.evaluate(learnToWatch);
  }

  /** Number of drafts that no tab of this window shows. */
  orphanedDrafts(): Promise<number> {
    return this.page.evaluate(() => {
      const tabs = window.__satchelTest?.services.library.getState().library?.tabs;
      return tabs?.store.getState().orphanedDrafts.filter(({ draftId }) => !tabs.store.getState().heldElsewhere.has(draftId)).length ?? 0;
    });
  }

  isDirty(): Promise<boolean> {
    return this.page.evaluate(() => {
      const state = window.__satchelTest?.services.library.getState().library?.tabs.store.getState();
      const tab = state?.tabs.find(({ id }) => id === state.activeTabId);
      if (tab?.type !== "edit" || tab.editing.kind !== "open") return false;
      return tab.editing.isBehind === true || tab.editing.draft.content !== tab.editing.opened.text?.content;
    });
  }

  /** Waits until this word is in the shown editor; returns false if it does not arrive. Other notes may be open in tabs before this one. */
  async hasArrived(word: string): Promise<boolean> {
    return this.page
      .waitForFunction(
        ([editor, text]) => document.querySelector(editor)?.textContent?.includes(text) === true,
        [SHOWN_EDITOR, word] as const,
        { timeout: ARRIVES_WITHIN_MS },
      )
      .then(
        () => true,
        () => false,
      );
  }

  /** Waits until the position is stable: between a change and its frame the text is not yet where it will be painted. */
  async look(): Promise<Look> {
    let seen = await this.#lookOnce();
    for (let more = MOST_LOOKS; more > 0; more -= 1) {
      const next = await this.#lookOnce();
      if (JSON.stringify(next) === JSON.stringify(seen)) break;
      seen = next;
    }
    return seen;
  }

  async #lookOnce(): Promise<Look> {
    await this.nextFrame();
    return this.page.evaluate(() => window.__typingLook?.()).then((look) => look ?? NOWHERE);
  }

  paragraphs(): Promise<readonly string[]> {
    return user.textField(this.page).evaluate((element) => [...element.querySelectorAll("p")].map(({ textContent }) => textContent ?? ""));
  }

  private nextFrame(): Promise<unknown> {
    return this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }
}

declare global {
  interface Window {
    __typingLook?: () => Look;
  }
}

function learnToWatch(): void {
  window.__typingLook = () => {
    const selection = getSelection();
    const node = selection?.focusNode ?? null;
    const block = (node instanceof Element ? node : node?.parentElement)?.closest("p");
    if (node === null || block === null || block === undefined) return { before: "", behind: "", top: undefined, scrollTop: 0 };
    const range = document.createRange();
    range.setStart(block, 0);
    range.setEnd(node, selection?.focusOffset ?? 0);
    const text = block.textContent ?? "";
    const at = range.toString().length;
    // Uses the letter before the caret, because a caret between two lines may belong to either.
    const line = document.createRange();
    line.setStart(node, Math.max(0, (selection?.focusOffset ?? 0) - 1));
    line.setEnd(node, selection?.focusOffset ?? 0);
    const box = line.getClientRects()[0] ?? block.getBoundingClientRect();
    let scroller: Element | null = block;
    while (
      scroller !== null &&
      !(scroller.scrollHeight > scroller.clientHeight && /auto|scroll/.test(getComputedStyle(scroller).overflowY))
    )
      scroller = scroller.parentElement;
    const edge = (scroller ?? document.documentElement).getBoundingClientRect();
    const isOnScreen = box.top >= edge.top && box.bottom <= edge.bottom;
    return {
      before: text.slice(Math.max(0, at - 24), at),
      behind: text.slice(at, at + 12),
      top: isOnScreen ? Math.round(box.top - edge.top) : undefined,
      scrollTop: scroller?.scrollTop ?? 0,
    };
  };
}
