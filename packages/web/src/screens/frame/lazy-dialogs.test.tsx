import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { MissingQuestions } from "./lazy-dialogs.ts";

it("keeps editing when the unsaved-changes dialog cannot load and is dismissed", async () => {
  const [stay, proceed, ask] = [vi.fn(), vi.fn(), vi.fn()];
  render(<MissingQuestions question={{ kind: "unsaved", tabIds: ["tab"], proceed, stay }} ask={ask} />);
  await userEvent.setup().click(screen.getByRole("button", { name: "Dismiss" }));
  expect(stay).toHaveBeenCalledOnce();
  expect(ask).toHaveBeenCalledWith(undefined);
  expect(proceed).not.toHaveBeenCalled();
});
