import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { expect, it } from "vitest";
import { lazyComponent } from "../../shared/lazy-component.ts";
import { MissingBand } from "./MissingBand.tsx";

it("stands in the place of a band that could not be fetched, and fetches it once more", async () => {
  const gone = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
  const answers = [gone, async () => () => <p>Connect to sync.</p>];
  const Band = lazyComponent(() => (answers.shift() ?? gone)(), MissingBand);
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
