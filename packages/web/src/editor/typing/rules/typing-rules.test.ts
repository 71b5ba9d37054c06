import type { Node } from "@tiptap/pm/model";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDocWriter } from "../../schema/editor-html.ts";
import { createHands, type Hands } from "../../testing/hands.ts";
import { loadShortcodes } from "./typed-inline.ts";

const LONG_TIMEOUT = { timeout: 120_000 };
const toHtml = createDocWriter();
const html = ({ editor }: Hands): string => toHtml(editor.state.doc);

describe("A2.14 Markdown while typing", () => {
  it.each([
    ["2 * 3 * 4"],
    ["def __init__(self, *args, **kwargs):"],
    ["self.__dict__ and __name__"],
    ["a snake_case_name and _private_name"],
    ["f(*args, 2*3)"],
    ["a*b*c and a**b**c"],
    ["~/a and ~~ b ~~ c"],
    ["1*2*3, *x*y"],
    ["2019. A year"],
    ["**a **b"],
    ["x`y`z"],
    ["a == b and c == d"],
    ["x==y==z"],
    ["if a[0](b) or f[x](y)"],
    ["$5 and $$ 6 $$"],
    ["[a](b c)"],
  ])("leaves %s as typed", (typed) => {
    const hands = createHands();
    hands.type(typed);
    expect(hands.editor.getText()).toBe(typed);
    expect(html(hands)).not.toMatch(/<(?:strong|em|s|code|ol)>/);
  });

  it.each([
    ["a **b c** d", "<p>a <strong>b c</strong> d</p>"],
    ["*b* d", "<p><em>b</em> d</p>"],
    ["a _b c_.", "<p>a <em>b c</em>.</p>"],
    ["~~b~~", "<p><s>b</s></p>"],
    ["(`b*c`)", "<p>(<code>b*c</code>)</p>"],
    ["- a", "<ul><li><p>a</p></li></ul>"],
    ["3. a", '<ol start="3"><li><p>a</p></li></ol>'],
    ["> a", "<blockquote><p>a</p></blockquote>"],
    ["## a", "<h2>a</h2>"],
    ["```js a", '<pre><code class="language-js">a</code></pre>'],
    ["---a", "<hr><p>a</p>"],
    ["a ==b c== d", '<p>a <span style="background-color: rgb(253, 233, 169);">b c</span> d</p>'],
    ["(see [the *site*](example.org/a)!)", '<p>(see <a href="https://example.org/a">the <em>site</em></a>!)</p>'],
    ["so $$x^2$$ is", '<p>so <span data-satchel="math">x^2</span> is</p>'],
    ["> [!Tip] a", '<div data-satchel="callout" data-kind="tip"><p>a</p></div>'],
    ["> [!other] a", "<blockquote><p>[!other] a</p></blockquote>"],
    ["#### a", "<h4>a</h4>"],
  ])("replaces %s by its meaning", (typed, expected) => {
    const hands = createHands();
    hands.type(typed);
    expect(html(hands)).toBe(expected);
  });

  it("replaces the name of an emoji, and no other text between colons", async () => {
    await loadShortcodes();
    const hands = createHands();
    hands.type("so :tada: at 10:30:15 :nothing_like_it: a:smile: :+1:");
    expect(html(hands)).toBe("<p>so 🎉 at 10:30:15 :nothing_like_it: a:smile: 👍</p>");
    hands.press("Backspace");
    expect(html(hands)).toContain(" :+1:</p>");
  });

  it("does not make a rule of dashes in front of a text", () => {
    const hands = createHands("<p>text</p>");
    hands.editor.commands.setTextSelection(1);
    hands.type("---");
    expect(html(hands)).toBe("<p>---text</p>");
  });

  const RULES = [
    "**b**",
    "*b*",
    "_b_",
    "~~b~~",
    "`b`",
    "- ",
    "* ",
    "+ ",
    "1. ",
    "> ",
    "# ",
    "### ",
    "``` ",
    "```js ",
    "~~~ ",
    "---",
    "[x] ",
    "==b==",
    "[a](b.org)",
    "$$x$$",
  ];

  it.each(RULES)("restores the characters of %s by one undo, and by Backspace", (typed) => {
    for (const takeBack of ["undo", "Backspace"] as const) {
      const hands = createHands("<p>first</p><p></p>");
      hands.type(typed);
      expect(hands.editor.state.doc.lastChild?.textContent).not.toBe(typed);
      if (takeBack === "undo") hands.editor.commands.undo();
      else hands.press("Backspace");
      const shown = typed.replace(">", "&gt;");
      expect(html(hands)).toBe(`<p>first</p><p>${shown}</p>`);
      hands.type("!");
      expect(html(hands)).toBe(`<p>first</p><p>${shown}!</p>`);
    }
  });

  const ascii = fc.string({
    unit: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(..."*_~`#->[] \n") },
      { weight: 2, arbitrary: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)) },
      { weight: 1, arbitrary: fc.constantFrom("**a b** ", "_a_", "~~a~~ ", "`a`", "- [ ] ", "1. ", "---", "``` ", "\n> ", "\n# ") },
    ),
    maxLength: 60,
  });

  it("keeps every character of any text except marks, and restores those by undo", LONG_TIMEOUT, () => {
    const hands = createHands();
    fc.assert(
      fc.property(ascii, (typed) => {
        hands.load("");
        hands.type(typed);
        expect(withoutMarks(shownText(hands.editor.state.doc))).toBe(withoutMarks(typed));
      }),
      { numRuns: 500 },
    );
  });

  it("restores the literal characters by one undo after any rule", LONG_TIMEOUT, () => {
    const hands = createHands();
    fc.assert(
      fc.property(ascii, (typed) => {
        hands.load("");
        for (const letter of typed) {
          const before = hands.editor.state.doc;
          hands.type(letter);
          const isFired = hands.editor.state.doc.textContent.length <= before.textContent.length;
          if (letter === "\n" || !isFired) continue;
          const after = hands.editor.state.doc;
          hands.editor.commands.undo();
          expect(hands.editor.state.doc.textContent).toBe(`${before.textContent}${letter}`);
          hands.editor.commands.redo();
          expect(hands.editor.state.doc.toJSON()).toEqual(after.toJSON());
        }
      }),
      { numRuns: 200 },
    );
  });
});

/** The text, with the characters that a rule turned into a tick or a language. List numbers are checked above. */
function shownText(doc: Node): string {
  let text = "";
  doc.descendants((node) => {
    if (node.type.name === "taskItem" && node.attrs.checked === true) text += "x";
    if (node.type.name === "codeBlock") text += String(node.attrs.language ?? "");
    text += node.text ?? "";
  });
  return text;
}

function withoutMarks(text: string): string {
  return text.replace(/[\s*_~`#>[\]+\-\d.=]/g, "");
}
