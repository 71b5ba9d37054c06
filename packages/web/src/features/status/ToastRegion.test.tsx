import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { createMemoryServices } from "../../app/testing/memory-services.ts";
import { ServicesProvider } from "../../shared/services.ts";
import { ToastRegion } from "./ToastRegion.tsx";

/** sonner takes a toast that goes out of the page after its way out. */
const WAY_OUT_MS = 200;
const FRAME_MS = 20;

afterEach(() => vi.useRealTimers());

it.each([0, FRAME_MS, WAY_OUT_MS / 2])("keeps what is said anew %i ms after the last about it began to go", async (laterMs) => {
  const services = await createMemoryServices();
  const { status } = services;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "cancelAnimationFrame"] });
  // What React is told while time passes is drawn when `act` ends.
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += FRAME_MS) await act(() => vi.advanceTimersByTimeAsync(FRAME_MS));
  };
  const shown = () => screen.queryAllByRole("listitem").map(({ textContent }) => textContent);
  render(
    <ServicesProvider value={services}>
      <ToastRegion />
    </ServicesProvider>,
  );
  const say = (count: number) => act(async () => void status.show({ id: "files-cleaned", count }));
  await say(3);
  await pass(WAY_OUT_MS);
  expect(shown()).toEqual([expect.stringContaining("3")]);
  await act(async () => status.dismiss(status.store.getState().shown[0]?.key ?? ""));
  await pass(laterMs);
  await say(4);
  await pass(5 * WAY_OUT_MS);
  expect(shown()).toEqual([expect.stringContaining("4")]);
});
