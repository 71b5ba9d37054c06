import type { ConnectionState } from "@satchel/core/connection/connection-service-types.ts";
import { createUnionStore } from "@satchel/core/model/store.ts";
import { flushPromises } from "@satchel/core/testing/manual-clock.ts";
import { describe, expect, it } from "vitest";
import type { LibraryState } from "../../shared/services.ts";
import { pauseSync } from "./pause-sync.ts";

const of = (kind: ConnectionState["kind"]): ConnectionState => ({ kind, isConfigured: true, isManaged: false });

function setup(kind: ConnectionState["kind"]) {
  const did: string[] = [];
  const sync = { start: () => did.push("start"), stop: async () => void did.push("stop") };
  const opened = { kind: "open", library: { sync } } as unknown as LibraryState;
  const library = createUnionStore<LibraryState>({ kind: "opening" });
  const connection = createUnionStore<ConnectionState>(of(kind));
  /** Like the library controller: reacts to the connection first, and starts once it has announced the library. */
  connection.subscribe((now) => now.kind === "connected" && sync.start());
  const open = () => {
    library.replace(opened);
    if (connection.getState().kind === "connected") sync.start();
  };
  return { did, library, connection, opened, open };
}

describe("decision 0005 'Work Offline'", () => {
  it("stops an open library, even if it starts only once the drive is connected", async () => {
    for (const kind of ["connected", "connecting"] as const) {
      const { did, library, connection, opened } = setup(kind);
      library.replace(opened);
      pauseSync({ library, connection });
      if (kind === "connecting") connection.replace(of("connected"));
      await flushPromises();
      expect(did.at(-1)).toBe("stop");
    }
  });

  it("stops sync that starts after the page, connected or not", async () => {
    for (const kind of ["connected", "connecting"] as const) {
      const { did, library, connection, open } = setup(kind);
      pauseSync({ library, connection });
      open();
      if (kind === "connecting") connection.replace(of("connected"));
      await flushPromises();
      expect(did).toEqual(["start", "stop"]);
      library.replace({ kind: "none" });
      open();
      await flushPromises();
      expect(did.at(-1)).toBe("start");
    }
  });
});
