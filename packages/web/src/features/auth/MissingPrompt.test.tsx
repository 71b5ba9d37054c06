import { createPromptsService } from "@satchel/core/workspace/notifications/prompts-service.ts";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { ServicesProvider, type SignedOutServices } from "../../shared/services.ts";
import { MissingPrompt } from "./MissingPrompt.tsx";

it("is put away as the question is whose place it takes", async () => {
  const prompts = createPromptsService();
  prompts.raiseUseLocally();
  render(
    <ServicesProvider value={{ prompts } as unknown as SignedOutServices}>
      <MissingPrompt />
    </ServicesProvider>,
  );
  await userEvent.setup().click(screen.getByRole("button", { name: "Dismiss" }));
  expect(prompts.store.getState().useLocally).toBe(false);
});
