import { ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { createStatusService } from "@satchel/core/workspace/notifications/status-service.ts";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { ServicesProvider } from "../../shared/services.ts";
import { createMemoryServices } from "../../testing/memory-services.ts";
import { StatusToasts } from "./StatusToasts.tsx";
import { ToastRegion } from "./ToastRegion.tsx";

/** Milliseconds after which sonner removes a closing toast from the page. */
const EXIT_MS = 200;
const FRAME_MS = 20;

afterEach(() => vi.useRealTimers());

it.each([0, FRAME_MS, EXIT_MS / 2])("shows the message again %i ms after the last about it began to go", async (laterMs) => {
  const services = await createMemoryServices();
  const { status } = services;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "cancelAnimationFrame"] });
  // React renders timed updates only when `act` ends, so time advances in frames.
  const pass = async (ms: number) => {
    for (let elapsed = 0; elapsed < ms; elapsed += FRAME_MS) await act(() => vi.advanceTimersByTimeAsync(FRAME_MS));
  };
  const shown = () => screen.queryAllByRole("listitem").map(({ textContent }) => textContent);
  render(
    <ServicesProvider value={services}>
      <ToastRegion />
    </ServicesProvider>,
  );
  const say = (count: number) => act(async () => void status.show({ id: "files-cleaned", count }));
  await say(3);
  await pass(EXIT_MS);
  expect(shown()).toEqual([expect.stringContaining("3")]);
  await act(async () => status.dismiss(status.store.getState().shown[0]?.key ?? ""));
  await pass(laterMs);
  await say(4);
  await pass(5 * EXIT_MS);
  expect(shown()).toEqual([expect.stringContaining("4")]);
});

it("is reached by Tab, and returns the focus when a toast is dismissed", async () => {
  const services = await createMemoryServices();
  const user = userEvent.setup();
  render(
    <ServicesProvider value={services}>
      <button type="button">Before</button>
      <ToastRegion />
      <button type="button">After</button>
    </ServicesProvider>,
  );
  await act(async () => void services.status.show({ id: "files-cleaned", count: 3 }));
  const [before, after] = [screen.getByRole("button", { name: "Before" }), screen.getByRole("button", { name: "After" })];
  before.focus();
  await user.tab();
  expect(document.activeElement).toBe(await screen.findByRole("button", { name: "Dismiss" }));
  await user.tab();
  expect(document.activeElement).toBe(after);
  await user.tab({ shift: true });
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(after);
  await act(async () => services.status.dismiss(services.status.store.getState().shown[0]?.key ?? ""));
});

it("shows an info toast for three seconds from when it is painted, however late that is", async () => {
  const clock = new ManualClock();
  const services = { ...(await createMemoryServices()), status: createStatusService({ timers: clock }) };
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal("requestAnimationFrame", (callback: FrameRequestCallback) => frames.push(callback));
  render(
    <ServicesProvider value={services}>
      <StatusToasts />
    </ServicesProvider>,
  );
  await act(async () => void services.status.show({ id: "full-sync-active" }, { subject: "sync" }));
  const isShown = () => services.status.store.getState().shown.length === 1;
  await act(() => clock.advance(60_000));
  expect(isShown()).toBe(true);
  await screen.findByRole("listitem");
  for (const frame of frames.splice(0)) frame(0);
  await act(() => clock.advance(2900));
  expect(isShown()).toBe(true);
  await act(() => clock.advance(100));
  expect(isShown()).toBe(false);
  vi.unstubAllGlobals();
});
