import { createPromptsService } from "@satchel/core/workspace/notifications/prompts-service.ts";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { lazyComponent } from "../../shared/lazy/lazy-component.ts";
import { ServicesProvider, type SignedOutServices } from "../../shared/services.ts";
import { Prompts } from "./Prompts.tsx";

it("treats dismissing a dialog that cannot load as its Cancel", async () => {
  const gone = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
  const Dialogs = lazyComponent<{ readonly onClose: () => void }>(gone, "dialog");
  const prompts = createPromptsService();
  prompts.raiseUseLocally();
  render(
    <ServicesProvider value={{ prompts } as unknown as SignedOutServices}>
      <Prompts Dialogs={Dialogs} />
    </ServicesProvider>,
  );
  await userEvent.setup().click(await screen.findByRole("button", { name: "Dismiss" }));
  expect(prompts.store.getState().useLocally).toBe(false);
  expect(screen.queryByRole("alert")).toBeNull();
});
