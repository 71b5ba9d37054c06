import { act, cleanup, render, screen } from "@testing-library/react";
import fc from "fast-check";
import { useRef } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { scrollToShow, visibleRange } from "./row-window.ts";
import { useVisibleRows } from "./use-visible-rows.ts";

const LAYOUT = { count: 1000, rowPx: 76, startPx: 6, endPx: 92 };
const layouts = fc.record({
  count: fc.integer({ min: 1, max: 50_000 }),
  rowPx: fc.integer({ min: 40, max: 120 }),
  startPx: fc.integer({ min: 0, max: 20 }),
  endPx: fc.integer({ min: 0, max: 100 }),
});

describe("A2.9 visible rows", () => {
  it("include each row that touches the view", () => {
    fc.assert(
      fc.property(layouts, fc.nat(4_000_000), fc.integer({ min: 120, max: 3000 }), (layout, topPx, heightPx) => {
        const { first, end } = visibleRange({ topPx, heightPx }, layout);
        const rowAt = (px: number) => Math.max(0, Math.floor((px - layout.startPx) / layout.rowPx));
        expect(first).toBeLessThanOrEqual(rowAt(topPx));
        expect(end).toBeGreaterThan(rowAt(topPx + heightPx - 1));
        expect((end - first) * layout.rowPx).toBeLessThan(heightPx + 34 * layout.rowPx);
      }),
    );
  });

  it("show the whole row that is scrolled to, and move no further than needed", () => {
    fc.assert(
      fc.property(layouts, fc.nat(), fc.nat(), fc.integer({ min: 240, max: 3000 }), (layout, place, offset, heightPx) => {
        const index = place % layout.count;
        const maxPx = Math.max(0, layout.startPx + layout.count * layout.rowPx + layout.endPx - heightPx);
        const topPx = offset % (maxPx + 1);
        const to = Math.min(maxPx, scrollToShow(index, { topPx, heightPx }, layout));
        const rowPx = layout.startPx + index * layout.rowPx;
        expect(to).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(rowPx);
        expect(to + heightPx).toBeGreaterThanOrEqual(rowPx + layout.rowPx);
        expect(scrollToShow(index, { topPx: to, heightPx }, layout)).toBe(to);
      }),
    );
  });
});

function List({ count }: { readonly count: number }) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVisibleRows(scroller, { ...LAYOUT, count });
  return (
    <div ref={scroller} data-testid="list" style={{ height: rows.heightPx }}>
      {Array.from({ length: rows.end - rows.first }, (_, place) => rows.first + place).map((index) => (
        <p key={index}>{index}</p>
      ))}
    </div>
  );
}

const shownRows = () => [...screen.getByTestId("list").children].map((row) => Number(row.textContent));

describe("A2.9 a list of visible rows", () => {
  const frame = { scrollTop: 0, clientHeight: 760 };

  beforeEach(() => {
    Object.assign(frame, { scrollTop: 0, clientHeight: 760 });
    vi.stubGlobal("innerHeight", 760);
    vi.stubGlobal(
      "ResizeObserver",
      class {
        observe(): void {}
        disconnect(): void {}
      },
    );
    for (const name of ["scrollTop", "clientHeight"] as const)
      Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => frame[name] });
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    for (const name of ["scrollTop", "clientHeight"]) Reflect.deleteProperty(HTMLElement.prototype, name);
  });

  function scrollTo(scrollTop: number): void {
    frame.scrollTop = scrollTop;
    act(() => void screen.getByTestId("list").dispatchEvent(new Event("scroll")));
  }

  it("renders the rows of the view and a few beyond it", () => {
    render(<List count={1000} />);
    expect(shownRows()).toEqual(Array.from({ length: 24 }, (_, index) => index));
    scrollTo(76 * 500);
    expect(shownRows()).toEqual(Array.from({ length: 40 }, (_, index) => 484 + index));
  });

  it("renders the last rows when most of the others go", () => {
    const view = render(<List count={1000} />);
    scrollTo(76 * 900);
    frame.scrollTop = 0;
    view.rerender(<List count={5} />);
    expect(shownRows()).toEqual([0, 1, 2, 3, 4]);
  });

  it("renders all rows of a short list", () => {
    render(<List count={3} />);
    expect(shownRows()).toEqual([0, 1, 2]);
  });
});
