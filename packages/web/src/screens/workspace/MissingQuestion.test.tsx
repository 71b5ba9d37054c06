import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { MissingQuestion } from "./MissingQuestion.tsx";

it("keeps whoever was leaving where they write, when the question about it is put away", async () => {
  const [stay, proceed, ask] = [vi.fn(), vi.fn(), vi.fn()];
  render(<MissingQuestion question={{ kind: "unsaved", tabIds: ["tab"], proceed, stay }} ask={ask} />);
  await userEvent.setup().click(screen.getByRole("button", { name: "Dismiss" }));
  expect(stay).toHaveBeenCalledOnce();
  expect(ask).toHaveBeenCalledWith(undefined);
  expect(proceed).not.toHaveBeenCalled();
});
