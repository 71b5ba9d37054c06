import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

const NOW = Date.UTC(2026, 4, 6, 12);
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0";
const STEP = { requestedAt: NOW, takesEffectAt: NOW + 72 * 3_600_000, device: FIREFOX, network: "203.0.113.0/24" };

describe("decision 0016: pending steps", () => {
  it("shows them on a signed-in device with their origin, and cancels them there", async () => {
    const { user } = await renderApp({
      session: SIGNED_IN,
      path: "/notes",
      now: () => NOW,
      pendingSteps: [
        { ...STEP, id: "one", kind: "reset" },
        { ...STEP, id: "two", kind: "delete" },
      ],
    });
    const reset = await screen.findByText(/^Someone asked to reset your password from Firefox.*\(203\.0\.113\.0\/24\)/);
    expect(reset.textContent).toContain("signs out all devices");
    await screen.findByText(/^Someone asked to delete your account/);
    const [first] = screen.getAllByRole("button", { name: "Cancel request" });
    await user.click(first as HTMLElement);
    await waitFor(() => expect(screen.queryByText(/reset your password/)).toBeNull());
    expect(screen.getByText(/delete your account/)).toBeTruthy();
  });

  it("shows them on the page after sign-in", async () => {
    const pendingSteps = [{ ...STEP, id: "one", kind: "reset" } as const];
    await renderApp({ session: SIGNED_IN, path: "/dashboard", now: () => NOW, pendingSteps });
    await screen.findByText(/^Someone asked to reset your password/);
  });

  it("keeps them with the reason if they could not be canceled", async () => {
    const { user } = await renderApp({
      session: SIGNED_IN,
      path: "/notes",
      now: () => NOW,
      pendingSteps: [{ ...STEP, id: "one", kind: "reset" }],
      securityRefuses: (call) => (call === "cancelStep" ? { kind: "unreachable" } : undefined),
    });
    await user.click(await screen.findByRole("button", { name: "Cancel request" }));
    expect(await screen.findByText(/reset your password.*Can't reach the server/)).toBeTruthy();
  });
});
