import { SESSION_KEYS } from "@satchel/core/model/storage-keys.ts";
import { afterEach, describe, expect, it } from "vitest";
import { createBrowserAuthorization } from "./browser-authorization.ts";

afterEach(() => sessionStorage.clear());

describe("A3, B3 the session flag googleDriveReconnection", () => {
  it("marks a departure for reconnecting, and reads the mark once on return", () => {
    createBrowserAuthorization().markReconnecting(true);
    expect(sessionStorage.getItem("googleDriveReconnection")).toBe("true");
    const back = createBrowserAuthorization();
    expect([back.takeReconnecting(), back.takeReconnecting()]).toEqual([true, false]);
    expect(sessionStorage.getItem(SESSION_KEYS.reconnecting)).toBeNull();
  });

  it("clears the mark on leaving for a first connection", () => {
    const authorization = createBrowserAuthorization();
    authorization.markReconnecting(true);
    authorization.markReconnecting(false);
    expect(authorization.takeReconnecting()).toBe(false);
  });
});
