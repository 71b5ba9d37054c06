import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { expect, it, vi } from "vitest";
import { lazyComponent } from "../lazy-component.ts";
import { MissingMenu } from "./MissingMenu.tsx";

async function page() {
  const onClose = vi.fn();
  render(
    <>
      <button type="button">Elsewhere</button>
      <MissingMenu at={{ current: null }} onClose={onClose} />
    </>,
  );
  expect((await screen.findByRole("alert")).textContent).toBe("This part couldn't be loaded. Check your connection and try again.");
  await expect.poll(() => document.activeElement?.textContent).toBe("Try again");
  return { user: userEvent.setup(), onClose };
}

it("goes with Escape", async () => {
  const { user, onClose } = await page();
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
});

it("goes with its button", async () => {
  const { user, onClose } = await page();
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(onClose).toHaveBeenCalledOnce();
});

it("goes when somebody goes on elsewhere, so that the next menu is fetched again", async () => {
  const { user, onClose } = await page();
  await user.click(screen.getByRole("button", { name: "Elsewhere" }));
  expect(onClose).toHaveBeenCalledOnce();
});

it("stays for whoever goes from one of its buttons to the other", async () => {
  const { user, onClose } = await page();
  await user.tab({ shift: true });
  expect(document.activeElement?.textContent).toBe("Dismiss");
  await user.click(screen.getByRole("alert"));
  expect(onClose).not.toHaveBeenCalled();
});

it("fetches what is missing once more, as often as somebody asks, and makes room for it", async () => {
  const onClose = vi.fn();
  const gone = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
  const answers = [gone, gone, async () => () => <p>The menu</p>];
  const Menu = lazyComponent<{ readonly onClose: () => void }>(() => (answers.shift() ?? gone)(), MissingMenu);
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
