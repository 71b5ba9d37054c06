import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { IconButton } from "../ui/IconButton.tsx";
import { Menu, MenuItem } from "./Menu.tsx";

function page(onAction: () => void = () => undefined, onKey: (key: string) => void = () => undefined) {
  render(
    // biome-ignore lint/a11y/noStaticElementInteractions: receives the keys that the button lets through
    <div onKeyDown={({ key }) => onKey(key)}>
      <Menu label="More" trigger={(opens) => <IconButton {...opens} label="More" icon={<b />} />}>
        <MenuItem label="First" onAction={onAction} />
        <MenuItem label="Last" onAction={() => undefined} />
      </Menu>
    </div>,
  );
  return { user: userEvent.setup(), button: screen.getByRole("button", { name: "More" }) };
}

const item = (name: string) => screen.findByRole("menuitem", { name });

it("opens with a press, announces it, runs the choice and returns the focus", async () => {
  const onAction = vi.fn();
  const { user, button } = page(onAction);
  expect(button.getAttribute("aria-haspopup")).toBe("menu");
  await user.click(button);
  expect(button.getAttribute("aria-expanded")).toBe("true");
  await user.click(await item("First"));
  expect(onAction).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
  // The menu's content has loaded by now, and opens on mouse down.
  await user.click(button);
  expect(await item("Last")).toBeTruthy();
});

it.each([
  ["{Enter}", "First"],
  [" ", "First"],
  ["{ArrowDown}", "First"],
  ["{ArrowUp}", "Last"],
])("opens with %s at its item '%s', and closes with Escape", async (key, name) => {
  const { user, button } = page();
  button.focus();
  await user.keyboard(key);
  const entry = await item(name);
  await waitFor(() => expect(document.activeElement).toBe(entry));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it("leaves other keys to the page", async () => {
  const onKey = vi.fn();
  const { user, button } = page(undefined, onKey);
  button.focus();
  await user.keyboard("k");
  expect(onKey).toHaveBeenCalledWith("k");
});
