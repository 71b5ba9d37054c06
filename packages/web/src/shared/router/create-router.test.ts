import { createBrowserHistory } from "@tanstack/history";
import { beforeEach, describe, expect, it } from "vitest";
import { createRouter, type Held, type Router } from "./create-router.ts";

let router: Router;
const location = () => router.store.getState().location;

/** Guards a path. Uses the page's real history, whose steps are asynchronous. */
function holdFrom(pathname: string): { readonly held: Held[]; readonly release: () => void } {
  const held: Held[] = [];
  return { held, release: router.guard({ holds: (from) => from.pathname === pathname, onHeld: (one) => void held.push(one) }) };
}

beforeEach(() => {
  window.history.replaceState(null, "", "/");
  const history = createBrowserHistory();
  router = createRouter(history);
  return () => history.destroy();
});

describe("A2.1 going from page to page", () => {
  it("parses an address, and keeps the navigation state", () => {
    const { key, isFirst } = location();
    router.navigate("/notes?search=milk#end", { state: { from: "/login" } });
    expect(location()).toMatchObject({ pathname: "/notes", search: "?search=milk", hash: "#end", href: "/notes?search=milk#end" });
    expect([location().state, location().key === key]).toEqual([{ from: "/login" }, false]);
    expect([isFirst, location().isFirst]).toEqual([true, false]);
  });

  it("goes back and forward, and replaces entries that should not be revisited", async () => {
    router.navigate("/login", { replace: true });
    router.navigate("/register");
    router.navigate(-1);
    await expect.poll(() => location().pathname).toBe("/login");
    router.navigate(1);
    await expect.poll(() => location().pathname).toBe("/register");
  });
});

describe("A4 Leaving", () => {
  it("holds a link until allowed, and asks only once", () => {
    router.navigate("/notes");
    const { held } = holdFrom("/notes");
    router.navigate("/dashboard", { state: "kept" });
    expect(held).toHaveLength(1);
    expect(location().pathname).toBe("/notes");

    held[0]?.proceed();

    expect(location()).toMatchObject({ pathname: "/dashboard", state: "kept" });
    expect(held).toHaveLength(1);
  });

  it("returns from a step already taken, and repeats it when allowed", async () => {
    for (const address of ["/dashboard", "/notes", "/notes/new"]) router.navigate(address);
    const { held, release } = holdFrom("/notes/new");
    router.navigate(-2);
    await expect.poll(() => held.length).toBe(1);
    await expect.poll(() => window.location.pathname).toBe("/notes/new");
    expect(location().pathname).toBe("/notes/new");

    held[0]?.proceed();

    await expect.poll(() => location().pathname).toBe("/dashboard");
    expect([held.length, window.location.pathname]).toEqual([1, "/dashboard"]);
    router.navigate(2);
    await expect.poll(() => location().pathname).toBe("/notes/new");
    release();
    router.navigate(-1);
    await expect.poll(() => location().pathname).toBe("/notes");
    expect(held).toHaveLength(1);
  });
});
