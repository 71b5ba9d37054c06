import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { expect, it } from "vitest";
import { lazyComponent } from "../lazy-component.ts";
import { MissingTool } from "./MissingTool.tsx";

it("stands in the place of a tool that could not be fetched, says so, and fetches it as often as somebody asks", async () => {
  const gone = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
  const answers = [gone, gone, async () => () => <button type="button">Attach File</button>];
  const Tool = lazyComponent(() => (answers.shift() ?? gone)(), MissingTool);
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
