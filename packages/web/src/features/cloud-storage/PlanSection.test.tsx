import type { ConnectionState } from "@satchel/core/connection/connection-service-types.ts";
import type { MoveService, MoveState } from "@satchel/core/transfer/storage-migration/move-service-types.ts";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { LibraryProvider, ServicesProvider } from "../../shared/services.ts";
import { createMemoryServices, SIGNED_IN } from "../../testing/memory-services.ts";
import { PlanSection } from "./PlanSection.tsx";

const CONNECTED: ConnectionState = { kind: "connected", label: "Google Drive", isConfigured: true, isManaged: false };

async function show(move?: MoveState, more: Partial<MoveService> = {}, connection: ConnectionState = CONNECTED) {
  cleanup();
  const services = await createMemoryServices({ session: SIGNED_IN, connection, ...(move === undefined ? {} : { move }) });
  Object.assign(services.migration, more);
  render(
    <ServicesProvider value={services}>
      <LibraryProvider value={services.open}>
        <PlanSection />
      </LibraryProvider>
    </ServicesProvider>,
  );
  return { services, user: userEvent.setup({ delay: null }) };
}

const button = (name: string) => screen.queryByRole("button", { name });

describe("decision 0010 changing the plan in Settings", () => {
  it("shows the three plans and marks the current one", async () => {
    await show();
    const rows = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(rows).toEqual([
      "Free$0/month · Your own cloud storageYour plan",
      "Basic$1/month · 1 GB managed storageChange to Basic",
      "Pro$5/month · 5 GB or more managed storageChange to Pro",
    ]);
  });

  it("marks plans that this server does not offer, without a button", async () => {
    const services = await createMemoryServices({ session: SIGNED_IN, choosable: ["free", "basic"] });
    cleanup();
    render(
      <ServicesProvider value={services}>
        <PlanSection />
      </ServicesProvider>,
    );
    const pro = (await screen.findByText("Not available on this server")).closest("li") as HTMLElement;

    expect(pro.textContent).toContain("Pro");
    expect(within(pro).queryByRole("button")).toBeNull();
    expect(button("Change to Basic")).toBeTruthy();
  });

  it("explains the change before it starts, and shows its progress", async () => {
    const { user } = await show();
    await user.click(button("Change to Pro") as HTMLElement);
    const dialog = await screen.findByRole("alertdialog", { name: "Change to Pro?" });
    expect(dialog.textContent).toMatch(
      /costs \$5\/month\. .*copied from your drive to managed storage.*only after all of them.*Your old storage keeps its copy/,
    );
    await user.click(within(dialog).getByRole("button", { name: "Change plan" }));
    expect(await screen.findByText("Your notes are moving to the Pro plan.")).toBeTruthy();
    expect(await screen.findByText("Checking what needs to be copied…")).toBeTruthy();
    expect((button("Change to Basic") as HTMLButtonElement).disabled).toBe(true);
  });

  it("does not mention a source drive if none is connected", async () => {
    const { user } = await show(undefined, {}, { kind: "none", isConfigured: true, isManaged: false });
    await user.click(button("Change to Basic") as HTMLElement);
    const { textContent } = await screen.findByRole("alertdialog", { name: "Change to Basic?" });
    expect(textContent).toMatch(/uploaded from this device to managed storage/);
    expect(textContent).not.toMatch(/your drive|old storage/);
  });

  it("keeps the dialog open when refused, with the reason", async () => {
    const { user } = await show(undefined, { change: async () => "too-small" });
    await user.click(button("Change to Basic") as HTMLElement);
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Change plan" }));
    expect((await screen.findByRole("alert")).textContent).toMatch(/isn't enough space/);
  });

  it("shows the number of files, and can be canceled", async () => {
    const { user } = await show({ kind: "copying", to: "pro", done: 1234, total: 5000 });
    expect(screen.getByText("1,234 of 5,000 files copied")).toBeTruthy();
    expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("25");
    await user.click(button("Cancel change") as HTMLElement);
    await expect.poll(() => screen.queryByText(/are moving/)).toBeNull();
  });

  it.each([
    [
      { kind: "stopped", to: "pro", problem: "unreachable", isSwitched: false },
      /Retrying automatically\. Your notes haven't moved/,
      ["Continue", "Cancel change"],
    ],
    [{ kind: "stopped", to: "pro", problem: "unreachable", isSwitched: true }, /has stopped/, ["Continue"]],
    [{ kind: "needs-drive", to: "free" }, /Connect your own drive/, ["Connect drive", "Cancel change"]],
    [{ kind: "elsewhere", to: "basic" }, /started on another device/, ["Continue here", "Cancel change"]],
    [{ kind: "finishing", to: "pro" }, /Your plan is now Pro/, []],
  ] as const)("offers the next steps: %j", async (state, sentence, methods) => {
    const resume = vi.fn(async () => undefined);
    await show(state, { resume });
    expect(screen.getByRole("status").textContent).toMatch(sentence);
    const offered = ["Continue", "Continue here", "Connect drive", "Cancel change"].filter((name) => button(name) !== null);
    expect(offered.sort()).toEqual([...methods].sort());
  });
});
