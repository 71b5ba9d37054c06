import type { ConnectionState } from "@satchel/core/connection/connection-service-types.ts";
import { ok } from "@satchel/core/model/result.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { ADA, SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

const KEY = ["7K3M", "9Q2X", "R4TV", "0B8N", "H6WD", "2JZP", "F5CY", "8MEA", "XK1G"];
const FRESH = { ...SIGNED_IN, user: { ...ADA, needsOnboarding: true }, hasPendingRecoveryKey: true } as never;
const NOT_CONNECTED: ConnectionState = { kind: "none", label: "Google Drive", isConfigured: true, isManaged: false };

async function atOnboarding(options: Parameters<typeof renderApp>[0] = {}) {
  const app = await renderApp({ session: FRESH, connection: NOT_CONNECTED, recoveryKey: KEY, path: "/onboarding", ...options });
  const press = (name: string | RegExp) => app.user.click(screen.getByRole("button", { name }));
  const goOn = screen.queryByRole("button", { name: "Continue" });
  return { ...app, press, goOn };
}

const isClosed = (name: string) => screen.getByRole("button", { name }).hasAttribute("disabled");

describe("A2.5 onboarding", () => {
  it("completes the free plan: plan, drive, all set", async () => {
    const { user, press, path, services } = await atOnboarding();
    await press("Continue");
    const free = screen.getByRole<HTMLInputElement>("radio", { name: /^Free.*Recommended/ });
    expect(free.checked).toBe(false);
    expect(isClosed("Continue")).toBe(true);
    await user.click(free);
    await press("Continue");
    expect(services.preferences.read("onboarding_selectedPlan")).toBe("free");
    expect(isClosed("Continue")).toBe(true);
    await press("Connect Google Drive");

    expect(await screen.findByRole("heading", { name: "All set" })).toBeTruthy();
    for (const value of ["Free · $0/month", "Google Drive · ada@example.org", "ada@example.org"])
      expect(screen.getByText(value)).toBeTruthy();
    await press("Start using Notes");

    await waitFor(() => expect(path()).toBe("/notes"));
    expect(services.preferences.read("onboarding_selectedPlan")).toBeUndefined();
    expect(services.account.store.getState()).toMatchObject({ user: { needsOnboarding: false } });
  });

  it("continues without a drive on the free plan by Skip, and says so", async () => {
    const { user, press } = await atOnboarding();
    await press("Continue");
    await user.click(screen.getByRole("radio", { name: /^Free/ }));
    await press("Continue");
    expect(screen.getByRole("button", { name: "Connect Google Drive" })).toBeTruthy();
    await press("Skip");
    expect(await screen.findByRole("heading", { name: "All set" })).toBeTruthy();
  });

  it("has storage ready on the paid plans", async () => {
    const { user, press } = await atOnboarding();
    await press("Continue");
    await user.click(screen.getByRole("radio", { name: /Basic/ }));
    await press("Continue");

    expect(await screen.findByRole("heading", { name: "Storage Ready", level: 1 })).toBeTruthy();
    expect(screen.getAllByText(/Storage Ready/)).toHaveLength(1);
    expect(screen.getByText(/^No payment is taken here/)).toBeTruthy();
    await press("Continue");
    expect(await screen.findByText("1 GB managed storage")).toBeTruthy();
  });

  it("focuses the step if the button that led there is disabled now", async () => {
    const { user, press } = await atOnboarding();
    await press("Continue");
    expect(document.activeElement).toBe(screen.getByRole("region", { name: "Plan" }));
    await user.click(screen.getByRole("radio", { name: /^Free/ }));
    await press("Continue");
    expect(document.activeElement).toBe(screen.getByRole("region", { name: "Storage" }));
  });

  it("keeps the chosen plan until it is complete", async () => {
    const { press } = await atOnboarding({ preferences: { onboarding_selectedPlan: "basic" } });
    // After an interruption, it continues where it was.
    expect(screen.getByRole("heading", { name: "Storage Ready", level: 1 })).toBeTruthy();
    await press("Previous");
    expect((screen.getByRole("radio", { name: /^Basic/ }) as HTMLInputElement).checked).toBe(true);
  });

  it("marks a plan that this server does not offer, and drops it if chosen before", async () => {
    await atOnboarding({ preferences: { onboarding_selectedPlan: "pro" }, choosable: ["free"] });

    expect(await screen.findAllByText("Not available on this server")).toHaveLength(2);
    const radios = screen.getAllByRole("radio") as HTMLInputElement[];
    expect(radios.map(({ disabled }) => disabled)).toEqual([false, true, true]);
    expect(radios.map(({ checked }) => checked)).toEqual([false, false, false]);
    expect(isClosed("Continue")).toBe(true);
  });

  it("shows the content and price of each plan", async () => {
    const { press } = await atOnboarding();
    await press("Continue");
    const card = (name: RegExp) => screen.getByRole("radio", { name }).closest("label")?.textContent ?? "";
    expect(screen.getAllByRole("radio")).toHaveLength(3);
    for (const text of [
      "Recommended",
      "Your own cloud storage",
      "Unlimited notes",
      "End-to-end encryption",
      "Google Drive",
      "DropboxComing Soon",
      "OneDriveComing Soon",
    ])
      expect(card(/^Free/)).toContain(text);
    for (const text of ["$1/month", "1 GB managed storage"]) expect(card(/^Basic/)).toContain(text);
    for (const text of ["$5/month", "5 GB or more, extra storage $1/GB", "Team", "AI", "API access"]) expect(card(/^Pro/)).toContain(text);
    for (const text of ["TeamPlanned", "API accessPlanned"]) expect(card(/^Pro/)).toContain(text);
  });

  it("explains a failed completion, and stays", async () => {
    const { user, press, path } = await atOnboarding({ refuses: () => ({ kind: "rate-limited" }) });
    await press("Continue");
    await user.click(screen.getByRole("radio", { name: /^Basic/ }));
    await press("Continue");
    await press("Continue");
    await press("Start using Notes");
    expect(await screen.findByText("Failed to complete setup: Too many attempts. Please wait a moment and try again.")).toBeTruthy();
    expect(path()).toBe("/onboarding");
  });

  it("ends with an explanation, moving nothing, if completed before with another plan", async () => {
    const { user, press, path, services } = await atOnboarding({ refuses: () => ({ kind: "setup-over" }) });
    await press("Continue");
    await user.click(screen.getByRole("radio", { name: /^Basic/ }));
    await press("Continue");
    await press("Continue");
    await press("Start using Notes");
    expect(await screen.findByText(/^Failed to complete setup: It was already completed/)).toBeTruthy();
    expect(path()).toBe("/notes");
    expect(services.preferences.read("onboarding_selectedPlan")).toBeUndefined();
    expect(services.migration.store.getState()).toEqual({ kind: "none" });
  });

  it("reports that the drive was not connected", async () => {
    const { user, press } = await atOnboarding({ connectionRefuses: () => ({ kind: "failed", status: 500 }) });
    await press("Continue");
    await user.click(screen.getByRole("radio", { name: /^Free/ }));
    await press("Continue");
    await press("Connect Google Drive");
    expect(await screen.findByText("Failed to connect cloud storage")).toBeTruthy();
  });

  it("can connect again after the browser's Back", async () => {
    const { user, press, services } = await atOnboarding();
    const returnPaths: string[] = [];
    Object.assign(services.connection, { connect: async (path: string) => ok(void returnPaths.push(path)) });
    await press("Continue");
    await user.click(screen.getByRole("radio", { name: /^Free/ }));
    await press("Continue");
    await press("Connect Google Drive");
    const again = await screen.findByRole("button", { name: "Connect Google Drive" });
    await waitFor(() => expect(again.getAttribute("aria-disabled")).toBeNull());
    expect(returnPaths).toEqual(["/onboarding"]);
  });

  it("has one skip button on each step", async () => {
    const { user, press } = await atOnboarding();
    const skips = () => screen.getAllByRole("button", { name: /^Skip/ }).map(({ textContent }) => textContent);
    expect(skips()).toEqual(["Skip for now"]);
    await press("Continue");
    expect(skips()).toEqual(["Skip for now"]);
    await user.click(screen.getByRole("radio", { name: /^Free/ }));
    await press("Continue");
    expect(skips()).toEqual(["Skip"]);
    await press("Skip");
    expect(screen.queryByRole("button", { name: /^Skip/ })).toBeNull();
  });

  it("can be skipped to the notes", async () => {
    const { press, path } = await atOnboarding();
    await press("Skip for now");
    expect(path()).toBe("/notes");
  });

  it("asks for a drive after canceling a paid plan, and sends no plan before the end", async () => {
    const calls: string[] = [];
    const { user, press } = await atOnboarding({ refuses: (call) => void calls.push(call) as undefined });
    await press("Continue");
    await user.click(screen.getByRole("radio", { name: /^Basic/ }));
    await press("Continue");
    await press("Previous");
    await user.click(screen.getByRole("radio", { name: /^Free/ }));
    await press("Continue");
    expect(screen.getByRole("button", { name: "Connect Google Drive" })).toBeTruthy();
    expect(calls).toEqual([]);
  });

  it("is complete if the rest is skipped on a paid plan", async () => {
    const calls: string[] = [];
    const { user, press, path, services } = await atOnboarding({ refuses: (call) => void calls.push(call) as undefined });
    await press("Continue");
    await user.click(screen.getByRole("radio", { name: /^Basic/ }));
    await press("Continue");
    await press("Skip for now");
    await waitFor(() => expect(path()).toBe("/notes"));
    expect(calls).toEqual(["completeOnboarding"]);
    expect(services.preferences.read("onboarding_selectedPlan")).toBeUndefined();
  });

  it("moves existing drive content if a paid plan is chosen later", async () => {
    const { user, press, path, services } = await atOnboarding({ preferences: { onboarding_selectedPlan: "free" } });
    await press("Connect Google Drive");
    await screen.findByRole("heading", { name: "All set" });
    await press("Previous");
    await user.click(screen.getByRole("radio", { name: /^Basic/ }));
    await press("Continue");
    await press("Continue");
    await press("Start using Notes");
    await waitFor(() => expect(path()).toBe("/notes"));
    expect(services.migration.store.getState()).toMatchObject({ kind: "copying", to: "basic" });
  });

  it("ends with the import if that is chosen", async () => {
    const { press, path } = await atOnboarding({ preferences: { onboarding_selectedPlan: "basic" } });
    await press("Continue");
    await press("Import notes");
    expect(await screen.findByRole("tab", { name: "Import and export", selected: true })).toBeTruthy();
    expect(path()).toBe("/notes");
  });

  it("goes back a step", async () => {
    const { press } = await atOnboarding();
    await press("Continue");
    await press("Previous");
    expect(screen.getByRole("heading", { name: "Welcome to Satchel" })).toBeTruthy();
  });

  it("shows 'Coming Soon' while no drive is configured", async () => {
    const { user, press } = await atOnboarding({ connection: { kind: "none", isConfigured: false, isManaged: false } });
    await press("Continue");
    await user.click(screen.getByRole("radio", { name: /Free/ }));
    await press("Continue");

    expect(screen.getByRole("heading", { name: "Coming Soon" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Connect/ })).toBeNull();
    expect(screen.getByText("Google Drive is not available yet. Please try again later.")).toBeTruthy();
  });

  it("continues with storage after the drive's sign-in, then automatically", async () => {
    await renderApp({
      session: FRESH,
      path: "/onboarding",
      preferences: { onboarding_selectedPlan: "free" },
      recoveryKey: KEY,
    });
    expect(await screen.findByRole("heading", { name: "All set" })).toBeTruthy();
  });

  it("explains why the drive was not connected", async () => {
    const { user, press } = await atOnboarding({ connectionRefuses: () => ({ kind: "offline" }) });
    await press("Continue");
    await user.click(screen.getByRole("radio", { name: /Free/ }));
    await press("Continue");
    await press("Connect Google Drive");

    expect(await screen.findByText("No internet connection detected...")).toBeTruthy();
    expect(isClosed("Continue")).toBe(true);
  });
});

describe("encryption 3.5 (1) the recovery key on paper", () => {
  it("is shown in nine groups and verified by three of them", async () => {
    const { user, press } = await renderKey();
    const shown = within(await screen.findByRole("list", { name: "Your recovery key" })).getAllByRole("listitem");
    expect(shown.map((group) => group.textContent)).toEqual(KEY);
    await press("I've saved it");

    const fields = screen.getAllByLabelText<HTMLInputElement>(/^Group \d$/);
    expect(fields).toHaveLength(3);
    for (const field of fields) {
      await user.click(field);
      await user.paste("WRONG");
    }
    await press("Confirm");
    expect(await screen.findByText(/don't match your key/)).toBeTruthy();

    for (const field of fields) {
      const position = Number(/\d/.exec(field.labels?.[0]?.textContent ?? "")?.[0]) - 1;
      await user.clear(field);
      await user.click(field);
      await user.paste(KEY[position] as string);
    }
    await press("Confirm");
    expect(await screen.findByText("Your recovery key is confirmed.")).toBeTruthy();
  });

  it("asks for the password if this device no longer stores it", async () => {
    const { fill, press } = await renderKey({ keyNeedsPassword: true });
    expect(await screen.findByText(/This device no longer stores it/)).toBeTruthy();
    await fill("Your password", "Correct horse 1");
    await press("Show recovery key");
    const shown = within(await screen.findByRole("list", { name: "Your recovery key" })).getAllByRole("listitem");
    expect(shown.map((group) => group.textContent)).toEqual(KEY);
    await press("I've saved it");
    expect(screen.getAllByLabelText(/^Group \d$/)).toHaveLength(3);
  });

  async function renderKey(options: Parameters<typeof renderApp>[0] = {}) {
    const app = await renderApp({
      ...options,
      session: FRESH,
      path: "/onboarding",
      preferences: { onboarding_selectedPlan: "free" },
      recoveryKey: KEY,
    });
    return { ...app, press: (name: string) => app.user.click(screen.getByRole("button", { name })) };
  }
});
