import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createChangeDelivery } from "./change-delivery.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("A2.12 delivery of edits to the page", () => {
  it("reports pending edits when the editor closes, and none afterwards", () => {
    const deliver = vi.fn();
    const delivery = createChangeDelivery(deliver);
    delivery.schedule();
    delivery.end();
    expect(deliver).toHaveBeenCalledTimes(1);

    delivery.schedule();
    vi.runAllTimers();

    expect(deliver).toHaveBeenCalledTimes(1);
    expect(delivery.isWaiting()).toBe(false);
  });
});
