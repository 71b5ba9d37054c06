import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { MissingMenu } from "./MissingMenu.tsx";

async function page() {
  const onClose = vi.fn();
  render(
    <>
      <button type="button">Elsewhere</button>
      <MissingMenu at={{ current: null }} onClose={onClose} />
    </>,
  );
  expect((await screen.findByRole("alert")).textContent).toBe("This part could not be loaded. Check the connection, then try again.");
  await expect.poll(() => document.activeElement?.textContent).toBe("Dismiss");
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
