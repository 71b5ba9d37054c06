import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { expect, it, vi } from "vitest";
import { lazyComponent } from "./lazy-component.ts";
import { Missing } from "./Missing.tsx";

async function page() {
  const onClose = vi.fn();
  render(
    <>
      <button type="button">Elsewhere</button>
      <Missing as="dialog" at={{ current: null }} onClose={onClose} />
    </>,
  );
  expect((await screen.findByRole("alert")).textContent).toBe("This part couldn't be loaded. Check your connection and try again.");
  await expect.poll(() => document.activeElement?.textContent).toBe("Try again");
  return { user: userEvent.setup(), onClose };
}

it("closes with Escape", async () => {
  const { user, onClose } = await page();
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
});

it("closes with its button", async () => {
  const { user, onClose } = await page();
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(onClose).toHaveBeenCalledOnce();
});

it("closes when the focus moves elsewhere, so that the next menu loads again", async () => {
  const { user, onClose } = await page();
  await user.click(screen.getByRole("button", { name: "Elsewhere" }));
  expect(onClose).toHaveBeenCalledOnce();
});

it("stays while the focus moves between its buttons", async () => {
  const { user, onClose } = await page();
  await user.tab({ shift: true });
  expect(document.activeElement?.textContent).toBe("Dismiss");
  await user.click(screen.getByRole("alert"));
  expect(onClose).not.toHaveBeenCalled();
});

it("retries a menu each time the user asks, and is replaced by it", async () => {
  const onClose = vi.fn();
  const gone = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
  const answers = [gone, gone, async () => () => <p>The menu</p>];
  const Menu = lazyComponent<{ readonly onClose: () => void }>(() => (answers.shift() ?? gone)(), "dialog");
  render(
    <Suspense>
      <Menu onClose={onClose} />
    </Suspense>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Try again" }));
  await expect.poll(() => answers.length).toBe(1);
  await user.click(await screen.findByRole("button", { name: "Try again" }));
  expect(await screen.findByText("The menu")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
});

it("replaces a tool whose code failed to load, says so, and retries on request", async () => {
  const gone = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
  const answers = [gone, gone, async () => () => <button type="button">Attach File</button>];
  const Tool = lazyComponent(() => (answers.shift() ?? gone)(), "tool");
  render(
    <Suspense>
      <Tool />
    </Suspense>,
  );
  const user = userEvent.setup();
  const name = "This part couldn't be loaded. Check your connection and try again.";
  await user.click(await screen.findByRole("button", { name }));
  await expect.poll(() => answers.length).toBe(1);
  await user.click(await screen.findByRole("button", { name }));
  expect(await screen.findByRole("button", { name: "Attach File" })).toBeTruthy();
  expect(screen.queryByRole("button", { name })).toBeNull();
});

it("replaces a band whose code failed to load, and retries on request", async () => {
  const gone = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
  const answers = [gone, async () => () => <p>Connect to sync.</p>];
  const Band = lazyComponent(() => (answers.shift() ?? gone)(), "band");
  render(
    <Suspense>
      <Band />
    </Suspense>,
  );
  expect((await screen.findByRole("alert")).textContent).toContain("This part couldn't be loaded.");
  await userEvent.setup().click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Connect to sync.")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});
