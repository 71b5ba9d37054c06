import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { ServicesProvider } from "../../shared/services.ts";
import { createMemoryServices, type MemoryOptions, SIGNED_IN } from "../../testing/memory-services.ts";
import { AccountActivity } from "./AccountActivity.tsx";

const NOW = Date.UTC(2026, 4, 6, 12);
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0";

async function show(options: MemoryOptions) {
  cleanup();
  const services = await createMemoryServices({ session: SIGNED_IN, now: () => NOW, ...options });
  render(
    <ServicesProvider value={services}>
      <AccountActivity />
    </ServicesProvider>,
  );
  return userEvent.setup({ delay: null });
}
const rows = () => within(screen.getByRole("list", { name: "Account activity" })).getAllByRole("listitem");

describe("decision 0016: account activity in Settings, Security", () => {
  it("shows time, event, device and network, and the rest on request", async () => {
    const event = (minutes: number) =>
      ({ kind: "signed-in", at: NOW - minutes * 60_000, device: FIREFOX, network: "203.0.113.0/24" }) as const;
    const user = await show({ activity: Array.from({ length: 12 }, (_, at) => event(at)) });
    await screen.findByRole("list", { name: "Account activity" });
    expect(rows()).toHaveLength(10);
    expect(rows()[0]?.textContent).toMatch(/^Signed inFirefox on Linux · 203\.0\.113\.0\/24 · /);
    await user.click(screen.getByRole("button", { name: "Show 2 more" }));
    expect(rows()).toHaveLength(12);
  });

  it("reports a list that could not be loaded", async () => {
    await show({ securityRefuses: (call) => (call === "activity" ? { kind: "unreachable" } : undefined) });
    expect((await screen.findByRole("alert")).textContent).toBe("The list couldn't be loaded.");
  });
});
