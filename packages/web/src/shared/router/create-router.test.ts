import { createSequenceIds } from "@satchel/core/testing/sequence-ids.ts";
import { describe, expect, it } from "vitest";
import { createMemoryPages } from "../../app/testing/memory-pages.ts";
import { createRouter, type Held, isSamePlace } from "./create-router.ts";

function routerAt(address: string, state: unknown = null) {
  const router = createRouter(createMemoryPages(address, state), createSequenceIds("k").random);
  const location = () => router.store.getState().location;
  const held: Held[] = [];
  const guardFrom = (pathname: string) =>
    router.guard({ holds: (from) => from.pathname === pathname, onHeld: (one) => void held.push(one) });
  return { router, location, held, guardFrom };
}

describe("A2.1 going from page to page", () => {
  it("takes an address apart, and keeps what was left for the page", () => {
    const { router, location } = routerAt("/notes?search=milk#end");
    expect(location()).toMatchObject({ pathname: "/notes", search: "?search=milk", hash: "#end", state: null, key: "default" });

    router.navigate("/login", { state: { from: "/notes" } });
    expect(location()).toMatchObject({ pathname: "/login", search: "", hash: "", state: { from: "/notes" } });
    expect(location().key).not.toBe("default");
  });

  it("goes back and forward over what was visited, and replaces what should not be come back to", () => {
    const { router, location } = routerAt("/");
    router.navigate("/login", { replace: true });
    router.navigate("/register");
    router.navigate(-1);
    expect(location().pathname).toBe("/login");
    router.navigate(1);
    expect(location().pathname).toBe("/register");
    router.navigate(-5);
    expect(location().pathname).toBe("/login");
  });

  it("knows the place it stands at", () => {
    const { location } = routerAt("/notes?search=a");
    expect(isSamePlace(location(), "/notes?search=a")).toBe(true);
    expect(isSamePlace(location(), "/notes")).toBe(false);
  });
});

describe("A4 Leaving", () => {
  it("holds up a link until it may go on, and asks no second time", () => {
    const { router, location, held, guardFrom } = routerAt("/notes");
    guardFrom("/notes");
    router.navigate("/dashboard");
    expect(location().pathname).toBe("/notes");
    expect(held).toHaveLength(1);

    held[0]?.proceed();
    expect(location().pathname).toBe("/dashboard");
    expect(held).toHaveLength(1);
  });

  it("brings the window back that has gone already, and lets it go where it wanted", () => {
    const { router, location, held, guardFrom } = routerAt("/dashboard");
    router.navigate("/notes");
    router.navigate("/notes/new");
    const release = guardFrom("/notes/new");

    router.navigate(-2);
    expect(location().pathname).toBe("/notes/new");
    expect(held).toHaveLength(1);
    held[0]?.proceed();
    expect(location().pathname).toBe("/dashboard");
    expect(held).toHaveLength(1);

    router.navigate(2);
    router.navigate(-1);
    expect(held).toHaveLength(2);
    release();
    router.navigate(-1);
    expect(location().pathname).toBe("/notes");
    expect(held).toHaveLength(2);
  });
});
