import { render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useFittingGroups } from "./use-fitting-groups.ts";

const GROUPS = [
  { key: "first", rank: 2 },
  { key: "second", rank: 1 },
  { key: "third", rank: 0 },
];
const GROUP_PX = 100;
const row = { widthPx: 0 };
let observed: (() => void)[] = [];

beforeEach(() => {
  observed = [];
  vi.stubGlobal(
    "ResizeObserver",
    class {
      readonly #onResize: () => void;
      constructor(onResize: () => void) {
        this.#onResize = onResize;
      }
      observe(): void {
        observed.push(this.#onResize);
      }
      disconnect(): void {}
    },
  );
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockImplementation(() => row.widthPx);
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(GROUP_PX);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function Row({ onRender }: { readonly onRender: (shown: string) => void }) {
  const { rowRef, fitting } = useFittingGroups(GROUPS);
  const keys = fitting.flatMap((index) => GROUPS[index]?.key ?? []);
  onRender(keys.join(" "));
  return (
    <div ref={rowRef}>
      {keys.map((key) => (
        <span key={key} data-tools={key} />
      ))}
    </div>
  );
}

/** Opens a toolbar of this width, as its observer would report it. Returns what each rendering showed. */
function open(widthPx: number): readonly string[] {
  row.widthPx = widthPx;
  const rendered: string[] = [];
  const { unmount } = render(<Row onRender={(shown) => rendered.push(shown)} />);
  for (const report of observed.splice(0)) report();
  unmount();
  return rendered;
}

it("shows the groups that fit, and at once in the next row of the same width", () => {
  expect(open(250).at(-1)).toBe("first second");
  expect(open(250)).toEqual(["first second"]);
});

it("measures the groups again in a row of another width", () => {
  open(250);
  expect(open(350).at(-1)).toBe("first second third");
  expect(open(150).at(-1)).toBe("first");
});
