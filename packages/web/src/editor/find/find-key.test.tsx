import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useRef, useState } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isFindKey, useFindKey } from "./use-find-key.ts";

beforeEach(cleanup);
afterEach(cleanup);

/** A list, and an open note with text. */
function Workspace({ dialog = false }: { readonly dialog?: boolean }) {
  const [opened, setOpened] = useState(0);
  const text = useRef<HTMLDivElement>(null);
  useFindKey(text);
  return (
    <>
      <button type="button">row</button>
      {dialog && <div role="dialog">question</div>}
      <article
        data-print
        onKeyDown={(event) => {
          if (!isFindKey(event)) return;
          event.preventDefault();
          setOpened(opened + 1);
        }}
      >
        <div ref={text}>{`opened ${opened}`}</div>
      </article>
    </>
  );
}

const press = (on: HTMLElement, keys: object = { ctrlKey: true }): boolean => fireEvent.keyDown(on, { key: "f", ...keys });

describe("A2.11 Ctrl+F", () => {
  it("opens the note's find bar from the list, and once from the note itself", () => {
    render(<Workspace />);
    expect(press(screen.getByText("row"))).toBe(false);
    expect(screen.getByText("opened 1")).toBeTruthy();
    press(screen.getByText("opened 1"));
    expect(screen.getByText("opened 2")).toBeTruthy();
  });

  it("leaves other keys, and an open dialog, to the browser", () => {
    const { rerender } = render(<Workspace />);
    expect(press(screen.getByText("row"), { ctrlKey: true, shiftKey: true })).toBe(true);
    rerender(<Workspace dialog />);
    expect(press(screen.getByText("row"))).toBe(true);
    expect(screen.getByText("opened 0")).toBeTruthy();
  });
});
