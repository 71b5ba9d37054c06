import type { EarlierSteps, HistoryService } from "@satchel/core/library/history/history-service-types.ts";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { EarlierVersions } from "./EarlierVersions.tsx";
import { useEarlierVersions } from "./use-earlier-versions.ts";

type Fetching = { readonly steps: EarlierSteps; readonly end: (outcome: "complete" | "incomplete") => void };

function Probe({ service, onRead }: { readonly service: HistoryService; readonly onRead: () => void }) {
  return <EarlierVersions earlier={useEarlierVersions(service, onRead)} />;
}

function show() {
  const begun: Fetching[] = [];
  const listed: number[] = [];
  const fetchEarlier: HistoryService["fetchEarlier"] = (steps) => new Promise((end) => begun.push({ steps, end }));
  const service = { fetchEarlier } as HistoryService;
  return {
    ...render(<Probe service={service} onRead={() => listed.push(begun.length)} />),
    begun,
    listed,
    at: (index: number) => begun[index] as Fetching,
  };
}

describe("earlier versions in the drive", () => {
  it("are fetched when a history is shown: each part is listed as it comes, with a number", async () => {
    const { at, listed } = show();
    act(() => at(0).steps.onRead(1, 3));
    expect(screen.getByRole("status").textContent).toMatch(/1 of 3/);
    act(() => at(0).steps.onRead(2, 3));
    expect(screen.getByRole("status").textContent).toMatch(/2 of 3/);
    expect(listed).toHaveLength(2);
    await act(async () => at(0).end("complete"));
    expect(screen.getByRole("status").textContent).toBe("");
  });

  it("are tried again when the user asks", async () => {
    const { at, begun } = show();
    await act(async () => at(0).end("incomplete"));
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(begun).toHaveLength(2);
    await act(async () => at(1).end("complete"));
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("stop being fetched once the history is closed", () => {
    const { at, unmount, listed } = show();
    expect(at(0).steps.isStopped()).toBe(false);
    unmount();
    expect(at(0).steps.isStopped()).toBe(true);
    act(() => at(0).steps.onRead(1, 1));
    expect(listed).toEqual([]);
  });
});
