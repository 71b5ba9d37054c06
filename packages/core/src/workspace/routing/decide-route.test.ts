import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isOwnPath, matchRoute, ROUTES, toEditPath, toNotePath } from "../../model/routes.ts";
import { decideLanding, decideRoute, type RouteSession } from "./decide-route.ts";

const out: RouteSession = { kind: "signed-out" };
const done: RouteSession = { kind: "signed-in", needsOnboarding: false };
const fresh: RouteSession = { kind: "signed-in", needsOnboarding: true };

/** Outcome as text: `=` shows the page, `404` is the not-found page, anything else is the redirect's target. */
function outcome(session: RouteSession, isLocalMode: boolean, path: string): string {
  const decision = decideRoute(session, isLocalMode, path);
  if (decision.kind === "show") return "=";
  if (decision.kind === "not-found") return "404";
  return decision.kind === "wait" ? "wait" : decision.to;
}

describe("A2.1 route table", () => {
  it.each([
    // path, signed out, signed in, needing onboarding, local mode
    ["/", "/login", "/notes", "/onboarding", "/notes"],
    ["/login", "=", "/notes", "/onboarding", "="],
    ["/register", "=", "/notes", "/onboarding", "="],
    ["/signup", "/register", "/notes", "/onboarding", "/register"],
    ["/forgot-password", "=", "/notes", "/onboarding", "="],
    ["/auth/google/callback", "=", "=", "=", "="],
    ["/auth/callback", "=", "=", "=", "="],
    ["/approve", "=", "=", "=", "="],
    ["/onboarding", "/login", "/notes", "=", "/login"],
    ["/dashboard", "/login", "=", "=", "="],
    ["/notes", "/login", "=", "=", "="],
    ["/notes/", "/login", "=", "=", "="],
    ["/notes/new", "/login", "=", "=", "="],
    ["/notes/note-1-a", "/login", "=", "=", "="],
    ["/notes/note-1-a/edit", "/login", "=", "=", "="],
    ["/local-mode", "/login", "/notes", "/notes", "/notes"],
    ["/nowhere", "404", "404", "404", "/notes"],
    ["/notes/a/b/c", "404", "404", "404", "/notes"],
    ["/notes/%E0%A4%A", "404", "404", "404", "/notes"],
  ])("routes %s", (path, signedOut, signedIn, needsOnboarding, local) => {
    expect(outcome(out, false, path)).toBe(signedOut);
    expect(outcome(done, false, path)).toBe(signedIn);
    expect(outcome(fresh, false, path)).toBe(needsOnboarding);
    expect(outcome(out, true, path)).toBe(local);
  });

  it("waits while the session is being restored", () => {
    expect(outcome({ kind: "loading" }, false, "/notes")).toBe("wait");
  });

  it("prefers the account over a leftover local mode", () => {
    expect(outcome(done, true, "/login")).toBe("/notes");
  });

  it("remembers where a signed-out user was going, with the query", () => {
    expect(decideRoute(out, false, "/notes?search=milk")).toEqual({ kind: "redirect", to: "/login", from: "/notes?search=milk" });
  });

  it("asks before local mode when signed out, and only pauses sync when signed in", () => {
    expect(decideRoute(out, false, "/local-mode")).toMatchObject({ ask: "use-locally" });
    expect(decideRoute(done, false, "/local-mode")).toMatchObject({ ask: "pause-sync" });
  });

  it("never redirects in circles", () => {
    const sessions = [out, done, fresh];
    fc.assert(
      fc.property(fc.constantFrom(...sessions), fc.boolean(), fc.constantFrom(...ROUTES, { pattern: "/x" }), (session, local, route) => {
        let path = route.pattern.replace(":noteId", "note-1");
        for (let hops = 0; hops < 3; hops += 1) {
          const decision = decideRoute(session, local, path);
          if (decision.kind !== "redirect") return true;
          path = decision.to;
        }
        return false;
      }),
    );
  });
});

describe("A2.2 after login", () => {
  it("goes to onboarding if needed, else to the origin, else to the dashboard", () => {
    expect(decideLanding(true, "/notes")).toBe("/onboarding");
    expect(decideLanding(false, "/notes/note-1?x=1")).toBe("/notes/note-1?x=1");
    expect(decideLanding(false, undefined)).toBe("/dashboard");
  });

  it.each(["//evil.example", "https://evil.example", "/\\evil.example", "notes", "/nowhere"])("does not follow %s", (path) => {
    expect(isOwnPath(path)).toBe(false);
    expect(decideLanding(false, path)).toBe("/dashboard");
  });
});

describe("paths of notes", () => {
  it("are parsed as the note they were made from, for any id", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[\p{L}\p{N} %/?#._-]{1,40}$/u).filter((id) => id.trim() !== "" && id !== "new" && !/^\.+$/.test(id)),
        (noteId) => {
          expect(matchRoute(toNotePath(noteId))).toMatchObject({ noteId, route: { name: "note" } });
          expect(matchRoute(toEditPath(noteId))).toMatchObject({ noteId, route: { name: "note-edit" } });
        },
      ),
    );
  });
});
