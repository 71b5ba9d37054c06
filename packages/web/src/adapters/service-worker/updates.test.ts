import { describe, expect, it } from "vitest";
import { createUpdates } from "./updates.ts";

/** The browser's side of a service worker's updates. */
class Worker extends EventTarget {
  readonly messages: unknown[] = [];
  postMessage(message: unknown): void {
    this.messages.push(message);
  }
}

function setup({ controlled = true, fails = false } = {}) {
  const registered: string[] = [];
  const registration = Object.assign(new EventTarget(), {
    waiting: null as Worker | null,
    installing: null as Worker | null,
    update: async () => undefined,
  });
  const container = Object.assign(new EventTarget(), {
    controller: controlled ? {} : null,
    register: async (url: string) => {
      if (fails) throw new Error("no worker here");
      registered.push(url);
      return registration;
    },
  });
  const updates = createUpdates({ timers: { after: () => () => undefined }, container: container as never });
  const installNew = (): Worker => {
    const worker = new Worker();
    registration.installing = worker;
    registration.dispatchEvent(new Event("updatefound"));
    registration.installing = null;
    registration.waiting = worker;
    worker.dispatchEvent(new Event("statechange"));
    return worker;
  };
  const takeOver = () => {
    registration.waiting = null;
    container.dispatchEvent(new Event("controllerchange"));
  };
  return { updates, installNew, takeOver, registered };
}

it("registers the service worker at /sw.js once (B1, B9)", async () => {
  const { updates, registered } = setup();
  await updates.start();
  expect(registered).toEqual(["/sw.js"]);
});

describe("decision 0007 an app update never drops unsaved text", () => {
  it("reports that a new version is waiting, and lets it wait", async () => {
    const { updates, installNew } = setup();
    await updates.start();
    expect(updates.store.getState().waiting).toBe(false);
    const worker = installNew();

    expect(updates.store.getState().waiting).toBe(true);
    expect(worker.messages).toEqual([]);
  });

  it("lets it take over only when asked", async () => {
    const { updates, installNew } = setup();
    await updates.start();
    const worker = installNew();
    updates.apply();

    expect(worker.messages).toEqual([{ type: "SKIP_WAITING" }]);
  });

  it("reports nothing at the first visit, nor after 'later'", async () => {
    const first = setup({ controlled: false });
    await first.updates.start();
    first.installNew();
    expect(first.updates.store.getState().waiting).toBe(false);

    const again = setup();
    await again.updates.start();
    again.installNew();
    again.updates.later();
    expect(again.updates.store.getState().waiting).toBe(false);
  });

  it("reports a takeover by another window, but not the first installation", async () => {
    const again = setup();
    await again.updates.start();
    const worker = again.installNew();
    again.updates.later();
    again.takeOver();
    worker.dispatchEvent(new Event("statechange"));
    expect(again.updates.store.getState().waiting).toBe(true);

    const first = setup({ controlled: false });
    await first.updates.start();
    first.takeOver();
    expect(first.updates.store.getState().waiting).toBe(false);
    first.takeOver();
    expect(first.updates.store.getState().waiting).toBe(true);
  });

  it("works without a worker if the browser does not support one", async () => {
    const { updates } = setup({ fails: true });
    await updates.start();
    expect(updates.store.getState().waiting).toBe(false);
  });
});
