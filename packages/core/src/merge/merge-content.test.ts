import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toCanonicalHtml } from "../document/html/canonical-html.ts";
import { toText } from "../document/html/html-text.ts";
import { joinBlocks, splitBlocks } from "../document/html/split-blocks.ts";
import { canonicalHtml as notes } from "../document/testing/random-html.ts";
import { mergeContent } from "./merge-content.ts";

/** A user's edit: removes some blocks, and inserts a new one with distinct words after others. */
const edited = (html: string, word: string, picks: readonly number[]): string =>
  toCanonicalHtml(
    joinBlocks(
      splitBlocks(html).flatMap((block, at) => {
        if (picks[at % picks.length] === 0) return [];
        const added = { path: [], attributes: [], itemAt: 0, html: `<p>${word}${at}</p>` };
        return picks[at % picks.length] === 1 ? [block, added] : [block];
      }),
    ),
  );

/** A paragraph after a user has inserted a word at each of these positions, one after the other. */
const typed = (writer: string, positions: readonly number[]): string =>
  positions
    .reduce<readonly string[]>(
      (all, position, at) => all.toSpliced(position % (all.length + 1), 0, `${writer}${at}w`),
      [`${writer} words`, "before"],
    )
    .join(" ");

const picks = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 6 });

describe("sync.md §6.2 merging of texts", () => {
  it("merges a paragraph that is one word of five million letters", () => {
    const [before, long] = ["<p>ж one</p>", "x".repeat(5_000_000)];
    // V8 compiles an expression that is used often, and a compiled one has less stack.
    for (let time = 0; time < 30; time += 1) mergeContent(before, `<p>ж ${time}</p>`, "<p>ж one two</p>");
    const { content } = mergeContent(before, `<p>ж${long} one</p>`, "<p>ж one two</p>");
    expect(content).toContain(long);
    expect(content).toContain("two");
  });

  it("returns the other side byte for byte if one changed nothing", () => {
    fc.assert(
      fc.property(notes, notes, (base, side) => {
        expect(mergeContent(base, side, base)).toEqual({ content: side, clash: false });
        expect(mergeContent(base, base, side)).toEqual({ content: side, clash: false });
        expect(mergeContent(base, side, side)).toEqual({ content: side, clash: false });
      }),
    );
  });

  it("returns no more than the texts that go in", () => {
    fc.assert(
      fc.property(notes, notes, notes, (base, winner, loser) => {
        const { content } = mergeContent(base, winner, loser);
        expect(content.length).toBeLessThanOrEqual(base.length + winner.length + loser.length);
      }),
    );
  });

  it("always returns the stored form", () => {
    fc.assert(
      fc.property(notes, notes, notes, (base, winner, loser) => {
        const { content } = mergeContent(base, winner, loser);

        expect(toCanonicalHtml(content)).toBe(content);
      }),
    );
  });

  it("keeps every word that either side added in a separate position", () => {
    fc.assert(
      fc.property(notes, picks, picks, (base, one, other) => {
        const winner = edited(base, "winner", one);
        const loser = edited(base, "loser", other);
        const { content, clash } = mergeContent(base, winner, loser);
        const added = (html: string, word: string) => toText(html).match(new RegExp(`${word}\\d+`, "g")) ?? [];

        for (const word of added(winner, "winner")) expect(toText(content)).toContain(word);
        if (!clash) for (const word of added(loser, "loser")) expect(toText(content)).toContain(word);
      }),
    );
  });

  it("merges edits of different paragraphs, including adjacent ones", () => {
    expect(
      mergeContent("<p>one</p><p>two</p><p>three</p>", "<p>ONE</p><p>two</p><p>three</p>", "<p>one</p><p>TWO</p><p>three</p><p>four</p>"),
    ).toEqual({
      content: "<p>ONE</p><p>TWO</p><p>three</p><p>four</p>",
      clash: false,
    });
  });

  it("lets two devices check, add and reword different items of one list", () => {
    const item = (text: string, checked = "false") => `<li data-type="taskItem" data-checked="${checked}"><p>${text}</p></li>`;
    const list = (...items: readonly string[]) => toCanonicalHtml(`<ul data-type="taskList">${items.join("")}</ul>`);
    const base = list(item("milk"), item("eggs"), item("bread"));

    const { content, clash } = mergeContent(
      base,
      list(item("milk", "true"), item("eggs"), item("bread"), item("tea")),
      list(item("milk"), item("six eggs"), item("bread")),
    );

    expect({ content, clash }).toEqual({ content: list(item("milk", "true"), item("six eggs"), item("bread"), item("tea")), clash: false });
  });

  it("reports a clash on the same words, and keeps the winner's", () => {
    expect(mergeContent("<p>text</p>", "<p>from the phone</p>", "<p>from the laptop</p>")).toEqual({
      content: "<p>from the phone</p>",
      clash: true,
    });
  });

  it("does not merge words across tags that would not nest", () => {
    const { content, clash } = mergeContent("<p>a b c</p>", "<p><strong>a b</strong> c</p>", "<p>a <em>b c</em></p>");

    expect(toCanonicalHtml(content)).toBe(content);
    if (!clash) expect(toText(content).replaceAll(/\s+/g, " ").trim()).toBe("a b c");
  });

  const toggle = (title: string, ...lines: readonly string[]) =>
    `<details><summary>${title}</summary>${lines.map((line) => `<p>${line}</p>`).join("")}</details>`;

  it("merges edits of a toggle's title and of its content", () => {
    expect(
      mergeContent(toggle("red apples", "a b"), toggle("green apples", "a b c"), toggle("red apples and pears", "x a b", "z")),
    ).toEqual({ content: toggle("green apples and pears", "x a b c", "z"), clash: false });
  });

  it("keeps two adjacent toggles separate, and the words of one that lost its title", () => {
    const base = toggle("one", "a") + toggle("two", "b");
    expect(mergeContent(base, `${toggle("one", "a")}<p>new</p>${toggle("two", "b")}`, toggle("one", "a2") + toggle("2", "b"))).toEqual({
      content: `${toggle("one", "a2")}<p>new</p>${toggle("2", "b")}`,
      clash: false,
    });
    const { content } = mergeContent(base, toggle("one", "a"), toggle("one", "a") + toggle("two", "b c"));
    expect(toText(content)).toContain("b c");
  });

  it("merges a callout's new kind with new words in it", () => {
    const callout = (kind: string, text: string) => `<div data-satchel="callout" data-kind="${kind}"><p>${text}</p></div>`;
    expect(mergeContent(callout("note", "a b"), callout("tip", "a b"), callout("note", "a b c"))).toEqual({
      content: callout("tip", "a b c"),
      clash: false,
    });
  });

  it("does not merge two edits of one formula", () => {
    const formula = (tex: string) => `<p>so <span data-satchel="math">${tex}</span> holds</p>`;
    expect(mergeContent(formula("a + b"), formula("a + c"), formula("x + b")).clash).toBe(true);
    expect(mergeContent(formula("a + b"), formula("a + c"), formula("a + b").replace("so", "hence"))).toEqual({
      content: formula("a + c").replace("so", "hence"),
      clash: false,
    });
  });

  it("keeps the newest text of both devices, however old the base", () => {
    const words = fc.array(fc.nat(), { minLength: 3, maxLength: 12 });
    fc.assert(
      fc.property(words, words, fc.infiniteStream(fc.nat()), (first, second, chance) => {
        const state = (a: number, b: number): string => `<p>${typed("a", first.slice(0, a))}</p><p>${typed("b", second.slice(0, b))}</p>`;
        const upTo = (most: number): number => chance.next().value % (most + 1);
        const [a, b] = [first.length, second.length];
        const [theirsOfA, oursOfB] = [upTo(a), upTo(b)];
        const base = state(upTo(theirsOfA), upTo(oursOfB));
        const [ours, theirs] = [state(a, oursOfB), state(theirsOfA, b)];

        expect(mergeContent(base, ours, theirs)).toEqual({ content: state(a, b), clash: false });
        expect(mergeContent(base, theirs, ours)).toEqual({ content: state(a, b), clash: false });
      }),
    );
  });

  it("inserts a line once that both sides added to an old base", () => {
    const [base, older] = ["<p>Above</p><p>Below</p>", "<p>Above</p><p>One</p><p>Below</p>"];
    const newer = "<p>Above</p><p>One</p><p>Two</p><p>Below</p>";
    expect(mergeContent(base, newer, older)).toEqual({ content: newer, clash: false });
    expect(mergeContent(base, older, newer)).toEqual({ content: newer, clash: false });
  });

  it("treats a text without a base as a clash", () => {
    expect(mergeContent(undefined, "<p>a</p>", "<p>b</p>")).toEqual({ content: "<p>a</p>", clash: true });
  });
});
