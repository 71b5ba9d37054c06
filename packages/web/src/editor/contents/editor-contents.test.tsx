import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { createHands } from "../testing/hands.ts";
import { EditorContents } from "./EditorContents.tsx";

afterEach(cleanup);

const NOTE =
  "<h1>One</h1><p>a</p><blockquote><p>b</p><ul><li><p>c</p><h3>Two</h3></li></ul></blockquote>" +
  "<table><tbody><tr><td><p>d</p></td><td><h2> </h2><h2>Three</h2><p>e</p></td></tr></tbody></table><details><summary>f</summary><h4>Four</h4></details>";

describe("A2.14 the table of contents of a note that is written", () => {
  it("leads to each heading, even after earlier text has changed", async () => {
    const { editor, type } = createHands(NOTE);
    render(<EditorContents editor={editor} />);
    const contents = within(screen.getByRole("navigation", { name: "Contents" }));
    expect(contents.getAllByRole("button", { hidden: true }).map(({ textContent }) => textContent)).toEqual([
      "One",
      "Two",
      "Three",
      "Four",
    ]);
    editor.commands.setTextSelection(1);
    type("Number ");
    expect(await contents.findByRole("button", { name: "Number One", hidden: true })).toBeTruthy();
    for (const name of ["Four", "Two", "Three", "Number One"]) {
      await userEvent.click(contents.getByRole("button", { name, hidden: true }));
      expect(editor.state.selection.$head.parent.textContent).toBe(name);
    }
  });
});
