import type { ConnectionProblem, ConnectionService, ConnectionState } from "@satchel/core/connection/connection-service-types.ts";
import type { OfflineFilesState } from "@satchel/core/library/attachments/offline-files-service.ts";
import type { NotesState } from "@satchel/core/library/notes/notes-service-types.ts";
import { failed, ok } from "@satchel/core/model/result.ts";
import type { Store, UnionStore } from "@satchel/core/model/store.ts";
import { act, cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { LibraryProvider, ServicesProvider } from "../../shared/services.ts";
import { createMemoryServices, SIGNED_IN } from "../../testing/memory-services.ts";
import { CloudStoragePanel } from "./CloudStoragePanel.tsx";

const CONNECTED: ConnectionState = {
  kind: "connected",
  label: "Google Drive",
  email: "ada@gmail.example",
  isConfigured: true,
  isManaged: false,
};
const USAGE = {
  success: true,
  totalBytes: 1000,
  usedBytes: 250,
  availableBytes: 750,
  usagePercentage: 25,
  usedFormatted: "4.21 GB",
  totalFormatted: "15.00 GB",
  availableFormatted: "10.79 GB",
  providerType: "google-drive",
} as const;

async function show(connection: ConnectionState, more: Partial<ConnectionService> = {}, offlineFiles: Partial<OfflineFilesState> = {}) {
  cleanup();
  const services = await createMemoryServices({ session: SIGNED_IN, connection, offlineFiles });
  (services.open.notes.store as Store<NotesState>).setState({ pendingCount: 0 });
  Object.assign(services.connection, { usage: async () => ok(USAGE), ...more });
  render(
    <ServicesProvider value={services}>
      <LibraryProvider value={services.open}>
        <CloudStoragePanel onClearCaches={() => undefined} />
      </LibraryProvider>
    </ServicesProvider>,
  );
  const become = (state: ConnectionState) => act(() => (services.connection.store as UnionStore<ConnectionState>).replace(state));
  return { services, become, user: userEvent.setup({ delay: null }) };
}

const button = (name: string) => screen.queryByRole("button", { name });

describe("B2 Cloud Storage panel", () => {
  it.each([
    ["Connect", "none", { connect: async () => ok(undefined) }],
    ["Reconnect", "expired", { quickReconnect: async () => ok("leaving" as const) }],
  ] as const)("can %s again after the browser's Back", async (name, kind, more) => {
    const { user } = await show({ ...CONNECTED, kind }, more);
    await user.click(screen.getByRole("button", { name }));
    expect(button(name)?.getAttribute("aria-disabled")).toBeNull();
  });

  it("shows drive, account, state, live usage, providers and the drive's purpose", async () => {
    await show(CONNECTED);
    const card = screen.getByRole("region", { name: "Connection" });
    for (const text of ["Google Drive", /ada@gmail.example/, "Connected"]) expect(within(card).getByText(text)).toBeTruthy();
    expect(await screen.findByText("4.21 GB of 15.00 GB used · 10.79 GB available · 25%")).toBeTruthy();
    expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("25");
    const providers = within(screen.getByRole("heading", { name: "Providers" }).closest("section") as HTMLElement).getAllByRole("listitem");
    expect(providers.map(({ textContent, ariaDisabled }) => [textContent, ariaDisabled])).toEqual([
      ["Google Drive Active", null],
      ["Dropbox Coming soon", "true"],
      ["OneDrive Coming soon", "true"],
    ]);
    const guide = screen.getByText("First-time setup guide").closest("details") as HTMLDetailsElement;
    expect([guide.open, within(guide).getAllByRole("listitem", { hidden: true }).length > 2]).toEqual([false, true]);
    for (const point of [
      /stored as encrypted files/,
      /You own the files/,
      /Sync is automatic across your devices/,
      /You can disconnect at any time/,
    ])
      expect(screen.getByText(point)).toBeTruthy();
    expect([button("Connect"), button("Reconnect")]).toEqual([null, null]);
    expect([button("Disconnect"), button("Debug")].every((one) => one !== null)).toBe(true);
  });

  it.each([
    ["refused", "Failed to connect to Google Drive"],
    ["not-signed-in", "No authentication token found. Please log in again."],
    ["not-connected", "Not connected to cloud storage"],
    ["offline", "No internet connection detected..."],
    ["not-responding", "Google services are not responding..."],
    ["unreachable", "Cannot reach Google services..."],
    ["failed", "Failed to connect to cloud storage"],
  ] as const)("B8 explains a failed connection: %s", async (kind, sentence) => {
    const { user } = await show(
      { kind: "none", label: "Google Drive", isConfigured: true, isManaged: false },
      {
        connect: async () => failed({ kind, error: "access_denied" } as ConnectionProblem),
      },
    );
    await user.click(screen.getByRole("button", { name: "Connect" }));
    expect((await screen.findByRole("alert")).textContent).toBe(sentence);
  });

  it("shows 'Unable to load storage information', and retries after reconnecting", async () => {
    let isDown = true;
    const usage = async () => (isDown ? failed({ kind: "unreachable" } as const) : ok(USAGE));
    const { become } = await show({ ...CONNECTED, kind: "expired", reason: "revoked" }, { usage });
    expect(await screen.findByText("Unable to load storage information")).toBeTruthy();
    expect(screen.getByText(/revoked.*Reconnect to resume syncing/)).toBeTruthy();
    expect(button("Reconnect")).toBeTruthy();
    isDown = false;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
      become(CONNECTED);
      await pass(999);
      expect(screen.queryByText(/25%/)).toBeNull();
      await pass(1);
      expect(screen.getByText(/25%/)).toBeTruthy();
    } finally {
      vi.useRealTimers();
    }
  });

  it("reserves the space of the usage, so that no plan moves under a press", async () => {
    let answer: () => void = () => undefined;
    const asked = new Promise<ReturnType<typeof ok<typeof USAGE>>>((resolve) => {
      answer = () => resolve(ok(USAGE));
    });
    await show(CONNECTED, { usage: () => asked });
    const section = screen.getByRole("region", { name: "Storage" });
    const shape = (): string[] => [...section.children].map(({ tagName }) => tagName);
    const before = shape();
    expect(within(section).getByText("Loading…")).toBeTruthy();
    answer();
    expect(await within(section).findByText(/25%/)).toBeTruthy();
    expect(shape()).toEqual(before);
    expect(section.getAttribute("aria-busy")).toBe("false");
  });

  it("omits the bar for a drive without a limit", async () => {
    const open = {
      ...USAGE,
      totalBytes: null,
      availableBytes: null,
      usagePercentage: null,
      totalFormatted: null,
      availableFormatted: null,
    };
    await show(CONNECTED, { usage: async () => ok(open) });
    expect(await screen.findByText("4.21 GB used")).toBeTruthy();
    expect(screen.queryByRole("progressbar")).toBeNull();
  });

  it("offers Connect without a drive, and explains a failure", async () => {
    const none = { kind: "none", label: "Google Drive", isConfigured: true, isManaged: false } as const;
    const { user } = await show(none, { connect: async () => failed({ kind: "failed", status: 500 }) });
    expect(within(screen.getByRole("region", { name: "Connection" })).getByText("Not connected")).toBeTruthy();
    await user.click(button("Connect") as HTMLElement);
    expect((await screen.findByRole("alert")).textContent).toBe("Failed to connect to cloud storage");
  });

  it("describes managed storage correctly, without a Connect button", async () => {
    await show({ kind: "connected", isConfigured: true, isManaged: true });
    expect(screen.getByText("Managed storage")).toBeTruthy();
    expect(screen.getByText(/storage this server manages for you/)).toBeTruthy();
    expect(screen.queryByText(/own drive\.$|You can disconnect/)).toBeNull();
    expect([button("Connect"), button("Disconnect"), button("Debug")]).toEqual([null, null, null]);
  });

  it("B5 shows 'Coming Soon' with the checklist while no drive is configured", async () => {
    const checks = [{ item: "drive-configured", isMet: false }] as const;
    await show({ kind: "none", isConfigured: false, isManaged: false }, { checkConfiguration: () => checks });
    expect(screen.getByText("Coming Soon")).toBeTruthy();
    expect(screen.getByText("Google Drive is not available yet. Please try again later.")).toBeTruthy();
    expect(button("Connect")).toBeNull();
    expect(screen.getByText(/A drive is set up on this server/).textContent).toContain("missing");
  });

  it.each([
    [{ hasProvider: false, hasToken: false, tokenValid: false, scope: null }, /No provider/],
    [{ hasProvider: true, hasToken: false, tokenValid: false, scope: null }, /No token found/],
    [{ hasProvider: true, hasToken: true, tokenValid: false, scope: "drive.file" }, /invalid or has expired/],
    [{ hasProvider: true, hasToken: true, tokenValid: true, scope: "drive.file" }, /Everything looks good/],
  ] as const)("B8 debug names what is missing: %j", async (found, sentence) => {
    const { user } = await show(CONNECTED, { debug: async () => ok(found) });
    await user.click(button("Debug") as HTMLElement);
    expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0);
  });
});

it("B8 the open debug view follows a disconnect", async () => {
  const whole = { hasProvider: true, hasToken: true, tokenValid: true, scope: "drive.file" };
  const answers = [whole, { hasProvider: false, hasToken: false, tokenValid: false, scope: null }];
  const { user, become } = await show(CONNECTED, { debug: async () => ok(answers.shift() ?? whole) });
  await user.click(button("Debug") as HTMLElement);
  expect(await screen.findByText(/Everything looks good/)).toBeTruthy();
  become({ ...CONNECTED, kind: "none" });
  expect((await screen.findAllByText(/No provider/)).length).toBeGreaterThan(0);
  expect(screen.queryByText(/Everything looks good/)).toBeNull();
});

describe("B4 disconnecting asks what to do with unsynced changes", () => {
  it("disconnects after one question if everything is in the drive", async () => {
    const disconnect = vi.fn(async () => ok(undefined));
    const { user } = await show(CONNECTED, { disconnect });
    await user.click(button("Disconnect") as HTMLElement);
    const dialog = await screen.findByRole("alertdialog", { name: "Disconnect Google Drive?" });
    expect(within(dialog).getByText(/stay on this device, and your files stay in your drive/)).toBeTruthy();
    await user.click(within(dialog).getByRole("button", { name: "Disconnect" }));
    expect(disconnect).toHaveBeenCalledTimes(1);
  });

  it("offers to sync first, and stays connected if that is incomplete", async () => {
    const disconnect = vi.fn(async () => ok(undefined));
    const { user, services } = await show(CONNECTED, { disconnect });
    await act(async () => void (await services.open.notes.create({ title: "Only here", content: "<p>x</p>" }, null)));
    await user.click(button("Disconnect") as HTMLElement);
    const dialog = await screen.findByRole("alertdialog");
    expect(within(dialog).getByText(/hasn't reached your drive yet/)).toBeTruthy();
    await user.click(within(dialog).getByRole("button", { name: "Sync first, then disconnect" }));
    expect(await within(dialog).findByText("Some changes couldn't be uploaded, so your drive is still connected.")).toBeTruthy();
    expect(disconnect).not.toHaveBeenCalled();
    await user.click(within(dialog).getByRole("button", { name: "Disconnect and keep them here" }));
    expect(disconnect).toHaveBeenCalledTimes(1);
    expect(services.open.notes.store.getState().notes.map(({ title }) => title)).toEqual(["Only here"]);
  });

  it("reports a failure", async () => {
    const { user } = await show(CONNECTED, { disconnect: async () => failed({ kind: "offline" }) });
    await user.click(button("Disconnect") as HTMLElement);
    const dialog = await screen.findByRole("alertdialog");
    await user.click(within(dialog).getByRole("button", { name: "Disconnect" }));
    expect((await within(dialog).findByRole("alert")).textContent).toBe("Error disconnecting from cloud storage");
  });
});

describe("decision 0005 attachments on this device", () => {
  const MB = 1_048_576;
  const keep = () => screen.getByRole("checkbox", { name: "Keep all attachments offline" });
  const section = () => within(screen.getByRole("region", { name: "Attachments on this device" }));

  it("shows counts, remaining size and free space, and is toggled", async () => {
    const counts = { all: 40, here: 12, hereBytes: 8 * MB, missingBytes: 90 * MB, freeBytes: 2048 * MB };
    const { services, user } = await show(CONNECTED, {}, counts);
    expect(section().getByText("12 of 40 files stored here (8.00 MB)")).toBeTruthy();
    expect(section().getByText("The rest need about 90.00 MB. This browser has 2.00 GB of free space.")).toBeTruthy();
    expect(section().queryByRole("progressbar")).toBeNull();
    await user.click(keep());
    expect(services.open.offlineFiles?.store.getState().isOn).toBe(true);
    expect(section().getByRole("progressbar").getAttribute("aria-valuenow")).toBe("30");
    await user.click(keep());
    expect(services.open.offlineFiles?.store.getState().isOn).toBe(false);
  });

  it.each<[string | RegExp, Partial<OfflineFilesState>]>([
    ["Your notes have no attachments or images.", {}],
    ["All 2 files stored here (1.00 KB)", { all: 2, here: 2, hereBytes: 1024 }],
    ["2 files stored here so far (1.00 KB)", { all: 2, here: 2, hereBytes: 1024, isPartial: true }],
    ["1 file stored here (1.00 KB)", { all: 1, here: 1, hereBytes: 1024 }],
    ["Downloading while you work. Turn this off to stop.", { isOn: true, isFetching: true, all: 2, here: 1 }],
    ["Paused on a metered network.", { isOn: true, hold: "metered", all: 1 }],
    [/^Paused\. Satchel keeps 100\.00 MB free for your notes/, { isOn: true, hold: "no-space", all: 1 }],
    [/^Paused because your drive can't be reached\./, { isOn: true, hold: "out-of-reach", all: 1 }],
    [/^1 file unavailable: .* Satchel will check again\.$/, { isOn: true, all: 1, notToBeHad: 1 }],
  ])("shows: %s", async (sentence, state) => {
    await show(CONNECTED, {}, state);
    expect(section().getByText(sentence)).toBeTruthy();
  });
});
