import { expect, it } from "vitest";
import { createRouter } from "../shared/router/create-router.ts";
import { browserPages } from "./browser-pages.ts";

/** A window with the history of a real one: entries, a position, and an event after each step. */
function windowAt(path: string, state: unknown) {
  const entries = [{ path, state }];
  let at = 0;
  const events = new EventTarget();
  const go = (delta: number): void => {
    at += delta;
    events.dispatchEvent(new Event("popstate"));
  };
  const history = {
    get state() {
      return entries[at]?.state ?? null;
    },
    replaceState: (next: unknown, _: string, address?: string) => {
      entries[at] = { path: address ?? (entries[at]?.path as string), state: next };
    },
    pushState: (next: unknown, _: string, address: string) => {
      at += 1;
      entries.splice(at, entries.length, { path: address, state: next });
    },
    go,
  };
  const view = Object.assign(events, { history });
  Object.defineProperty(view, "location", { get: () => new URL(entries[at]?.path as string, "http://satchel.test") });
  return { view: view as unknown as Window, entries, go };
}

it("goes on in a window that was open before: what its entry carries is read, and its place in the history", () => {
  const { view, entries, go } = windowAt("/notes/n1", { usr: { isAboveList: true }, key: "abc", idx: 4 });
  const router = createRouter(browserPages(view), () => "next");
  expect(router.store.getState().location).toMatchObject({ pathname: "/notes/n1", state: { isAboveList: true }, key: "abc" });

  router.navigate("/notes?search=a", { state: { tabId: "t" } });
  expect(entries[1]).toEqual({ path: "/notes?search=a", state: { usr: { tabId: "t" }, key: "next", idx: 5 } });

  go(-1);
  expect(router.store.getState().location).toMatchObject({ pathname: "/notes/n1", search: "", key: "abc" });
});

it("marks the entry that the window was opened with, and keeps what it carried", () => {
  const { view, entries } = windowAt("/", { usr: "kept" });
  const router = createRouter(browserPages(view), () => "next");
  expect(entries[0]?.state).toEqual({ usr: "kept", idx: 0 });
  expect(router.store.getState().location.key).toBe("default");
  router.stop();
});
