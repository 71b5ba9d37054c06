import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { FormEvent } from "react";
import { describe, expect, it, vi } from "vitest";
import { PressButton, type PressButtonProps } from "./PressButton.tsx";

function page(props: PressButtonProps = {}) {
  const [onPress, onRow, onRowKey, onSubmit] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  const view = (more: PressButtonProps) => (
    <form onSubmit={handleSubmit}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears what the button lets through */}
      <div onPointerDown={onRow} onMouseDown={onRow} onClick={onRow} onKeyDown={({ key }) => onRowKey(key)}>
        <input aria-label="Title" />
        <input aria-label="Text" />
        <PressButton onPress={onPress} {...props} {...more}>
          {more.children ?? "Send"}
        </PressButton>
      </div>
    </form>
  );
  const { rerender } = render(view({}));
  const button = screen.getByRole("button", { name: "Send" });
  return { user: userEvent.setup(), button, onPress, onRow, onRowKey, onSubmit, change: (more: PressButtonProps) => rerender(view(more)) };
}

describe("a button", () => {
  it("presses once by pointer, Enter and Space, and takes the focus", async () => {
    const { user, button, onPress } = page();
    await user.click(button);
    expect(document.activeElement).toBe(button);
    await user.keyboard("{Enter}");
    await user.keyboard(" ");
    expect(onPress).toHaveBeenCalledTimes(3);
  });

  it("presses once while Enter is held", () => {
    const { button } = page();
    expect(fireEvent.keyDown(button, { key: "Enter" })).toBe(true);
    expect(fireEvent.keyDown(button, { key: "Enter", repeat: true })).toBe(false);
  });

  it("hides a press from what is around it, and no other key", async () => {
    const { user, button, onRow, onRowKey } = page();
    await user.click(button);
    await user.keyboard("{Enter}");
    await user.keyboard("k");
    expect(onRow).not.toHaveBeenCalled();
    expect(onRowKey.mock.calls.flat()).toEqual(["k"]);
  });

  it("leaves the focus in a field if the button keeps it there", async () => {
    const { user, button, onPress } = page({ keepsFocus: true });
    await user.click(screen.getByRole("textbox", { name: "Title" }));
    await user.click(button);
    expect(onPress).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Title" }));
  });

  it("ignores presses while it is disabled", async () => {
    const { user, button, onPress } = page({ isDisabled: true });
    await user.click(button);
    expect(onPress).not.toHaveBeenCalled();
  });

  it("keeps the focus while it waits, is announced, and ignores presses", async () => {
    const { user, button, onPress, change } = page();
    await user.click(button);
    change({ isPending: true, children: "Sending…" });
    expect(document.activeElement).toBe(button);
    expect(screen.getByRole("log").textContent).toBe("Sending…");
    expect(button.getAttribute("aria-disabled")).toBe("true");
    await user.click(button);
    expect(onPress).toHaveBeenCalledOnce();
  });

  it("submits its form, and not again while it waits", async () => {
    const { user, onSubmit, change } = page({ type: "submit" });
    await user.type(screen.getByRole("textbox", { name: "Title" }), "a{Enter}");
    expect(onSubmit).toHaveBeenCalledOnce();
    change({ isPending: true });
    await user.type(screen.getByRole("textbox", { name: "Title" }), "b{Enter}");
    expect(onSubmit).toHaveBeenCalledOnce();
  });
});
