import type { Earlier, EarlierSteps, FetchOutcome, HistoryService } from "@satchel/core/library/history/history-service-types.ts";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { EarlierVersions } from "./EarlierVersions.tsx";
import { useEarlierVersions } from "./use-earlier-versions.ts";

type Fetching = { readonly steps: EarlierSteps; readonly end: (outcome: FetchOutcome) => void };

const at = (day: number) => Date.UTC(2023, 0, day, 12);
const MARCH = { packId: "march", count: 120, fromMs: at(60), toMs: at(80) };
const JANUARY = { packId: "january", count: 1, fromMs: at(3), toMs: at(3) };

function Probe({ service, onRead }: { readonly service: HistoryService; readonly onRead: () => void }) {
  return (
    <EarlierVersions
      earlier={useEarlierVersions(service, "note-1-soup", { rows: undefined, onRead })}
      day={(atMs) => new Date(atMs).toISOString()}
    />
  );
}

async function show(start: Partial<Earlier> = { known: [MARCH, JANUARY] }) {
  let earlier: Earlier = { known: [], otherPackIds: [], ...start };
  const begun: Fetching[] = [];
  const listed: number[] = [];
  const fetchEarlier: HistoryService["fetchEarlier"] = (steps) => new Promise((end) => begun.push({ steps, end }));
  const service = { fetchEarlier, earlier: async () => earlier } as unknown as HistoryService;
  const shown = render(<Probe service={service} onRead={() => listed.push(begun.length)} />);
  await screen.findByRole("region", { name: "Earlier versions in your drive" });
  return {
    ...shown,
    begun,
    listed,
    latest: () => begun.at(-1) as Fetching,
    setEarlier: (next: Earlier) => {
      earlier = next;
    },
  };
}

const load = (name: RegExp) => userEvent.click(screen.getByRole("button", { name }));

describe("decision 0034 earlier versions in the drive", () => {
  it("offers them by time, and fetches only requested ones, with progress", async () => {
    const { begun, latest, listed, setEarlier } = await show();
    expect(begun).toEqual([]);
    expect(screen.getByRole("button", { name: /^Load 1 earlier version/ })).toBeTruthy();

    await load(/^Load 120 earlier versions/);
    expect(latest().steps.packIds).toEqual(["march"]);
    expect(screen.getByText("Loading from your drive… 0 of 1")).toBeTruthy();
    act(() => latest().steps.onRead(1, 1));
    expect(listed).toEqual([1]);
    setEarlier({ known: [JANUARY], otherPackIds: [] });
    await act(async () => latest().end("complete"));
    expect(screen.queryByRole("button", { name: /^Load 120/ })).toBeNull();
    expect(screen.queryByText(/^Loading/)).toBeNull();
  });

  it("reports them as unavailable offline, and retries on request", async () => {
    const { begun, latest } = await show();
    await load(/^Load 120/);
    await act(async () => latest().end("offline"));
    expect(screen.getByRole("status").textContent).toMatch(/^You're offline/);
    await load(/^Load 120/);
    expect(begun).toHaveLength(2);
    expect(screen.getByRole("status").textContent).toBe("");
  });

  it("searches on request in files that the note does not name", async () => {
    const { latest } = await show({ otherPackIds: ["one", "two"] });
    await load(/^Look in 2 more files/);
    expect(latest().steps.packIds).toEqual(["one", "two"]);
  });

  it("stops fetching after canceling, or closing the history", async () => {
    const { begun, latest, unmount, listed } = await show();
    await load(/^Load 120/);
    await load(/^Cancel/);
    expect(latest().steps.isStopped()).toBe(true);
    expect(screen.queryByText(/^Loading/)).toBeNull();
    await load(/^Load 120/);
    expect(latest().steps.isStopped()).toBe(false);
    unmount();
    expect(begun.map(({ steps }) => steps.isStopped())).toEqual([true, true]);
    expect(listed).toEqual([]);
  });
});
