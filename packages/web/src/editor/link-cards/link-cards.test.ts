import { toCanonicalHtml } from "@satchel/core/document/html/canonical-html.ts";
import { markdownToHtml } from "@satchel/core/document/markdown/markdown-html.ts";
import { toMarkdown } from "@satchel/core/document/markdown/write-plain-text.ts";
import { XSS_VECTORS } from "@satchel/core/document/testing/xss-vectors.ts";
import { TextSelection } from "@tiptap/pm/state";
import { describe, expect, it } from "vitest";
import { decorateReadView } from "../read-view/decorate-read-view.ts";
import { createDocWriter } from "../schema/editor-html.ts";
import { createHands } from "../testing/hands.ts";
import { fromCard, toCard, withAddress } from "./card-edits.ts";
import { hostOf } from "./link-card.ts";

const toHtml = createDocWriter();
const PAGE = "https://sail.example/knots/bowline-knot.html";
const link = (text: string, href = PAGE): string => `<p><a href="${href}">${text}</a></p>`;
const CARD = link("The bowline<br>sail.example");

function open(html: string, caret?: number) {
  const hands = createHands(html);
  const { editor } = hands;
  const put = (at: number): void => editor.view.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, at)));
  if (caret !== undefined) put(caret);
  return {
    ...hands,
    html: () => toHtml(editor.state.doc),
    cards: () => [...editor.view.dom.querySelectorAll(".link-card")].map((card) => card.querySelector(".link-card-host")?.textContent),
    run: (edit: typeof toCard): boolean => {
      const transaction = edit(editor.state, 0);
      if (transaction !== undefined) editor.view.dispatch(transaction);
      return transaction !== undefined;
    },
  };
}

function readCards(html: string): readonly (string | null)[] {
  const root = document.createRange().createContextualFragment(html);
  decorateReadView(root);
  return [...root.querySelectorAll(".link-card")].map((card) => card.textContent);
}

describe("decision 0058 link cards", () => {
  it.each([
    ["a link with words", link("The bowline"), CARD],
    ["a bare address", link(PAGE), link("Bowline knot<br>sail.example")],
    [
      "an address without words",
      link("sail.example", "https://sail.example/"),
      link("sail.example<br>sail.example", "https://sail.example/"),
    ],
    ["a link with marks", link("The <strong>bowline</strong>"), link("The <strong>bowline</strong><br>sail.example")],
  ])("turns %s into a card, in one undo step", (_, before, after) => {
    const { editor, run, html, cards } = open(before);
    expect(run(toCard)).toBe(true);
    expect([html(), cards()]).toEqual([after, ["sail.example"]]);
    expect(readCards(html())).toHaveLength(1);
    editor.commands.undo();
    expect([html(), cards()]).toEqual([before, []]);
  });

  it("turns a card back into a link with the same words", () => {
    const { run, html } = open(CARD);
    expect(run(fromCard)).toBe(true);
    expect(html()).toBe(link("The bowline"));
  });

  it.each([
    ["beside other text", `<p>See <a href="${PAGE}">The bowline</a></p>`],
    ["to an email address", link("Ada", "mailto:ada@example.org")],
    ["in two links", `<p><a href="${PAGE}">The</a><a href="https://b.example/">bowline</a></p>`],
    ["of a note", '<p><a data-note-id="milk"></a></p>'],
    ["that is a card already", CARD],
  ])("offers no card for a link %s", (_, before) => {
    expect(open(before).run(toCard)).toBe(false);
  });

  it.each([
    ["another host in its second line", link("Your bank<br>bank.example")],
    ["text behind it", `<p><a href="${PAGE}">The bowline<br>sail.example</a>!</p>`],
    ["three lines", link("The<br>bowline<br>sail.example")],
    ["no title line", link("sail.example")],
  ])("does not show a link as a card if it has %s", (_, html) => {
    expect([open(html).cards(), readCards(html)]).toEqual([[], []]);
  });

  it.each([
    ["https://bank.example@evil.example/", "evil.example"],
    ["https://bank.example\\@evil.example/", "bank.example"],
    ["https://bank.example%2f@evil.example:8443/", "evil.example:8443"],
    ["https://b\u0430nk.example/", "xn--bnk-6cd.example"],
    ["HTTPS://Sail.Example/", "sail.example"],
    ["javascript:alert(1)//https://bank.example", undefined],
    ["https://", undefined],
    ["https://[::", undefined],
    ["data:text/html,x", undefined],
  ])("names the host that a browser would open for %s", (address, host) => {
    expect(hostOf(address)).toBe(host);
  });

  it("makes no card of any known attack", () => {
    for (const vector of XSS_VECTORS) {
      const html = toCanonicalHtml(typeof vector === "string" ? vector : String(Object.values(vector)[0]));
      const { run, html: after } = open(html);
      run(toCard);
      expect(after()).not.toMatch(/href="(?!https?:|mailto:|tel:)/);
    }
  });

  it("keeps the card while its title is written, from the first to the last letter", () => {
    const { editor, type, html, cards } = open(CARD, 1);
    type("On ");
    editor.view.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, 1 + "On The bowline".length)));
    type("!");
    expect([html(), cards()]).toEqual([link("On The bowline!<br>sail.example"), ["sail.example"]]);
    editor.view.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, 1, 1 + "On The bowline!".length)));
    type("Knots");
    expect(html()).toBe(link("Knots<br>sail.example"));
    editor.view.dispatch(editor.state.tr.delete(1, 6));
    expect(cards()).toEqual(["sail.example"]);
    type("Hitches");
    expect(html()).toBe(link("Hitches<br>sail.example"));
  });

  it("continues below the card by Enter and by typing behind it", () => {
    const end = CARD.replace(/<[^>]*>/g, "").length + 2;
    for (const keys of ["\nnext", "next"]) {
      const { type, html } = open(`${CARD}<p>after</p>`, end);
      type(keys);
      expect(html()).toBe(`${CARD}<p>next</p><p>after</p>`);
    }
  });

  it("keeps the title that is selected when the card is made, if Enter follows", () => {
    const { run, type, html } = open(link(PAGE));
    run(toCard);
    type("\nnext");
    expect(html()).toBe(`${link("Bowline knot<br>sail.example")}<p>next</p>`);
  });

  it("becomes a link by Backspace behind it, and loses no words", () => {
    const { press, html } = open(CARD, CARD.replace(/<[^>]*>/g, "").length + 2);
    press("Backspace");
    expect(html()).toBe(link("The bowline"));
  });

  it("follows another address with its host, or becomes a link without one", () => {
    const { run, html } = open(CARD);
    expect(run((state, at) => withAddress(state, at, "https://knots.example/x"))).toBe(true);
    expect(html()).toBe(link("The bowline<br>knots.example", "https://knots.example/x"));
    run((state, at) => withAddress(state, at, "mailto:ada@knots.example"));
    expect(html()).toBe(link("The bowline", "mailto:ada@knots.example"));
  });

  it("stays a card while the lines before and behind it change", () => {
    const { editor, cards } = open(`<p>a</p>${CARD}<p>b</p>`);
    editor.commands.insertContentAt(editor.state.doc.content.size - 1, "x");
    editor.commands.insertContentAt(1, "x");
    expect(cards()).toEqual(["sail.example"]);
  });

  it("stays a card when it is pasted into another note", () => {
    const { paste, html } = open("");
    paste({ "text/html": CARD });
    expect(html()).toBe(CARD);
  });

  it("is an ordinary link for Markdown, and a card again when that is read", () => {
    const markdown = toMarkdown({ title: "", content: CARD });
    expect(markdown).toBe(`[The bowline\\\nsail.example](${PAGE})\n`);
    expect(toCanonicalHtml(markdownToHtml(markdown))).toBe(CARD);
  });
});
