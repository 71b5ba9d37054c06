import { toLostEvent, toUnreachableEvent } from "@satchel/core/connection/connection-events.ts";
import type { ConnectionEvent } from "@satchel/core/connection/connection-service-types.ts";
import type { UnionStore } from "@satchel/core/model/store.ts";
import type { SessionState } from "@satchel/core/vault/account/account-service-types.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createMemoryServices, type MemoryServices, SIGNED_IN } from "../../testing/memory-services.ts";
import { EVENTS, mirrorEvents } from "./event-mirror.ts";

let services: MemoryServices;
let view: EventTarget;
let raised: { readonly name: string; readonly detail: unknown }[];
let say: (event: ConnectionEvent) => void;
let asked: string[];

beforeEach(async () => {
  services = await createMemoryServices({ session: SIGNED_IN });
  view = new EventTarget();
  raised = [];
  asked = [];
  for (const name of Object.values(EVENTS)) {
    view.addEventListener(name, (event) => raised.push({ name, detail: (event as CustomEvent).detail }));
  }
  mirrorEvents({
    ...services,
    view,
    session: services.account.store,
    connection: {
      onEvent(listener) {
        say = listener;
        return () => undefined;
      },
      access: () => ({
        baseUrls: { api: "", upload: "" },
        token: async () => undefined,
        refresh: async () => {
          asked.push("refresh");
          // Like the real connection: a refused renewal also reports an expired token.
          say({ kind: "token-expired" });
          return undefined;
        },
      }),
      reconnect: async () => {
        asked.push("reconnect");
        return true;
      },
    },
  });
});

const names = (): readonly string[] => raised.map(({ name }) => name);

describe("A7, B7 browser events are raised", () => {
  it("raises connection events with the details of the spec", () => {
    const userInfo = { email: "ada@gmail.example", name: "Ada" };
    say({ kind: "access-ready", token: "t", userInfo });
    say({ kind: "token-refreshed" });
    say({ kind: "token-expired" });
    const refused = { kind: "refused", status: 502, code: "drive-unreachable" } as const;
    const { kind: _, ...lost } = toUnreachableEvent("google", { kind: "later", outOfReach: "drive", problem: refused });
    say({ kind: "reconnection-required", ...lost });
    expect(raised.slice(1)).toEqual([
      { name: "accessTokenReady", detail: { token: "t", userInfo } },
      { name: "tokenRefreshed", detail: null },
      { name: "googleDriveTokenExpired", detail: null },
      { name: "cloudReconnectionRequired", detail: lost },
    ]);
    expect(asked).toEqual([]);
  });

  it.each([
    ["No refresh token available - reconnection required", toLostEvent("google", "revoked", false)],
    ["Refresh token expired (HTTP 403) - reconnection required", toLostEvent("google", "revoked", true)],
    [
      "Token refresh failed (HTTP 502): drive-unreachable",
      toUnreachableEvent("google", {
        kind: "later",
        outOfReach: "drive",
        problem: { kind: "refused", status: 502, code: "drive-unreachable" },
      }),
    ],
  ])("raises a lost connection, and logs the reason in the console: %s", (sentence, event) => {
    const warned = vi.spyOn(console, "warn");
    say(event);
    expect(warned.mock.calls).toEqual([[sentence]]);
    warned.mockRestore();
  });

  it("raises changes of folders and of notes that move between them", async () => {
    expect(names()).toEqual(["foldersLoaded"]);
    const { notes } = services.open;
    const folder = await notes.createFolder({ name: "Garden", description: "", color: "#3B82F6" });
    expect(names()).toEqual(["foldersLoaded", "foldersUpdated"]);
    const note = await notes.create({ title: "Beans", content: "<p>x</p>" }, null);
    if (!folder.ok || !note.ok) throw new Error("memory refuses nothing");
    await notes.move(note.value.noteId, folder.value.folderId);
    expect(raised.at(-1)).toEqual({ name: "noteFolderChanged", detail: { noteId: note.value.noteId, folderId: folder.value.folderId } });
    expect(names().filter((name) => name === "noteFolderChanged")).toHaveLength(1);
  });

  it("raises sign-in, maintenance and sign-out", () => {
    services.prompts.raiseSignInFailed("ada@example.org");
    services.prompts.raiseMaintenance();
    (services.account.store as UnionStore<SessionState>).replace({ kind: "signed-out" });
    services.status.show({ id: "device-cleared" });
    services.status.show({ id: "signed-out" });
    services.status.show({ id: "device-not-cleared" });
    expect(names().slice(1)).toEqual([
      "loginInvalidCredentials",
      "showMaintenanceModal",
      "logoutSuccess",
      "allCachedDataCleared",
      "someCachedDataRemain",
    ]);
  });
});

describe("A7, B7 browser events are handled", () => {
  it("handles others' events, and ignores its own", () => {
    view.dispatchEvent(new CustomEvent("googleDriveTokenExpired"));
    view.dispatchEvent(new CustomEvent("cloudReconnectionRequired"));
    expect(asked).toEqual(["refresh", "reconnect"]);
    view.dispatchEvent(new CustomEvent("showMaintenanceModal"));
    expect(services.prompts.store.getState().maintenance).toBe(true);
    view.dispatchEvent(new CustomEvent("loginInvalidCredentials"));
    expect(services.prompts.store.getState().signInFailed).toEqual({ email: "" });
  });
});
