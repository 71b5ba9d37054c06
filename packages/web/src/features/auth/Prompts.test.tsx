import { createPromptsService } from "@satchel/core/workspace/notifications/prompts-service.ts";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { ServicesProvider, type SignedOutServices } from "../../shared/services.ts";

vi.mock("./PromptDialogs.tsx", () => Promise.reject(new TypeError("Failed to fetch dynamically imported module")));

/** A copy of its own: files of a worker share their modules, and in those of another test the dialogs may be loaded already. */
const UNLOADED = "./Prompts.tsx?unloaded";

it("answers a dialog that cannot be loaded as its Cancel does, when it is dismissed", async () => {
  const { Prompts } = (await import(/* @vite-ignore */ UNLOADED)) as typeof import("./Prompts.tsx");
  const prompts = createPromptsService();
  prompts.raiseUseLocally();
  render(
    <ServicesProvider value={{ prompts } as unknown as SignedOutServices}>
      <Prompts />
    </ServicesProvider>,
  );
  await userEvent.setup().click(await screen.findByRole("button", { name: "Dismiss" }));
  expect(prompts.store.getState().useLocally).toBe(false);
  expect(screen.queryByRole("alert")).toBeNull();
});
