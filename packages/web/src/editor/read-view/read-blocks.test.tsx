import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { createHands } from "../testing/hands.ts";
import { NoteView } from "./NoteView.tsx";

const FOOTNOTE = (text: string): string => `<sup data-satchel="footnote">${text}</sup>`;

describe("A2.11 blocks of a note that is read", () => {
  it("shows callouts by kind, and content of a later version as a box with its text", () => {
    const { container } = render(
      <NoteView
        html={'<div data-satchel="callout" data-kind="tip"><p>a</p></div><div data-satchel="board" data-x="1"><p>later</p></div>'}
      />,
    );
    expect(within(screen.getByRole("note", { name: "Tip" })).getByText("a")).toBeTruthy();
    expect(container.querySelector(".later-block")?.textContent).toBe("Made with a newer version of Satchellater");
  });

  it("announces headings one level deeper if a note has one of level 1, read and edited", () => {
    const { container, rerender } = render(<NoteView html="<h1>One</h1><h6>Six</h6>" />);
    const level = (root: ParentNode, tag: string) => root.querySelector(tag)?.getAttribute("aria-level") ?? null;
    expect(screen.getByRole("heading", { name: "One", level: 2 }).tagName).toBe("H1");
    expect(level(container, "h6")).toBe("7");
    rerender(<NoteView html="<p>One</p><h6>Six</h6>" />);
    expect(level(container, "h6")).toBeNull();
    const { editor } = createHands("<h2>Two</h2><p>x</p>");
    expect(level(editor.view.dom, "h2")).toBeNull();
    editor.commands.setHeading({ level: 1 });
    expect([level(editor.view.dom, "h1"), level(editor.view.dom, "h2")]).toEqual(["2", "3"]);
    editor.commands.setParagraph();
    expect(level(editor.view.dom, "h2")).toBeNull();
    expect(editor.getHTML()).toBe("<h2>Two</h2><p>x</p>");
  });

  it("renders formulas as MathML with their TeX, and an invalid one as written", async () => {
    const { container } = render(
      <NoteView
        html={
          '<p>so <span data-satchel="math">x^2</span> and <span data-satchel="math">\\frac{</span></p>' +
          '<pre><code class="language-math">\\sum i</code></pre><p><span data-satchel="math">\\href{https://a.b}{c}</span></p>'
        }
      />,
    );
    await waitFor(() => expect(container.querySelectorAll("math").length).toBeGreaterThanOrEqual(2));
    expect(container.querySelector("annotation")?.textContent).toBe("x^2");
    expect(container.querySelector(".katex-error")?.textContent).toBe("\\frac{");
    expect(container.querySelector(".formula-block math")?.getAttribute("display")).toBe("block");
    expect(container.querySelector("a, [href]")).toBeNull();
  });

  it("shows a file's size beside its name, but finds and copies only the name", () => {
    render(
      <NoteView html='<p><a data-file-id="f1" data-file-name="a.pdf" data-file-size="2400000" data-mime-type="application/pdf">a.pdf</a></p>' />,
    );
    const file = screen.getByText("a.pdf");
    expect([file.dataset.size, file.textContent]).toEqual(["2.29 MB", "a.pdf"]);
  });

  it("marks a table cell as heading only if it has words", () => {
    render(<NoteView html="<table><tbody><tr><th><p>Head</p></th><th><p></p></th></tr></tbody></table>" />);
    expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual(["Head"]);
  });

  it("lists footnotes below, links addresses, and jumps in both directions", async () => {
    render(<NoteView html={`<p>a${FOOTNOTE("see https://example.org/x, p. 7")} b${FOOTNOTE("two")}</p>`} />);
    const list = screen.getByRole("list", { name: "Footnotes" });
    const [first, second] = within(list).getAllByRole("listitem");
    expect(
      within(first as HTMLElement)
        .getByRole("link")
        .getAttribute("href"),
    ).toBe("https://example.org/x");
    await userEvent.click(screen.getByRole("button", { name: "Footnote 2: two" }));
    expect(document.activeElement).toBe(second);
    await userEvent.click(within(second as HTMLElement).getByRole("button", { name: "Back to footnote 2 in the text" }));
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Footnote 2: two" }));
  });

  it("renumbers footnotes when another is inserted before them", () => {
    const { rerender } = render(<NoteView html={`<p>a</p><p>b${FOOTNOTE("one")}</p>`} />);
    rerender(<NoteView html={`<p>a${FOOTNOTE("new")}</p><p>b${FOOTNOTE("one")}</p>`} />);
    expect(screen.getByRole("button", { name: "Footnote 1: new" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Footnote 2: one" })).toBeTruthy();
    rerender(<NoteView html="<p>a</p><p>b</p>" />);
    expect(screen.queryByRole("list", { name: "Footnotes" })).toBeNull();
  });

  it("has a table of contents from three headings on, which opens closed toggles", async () => {
    const { rerender } = render(<NoteView html="<h1>One</h1><h2>Two</h2>" />);
    expect(screen.queryByRole("navigation", { name: "Contents" })).toBeNull();
    rerender(<NoteView html="<h1>One</h1><h2>Two</h2><details><summary>t</summary><h3>Three</h3></details>" />);
    const contents = screen.getByRole("navigation", { name: "Contents" });
    await userEvent.click(within(contents).getByText("Contents"));
    await userEvent.click(within(contents).getByRole("button", { name: "Three" }));
    const heading = screen.getByRole("heading", { name: "Three" });
    expect([heading.closest("details")?.open, document.activeElement === heading]).toEqual([true, true]);
  });
});
