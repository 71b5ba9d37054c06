// @vitest-environment jsdom

import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Editor } from "@tiptap/core";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NoteEditor, type NoteEditorProps } from "./NoteEditor.tsx";
import { NoteView } from "./read-view/NoteView.tsx";

// Another test file of this worker may have left its page.
beforeEach(cleanup);
afterEach(cleanup);

// jsdom has no layout, but the editor asks where the caret is.
Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });
/** jsdom has no media queries: reports a wide window, as all its windows are. */
const NOT_NARROW = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
Object.defineProperty(window, "matchMedia", { configurable: true, value: () => NOT_NARROW });

function text(): HTMLElement & { editor: Editor } {
  return screen.getByRole("textbox", { name: "Note text" }) as HTMLElement & { editor: Editor };
}

/** A click makes the editor report pending edits to its parent. */
function flushTimers(): void {
  act(() => void document.body.click());
}

function Controlled(props: Partial<NoteEditorProps> & { readonly seen: string[] }) {
  const [value, setValue] = useState(props.value ?? "");
  const handleChange = (html: string): void => {
    props.seen.push(html);
    setValue(html);
  };
  return <NoteEditor {...props} value={value} onChange={handleChange} />;
}

describe("A2.14 NoteEditor", () => {
  it("shows the text and reports canonical HTML after each edit", () => {
    const seen: string[] = [];
    render(<Controlled seen={seen} value="<p>Milk</p>" />);
    act(() => void text().editor.commands.insertContentAt(5, " & eggs"));
    flushTimers();
    expect(seen).toEqual(["<p>Milk &amp; eggs</p>"]);
    expect(text().textContent).toBe("Milk & eggs");
  });

  it.each([
    ["a shortcut", () => window.dispatchEvent(new KeyboardEvent("keydown", { key: "s", ctrlKey: true }))],
    ["the focus leaving", () => text().dispatchEvent(new FocusEvent("focusout", { bubbles: true }))],
    ["the page going away", () => window.dispatchEvent(new Event("pagehide"))],
    ["the editor closing", () => cleanup()],
  ])("has reported all edits before %s", (_, happen) => {
    const seen: string[] = [];
    render(<Controlled seen={seen} value="<p>Milk</p>" />);
    act(() => void text().editor.commands.insertContentAt(5, "!"));
    act(() => void happen());
    expect(seen).toEqual(["<p>Milk!</p>"]);
  });

  it("reports many edits of one frame at once, without being asked", async () => {
    const seen: string[] = [];
    render(<Controlled seen={seen} value="" />);
    act(() => {
      for (const letter of "abc") text().editor.commands.insertContent(letter);
    });
    await waitFor(() => expect(seen).toEqual(["<p>abc</p>"]));
  });

  it("reports nothing when it is only opened", () => {
    const seen: string[] = [];
    render(<Controlled seen={seen} value="<p>a<p>b" />);
    expect(seen).toEqual([]);
  });

  it("keeps the caret when the parent renders again", () => {
    const { rerender } = render(<NoteEditor value="<p>Milk</p>" onChange={() => undefined} />);
    act(() => void text().editor.commands.setTextSelection(3));
    rerender(<NoteEditor value="<p>Milk</p>" onChange={() => undefined} />);
    expect(text().editor.state.selection.from).toBe(3);
  });

  it("replaces the text from outside, and keeps the caret in unchanged text", () => {
    const { rerender } = render(<NoteEditor value="<p>Milk</p><p>end</p>" onChange={() => undefined} />);
    act(() => void text().editor.commands.setTextSelection(9));
    rerender(<NoteEditor value="<p>Milk and eggs</p><p>end</p>" onChange={() => undefined} />);
    expect(text().textContent).toBe("Milk and eggsend");
    expect(text().editor.state.selection.from).toBe(18);
    expect(text().editor.can().undo()).toBe(false);
  });

  it("shows the spec's placeholder while it is empty", () => {
    render(<NoteEditor value="" onChange={() => undefined} />);
    expect(text().querySelector("[data-placeholder]")?.getAttribute("data-placeholder")).toBe("Start typing your note...");
  });

  it("uses its parent's placeholder, class and error, and has a limit only if given", () => {
    const { container, rerender } = render(<NoteEditor value="<p>Milk</p>" onChange={() => undefined} className="of-the-page" />);
    expect(container.querySelector(".of-the-page")?.contains(text())).toBe(true);
    expect(container.querySelector("[data-limit]")).toBeNull();
    expect([text().getAttribute("aria-invalid"), screen.queryByRole("alert")]).toEqual([null, null]);

    rerender(<NoteEditor value="" onChange={() => undefined} placeholder="Write here" error="It was not saved" />);
    expect(text().querySelector("[data-placeholder]")?.getAttribute("data-placeholder")).toBe("Write here");
    expect(screen.getByRole("alert").textContent).toBe("It was not saved");
    expect(text().getAttribute("aria-invalid")).toBe("true");
  });

  it("counts the words while the user types", async () => {
    render(<NoteEditor value="<p>two words</p>" onChange={() => undefined} />);
    expect(await screen.findByText("2 words")).toBeTruthy();
    act(() => void text().editor.commands.insertContentAt(1, "and "));
    expect(await screen.findByText("3 words")).toBeTruthy();
  });

  it("shows a toolbar, unless disabled", () => {
    const { rerender } = render(<NoteEditor value="" onChange={() => undefined} />);
    expect(screen.getByRole("toolbar", { name: "Formatting" })).toBeTruthy();
    rerender(<NoteEditor value="" onChange={() => undefined} disabled />);
    expect(screen.queryByRole("toolbar")).toBeNull();
    expect(text().getAttribute("contenteditable")).toBe("false");
  });

  it("shows the state under the caret", async () => {
    render(<NoteEditor value="<p>a<strong>bb</strong></p>" onChange={() => undefined} />);
    act(() => void text().editor.commands.setTextSelection(3));
    await waitFor(() => expect(screen.getByRole("button", { name: "Bold" }).getAttribute("aria-pressed")).toBe("true"));
    expect(screen.getByRole("button", { name: "Italic" }).getAttribute("aria-pressed")).toBe("false");
  });

  it("warns above 90 % of the limit, rejects above it, and still reports the change", () => {
    const seen: string[] = [];
    const { container } = render(<Controlled seen={seen} value="<p>123456789</p>" maxLength={10} showCharacterCount />);
    const state = () => container.querySelector("[data-limit]")?.getAttribute("data-limit");
    expect(state()).toBe("within");
    act(() => void text().editor.commands.insertContentAt(1, "0"));
    flushTimers();
    expect(state()).toBe("near");
    expect(screen.getByText("10 / 10")).toBeTruthy();
    act(() => void text().editor.commands.insertContentAt(1, "x"));
    flushTimers();
    expect(state()).toBe("over");
    expect(screen.getByText("Content exceeds limit and cannot be saved")).toBeTruthy();
    flushTimers();
    expect(seen.at(-1)).toBe("<p>x0123456789</p>");
  });

  it("notifies the page when the limit is crossed, and hides the count far below it", () => {
    const reported: boolean[] = [];
    const limit = { maxLength: 10, onOverLimit: (isOver: boolean) => void reported.push(isOver) };
    const { container } = render(<Controlled seen={[]} value="<p>123</p>" {...limit} />);
    const count = () => container.querySelector<HTMLElement>("[data-limit]");
    expect(count()?.hidden).toBe(true);
    act(() => void text().editor.commands.insertContentAt(1, "4567890"));
    flushTimers();
    expect([count()?.hidden, count()?.textContent]).toEqual([false, "10 / 10"]);
    act(() => void text().editor.commands.insertContentAt(1, "x"));
    flushTimers();
    expect(reported).toEqual([false, true]);
    act(() => void text().editor.commands.undo());
    flushTimers();
    expect([reported.at(-1), count()?.dataset.limit]).toEqual([false, "within"]);
  });
});

describe("A2.14 toolbars", () => {
  const names = (): readonly (string | null)[] =>
    screen
      .getAllByRole("button")
      .map((button) => button.getAttribute("aria-label"))
      .filter((name) => name !== null);

  it("has every tool, even in fullscreen", () => {
    const { rerender } = render(<NoteEditor value="" onChange={() => undefined} />);
    const normal = ["Undo", "Redo", "Text style: Normal", "Bold", "Italic", "Underline", "Strikethrough", "Text color", "Background color"];
    const more = [
      "Bullet list",
      "Numbered list",
      "Checklist",
      "Link",
      "Insert",
      "Table",
      "Alignment",
      "Quote",
      "Code block",
      "Clear formatting",
    ];
    expect(names()).toEqual([...normal, ...more]);
    rerender(<NoteEditor value="" onChange={() => undefined} isFullscreen />);
    expect(names()).toEqual([...normal, ...more]);
  });

  it.each([
    ["the normal one", false],
    ["fullscreen", true],
  ])("offers all headings in %s", async (_where, isFullscreen) => {
    const headings = ["Normal", ...[1, 2, 3, 4, 5, 6].map((level) => `Heading ${level}`)];
    render(<NoteEditor value="" onChange={() => undefined} isFullscreen={isFullscreen} />);
    await userEvent.click(screen.getByRole("button", { name: "Text style: Normal" }));
    expect((await screen.findAllByRole("menuitemradio")).map(({ textContent }) => textContent)).toEqual(headings);
  });

  it("undoes and redoes with its buttons, which are disabled if there is nothing to do", async () => {
    const seen: string[] = [];
    render(<Controlled seen={seen} value="<p>Milk</p>" />);
    const isOff = (name: string) => screen.getByRole("button", { name }).getAttribute("aria-disabled") === "true";
    expect([isOff("Undo"), isOff("Redo")]).toEqual([true, true]);
    act(() => void text().editor.commands.insertContentAt(5, { type: "text", text: "!" }));
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(text().textContent).toBe("Milk");
    await userEvent.click(screen.getByRole("button", { name: "Redo" }));
    expect(text().textContent).toBe("Milk!");
  });

  it.each([
    ["Bold", "<p><strong>Milk</strong></p>"],
    ["Italic", "<p><em>Milk</em></p>"],
    ["Underline", "<p><u>Milk</u></p>"],
    ["Strikethrough", "<p><s>Milk</s></p>"],
    ["Bullet list", "<ul><li><p>Milk</p></li></ul>"],
    ["Numbered list", "<ol><li><p>Milk</p></li></ol>"],
    ["Quote", "<blockquote><p>Milk</p></blockquote>"],
    ["Code block", "<pre><code>Milk</code></pre>"],
  ])("applies the button to the selected text: %s", async (name, html) => {
    const seen: string[] = [];
    render(<Controlled seen={seen} value="<p>Milk</p>" />);
    act(() => void text().editor.commands.selectAll());
    await userEvent.click(within(screen.getByRole("toolbar", { name: "Formatting" })).getByRole("button", { name }));
    flushTimers();
    expect(seen.at(-1)).toBe(html);
  });

  it.each([
    ["Text color", /^<p><span style="color: rgb\(\d+, \d+, \d+\);">Milk<\/span><\/p>$/],
    ["Background color", /^<p><span style="background-color: rgb\(\d+, \d+, \d+\);">Milk<\/span><\/p>$/],
  ])("colors the selected text: %s", async (name, html) => {
    const seen: string[] = [];
    render(<Controlled seen={seen} value="<p>Milk</p>" />);
    act(() => void text().editor.commands.selectAll());
    await userEvent.click(within(screen.getByRole("toolbar", { name: "Formatting" })).getByRole("button", { name }));
    await userEvent.click(await screen.findByRole("menuitemradio", { name: "Red" }));
    flushTimers();
    expect(seen.at(-1)).toMatch(html);
  });

  it("clears the formatting of the selection", async () => {
    const seen: string[] = [];
    render(<Controlled seen={seen} value={'<h2><strong>a</strong><span style="color: rgb(1, 2, 3);">b</span></h2>'} />);
    act(() => void text().editor.commands.selectAll());
    await userEvent.click(screen.getByRole("button", { name: "Clear formatting" }));
    flushTimers();
    expect(seen.at(-1)).toBe("<p>ab</p>");
  });
});

describe("decision 0029 find inside the note", () => {
  const open = (html: string): ReturnType<typeof userEvent.setup> => {
    render(<Controlled seen={[]} value={html} />);
    act(() => void text().dispatchEvent(new KeyboardEvent("keydown", { key: "f", ctrlKey: true, bubbles: true })));
    return userEvent.setup();
  };

  it("counts the hits, steps through them and marks the current one", async () => {
    const user = open("<p>Milk, milk</p><ul><li><p>oat MILK</p></li></ul>");
    await user.type(screen.getByRole("textbox", { name: "Find" }), "milk");
    expect(screen.getByText("1 of 3")).toBeTruthy();
    await user.keyboard("{Enter}{Enter}");
    expect(screen.getByText("3 of 3")).toBeTruthy();
    expect(text().querySelector(".find-current")?.textContent).toBe("MILK");
    expect(text().querySelectorAll(".find-hit")).toHaveLength(2);
    await user.keyboard("{Escape}");
    expect(text().querySelector(".find-hit, .find-current")).toBeNull();
  });

  it("replaces all hits in one undo step", async () => {
    const user = open("<p>Milk <strong>milk</strong></p><p>x milk</p>");
    await user.type(screen.getByRole("textbox", { name: "Find" }), "milk");
    await user.type(screen.getByRole("textbox", { name: "Replace with" }), "tea");
    await user.click(screen.getByRole("button", { name: "Replace all" }));
    expect(text().innerHTML).toContain("<p>tea <strong>tea</strong></p><p>x tea</p>");
    await user.keyboard("{Control>}z{/Control}");
    expect(text().textContent).toBe("Milk milkx milk");
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("search")).toBeNull();
  });

  it("finds whole words only, and replaces them alone", async () => {
    const user = open("<p>tea steam tea</p>");
    await user.type(screen.getByRole("textbox", { name: "Find" }), "tea");
    expect(screen.getByText("1 of 3")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Whole words" }));
    expect(screen.getByText("1 of 2")).toBeTruthy();
    await user.type(screen.getByRole("textbox", { name: "Replace with" }), "milk");
    await user.click(screen.getByRole("button", { name: "Replace all" }));
    expect(text().textContent).toBe("milk steam milk");
  });

  it("searches only the selection, which follows edits", async () => {
    render(<Controlled seen={[]} value="<p>tea 1</p><p>tea 2</p><p>tea 3</p>" />);
    act(() => void text().editor.commands.setTextSelection({ from: 8, to: 20 }));
    act(() => void text().dispatchEvent(new KeyboardEvent("keydown", { key: "f", ctrlKey: true, bubbles: true })));
    const user = userEvent.setup();
    const field = screen.getByRole("textbox", { name: "Find" });
    await user.clear(field);
    await user.type(field, "tea");
    expect(screen.getByText(/of 3$/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Find in selection" }));
    expect(screen.getByText("1 of 2")).toBeTruthy();
    act(() => void text().editor.commands.insertContentAt(1, "tea "));
    expect(await screen.findByText("1 of 2")).toBeTruthy();
    await user.type(screen.getByRole("textbox", { name: "Replace with" }), "x");
    await user.click(screen.getByRole("button", { name: "Replace all" }));
    expect(text().textContent).toBe("tea tea 1x 2x 3");
    await user.click(screen.getByRole("button", { name: "Find in selection" }));
    expect(screen.getByText(/of 2$/)).toBeTruthy();
  });

  it("reports that there are no hits", async () => {
    const user = open("<p>Milk</p>");
    await user.type(screen.getByRole("textbox", { name: "Find" }), "tea");
    expect(screen.getByText("No results")).toBeTruthy();
  });
});

describe("decision 0029 code highlighting", () => {
  const html = '<pre><code class="language-ts">const a = 1;</code></pre><pre><code>const b</code></pre>';

  it("colors code in a known language, read and edited, and leaves the text unchanged", async () => {
    const seen: string[] = [];
    const { container } = render(
      <>
        <NoteView html={html} />
        <Controlled seen={seen} value={html} />
      </>,
    );
    await waitFor(() => expect(container.querySelectorAll(".hljs-keyword")).toHaveLength(2));
    expect(text().querySelector(".hljs-number")?.textContent).toBe("1");
    act(() => void text().editor.commands.insertContentAt(13, { type: "text", text: " let x;" }));
    await waitFor(() => expect(text().querySelectorAll(".hljs-keyword")).toHaveLength(2));
    flushTimers();
    expect(seen).toEqual([html.replace("1;", "1; let x;")]);
  });

  it("offers languages beside the code, and keeps an unknown one", async () => {
    const seen: string[] = [];
    render(<Controlled seen={seen} value={'<pre><code class="language-zig">const</code></pre>'} />);
    const menu = screen.getByRole("combobox", { name: "Code language" }) as HTMLSelectElement;
    expect(menu.value).toBe("zig");
    await userEvent.selectOptions(menu, "Rust");
    flushTimers();
    expect(seen.at(-1)).toBe('<pre><code class="language-rust">const</code></pre>');
    await waitFor(() => expect(text().querySelector(".hljs-keyword")?.textContent).toBe("const"));
  });
});

describe("decision 0029 moving blocks by keys", () => {
  const press = (key: string): void => {
    act(() => void text().dispatchEvent(new KeyboardEvent("keydown", { key, altKey: true, shiftKey: true, bubbles: true })));
  };
  const moved = (html: string, selection: number | { from: number; to: number }, ...keys: readonly string[]): string | undefined => {
    const seen: string[] = [];
    render(<Controlled seen={seen} value={html} />);
    act(() => void text().editor.commands.setTextSelection(selection));
    for (const key of keys) press(key);
    flushTimers();
    return seen.at(-1);
  };

  it("moves a paragraph and its caret past the next one", () => {
    expect(moved("<p>one</p><p>two</p><hr>", 2, "ArrowDown")).toBe("<p>two</p><p>one</p><hr>");
    act(() => void text().editor.commands.insertContent({ type: "text", text: "X" }));
    flushTimers();
    expect(text().textContent).toBe("twooXne");
    act(() => void text().editor.commands.undo());
    act(() => void text().editor.commands.undo());
    expect(text().innerHTML).toMatch(/^<p>one<\/p><p>two<\/p>/);
  });

  it("moves an item within its list or several blocks, but not past an end", () => {
    expect(moved("<ul><li><p>a</p></li><li><p>b</p></li></ul><p>c</p>", 8, "ArrowUp", "ArrowUp")).toBe(
      "<ul><li><p>b</p></li><li><p>a</p></li></ul><p>c</p>",
    );
    cleanup();
    expect(moved("<p>a</p><p>b</p><p>c</p>", { from: 2, to: 5 }, "ArrowDown")).toBe("<p>c</p><p>a</p><p>b</p>");
    cleanup();
    expect(moved("<p>a</p><p>b</p>", 1, "ArrowUp")).toBeUndefined();
  });
});

describe("A2.11 NoteView", () => {
  it("shows stored HTML without anything that runs", () => {
    const { container } = render(<NoteView html={'<p>a<script>x()</script><img src=x onerror="x()"><a href="https://a.b">l</a></p>'} />);
    expect(container.firstElementChild?.outerHTML).toBe(
      '<div class="note-content " data-left-to-right=""><p>a<a href="https://a.b" target="_blank" rel="noopener noreferrer nofollow">l</a></p></div>',
    );
  });

  it("names a remote image without loading it, read or edited", () => {
    const html = '<p><img data-remote-src="https://u:p@pics.example/a.png?x=1" alt="Chart"></p>';
    const { container } = render(
      <>
        <NoteView html={html} />
        <NoteEditor value={html} onChange={() => undefined} />
      </>,
    );
    expect(screen.getAllByText("Chart (not loaded, from pics.example)")).toHaveLength(2);
    expect(container.querySelector("img[src]")).toBeNull();
  });

  it("renders the boxes of a checklist", () => {
    render(<NoteView html={'<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>a</p></li></ul>'} />);
    expect((screen.getByRole("checkbox", { name: "a" }) as HTMLInputElement).checked).toBe(true);
  });
});

describe("A2.14 the toolbar of a selection", () => {
  const bar = () => screen.queryByRole("toolbar", { name: "Format selection" });
  const select = (from: number, to: number) =>
    act(() => {
      text().editor.view.focus();
      text().editor.commands.setTextSelection({ from, to });
    });

  it("appears beside selected text with the page's buttons, and closes with Escape", async () => {
    render(<Controlled seen={[]} value="<p>Milk and eggs</p>" selectionTools={() => <button type="button">Shorten</button>} />);
    select(3, 3);
    expect(bar()).toBeNull();
    select(1, 5);
    expect(within(bar() as HTMLElement).getByRole("button", { name: "Shorten" })).toBeTruthy();
    await userEvent.keyboard("{Escape}");
    expect(bar()).toBeNull();
    select(6, 9);
    expect(bar()).not.toBeNull();
    act(() => text().blur());
    expect(bar()).toBeNull();
  });

  it("formats the selection, and sets a link without losing it", async () => {
    const seen: string[] = [];
    render(<Controlled seen={seen} value="<p>Milk and eggs</p>" />);
    select(1, 5);
    const tools = () => within(bar() as HTMLElement);
    await userEvent.click(tools().getByRole("button", { name: "Bold" }));
    expect(await tools().findByRole("button", { name: "Bold", pressed: true })).toBeTruthy();
    await userEvent.click(tools().getByRole("button", { name: "Link" }));
    await userEvent.type(await screen.findByRole("textbox", { name: "Address" }), "example.org{Enter}");
    flushTimers();
    await waitFor(() => expect(seen.at(-1)).toBe('<p><a href="https://example.org"><strong>Milk</strong></a> and eggs</p>'));
    expect(bar()).not.toBeNull();
  });

  it.each([
    ["code", "<pre><code>let a</code></pre>"],
    ["white space alone", "<p>   .</p>"],
  ])("is hidden for %s", (_what, html) => {
    render(<Controlled seen={[]} value={html} />);
    select(1, 3);
    expect(bar()).toBeNull();
  });
});
