import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { layOut } from "../../testing/render-app.tsx";
import { ConfirmDialog, type ConfirmVariant } from "./ConfirmDialog.tsx";

function ask(variant: ConfirmVariant) {
  cleanup();
  layOut(1440);
  const answers: string[] = [];
  render(
    <ConfirmDialog
      variant={variant}
      title="Sure?"
      message="It cannot be undone."
      confirm="Do it"
      onConfirm={() => answers.push("yes")}
      onCancel={() => answers.push("no")}
    />,
  );
  return { answers, user: userEvent.setup({ delay: null }), button: (name: string) => screen.getByRole("button", { name }) };
}

describe("B2 general confirm dialog", () => {
  it.each([
    ["danger", "danger", false],
    ["warning", "primary", true],
    ["info", "primary", true],
  ] as const)("renders the %s variant with its tone and initial focus", async (variant, tone, isReady) => {
    const { button } = ask(variant);
    const dialog = screen.getByRole("alertdialog", { name: "Sure?" });
    expect(button("Do it").className).toContain(tone);
    await expect.poll(() => document.activeElement).toBe(isReady ? button("Do it") : dialog);
    expect(document.querySelector("svg")?.parentElement?.className).toContain(variant);
  });

  it("confirms by its button, and cancels by the other and by Escape", async () => {
    const { answers, user, button } = ask("danger");
    await user.click(button("Do it"));
    await user.click(button("Cancel"));
    await user.keyboard("{Escape}");
    expect(answers).toEqual(["yes", "no", "no"]);
  });
});
