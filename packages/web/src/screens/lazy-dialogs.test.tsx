import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { expect, it, vi } from "vitest";
import { LazyQuestions } from "./lazy-dialogs.ts";

vi.mock("./workspace/Questions.tsx", () => Promise.reject(new TypeError("Failed to fetch dynamically imported module")));

it("keeps editing when the question about unsaved changes cannot be loaded and is dismissed", async () => {
  const [stay, proceed, ask] = [vi.fn(), vi.fn(), vi.fn()];
  render(
    <Suspense>
      <LazyQuestions question={{ kind: "unsaved", tabIds: ["tab"], proceed, stay }} ask={ask} />
    </Suspense>,
  );
  await userEvent.setup().click(await screen.findByRole("button", { name: "Dismiss" }));
  expect(stay).toHaveBeenCalledOnce();
  expect(ask).toHaveBeenCalledWith(undefined);
  expect(proceed).not.toHaveBeenCalled();
});
