import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { LazyTips } from "./LazyTips.tsx";

afterEach(() => vi.unstubAllGlobals());

it("loads again when the window gets the focus after a failed load", async () => {
  vi.stubGlobal("requestIdleCallback", (run: () => void) => run());
  const loads = [() => Promise.reject(new TypeError("Failed to fetch")), async () => () => <p>Loaded</p>];
  const load = async () => (await loads.shift()?.()) ?? (() => null);
  render(<LazyTips load={load} />);
  await expect.poll(() => loads.length).toBe(1);
  act(() => void window.dispatchEvent(new Event("focus")));
  expect(await screen.findByText("Loaded")).toBeTruthy();
});
