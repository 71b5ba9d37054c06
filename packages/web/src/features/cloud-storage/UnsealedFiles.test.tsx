import type { RemoteFile } from "@satchel/core/model/drive/remote-file.ts";
import { failed, ok } from "@satchel/core/model/result.ts";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { type Library, LibraryProvider, ServicesProvider } from "../../shared/services.ts";
import { createMemoryServices, SIGNED_IN } from "../../testing/memory-services.ts";
import { CloudStoragePanel } from "./CloudStoragePanel.tsx";

type Unsealed = NonNullable<Library["unsealed"]>;

const file = (id: string, importAs?: string): RemoteFile => ({
  fileId: `file-${id}`,
  id,
  kind: importAs === undefined ? "folder" : "note",
  vv: {},
  trashed: false,
  superseded: false,
  role: "notes",
  version: 1,
  trusted: false,
  unreadable: "unsealed",
  ...(importAs === undefined ? {} : { importAs }),
});

let imports = 0;
beforeEach(() => {
  imports = 0;
});

async function show(files: readonly RemoteFile[], answer: Awaited<ReturnType<Unsealed["importNotes"]>> = ok({ notes: 1, left: 1 })) {
  cleanup();
  const unsealed: Unsealed = {
    files: () => files,
    importNotes: async () => {
      imports += 1;
      return answer;
    },
  };
  const connection = { kind: "connected", label: "Google Drive", isConfigured: true, isManaged: false } as const;
  const services = await createMemoryServices({ session: SIGNED_IN, connection, unsealed, sync: { unsealedCount: files.length } });
  render(
    <ServicesProvider value={services}>
      <LibraryProvider value={services.open}>
        <CloudStoragePanel onClearCaches={() => undefined} />
      </LibraryProvider>
    </ServicesProvider>,
  );
  return userEvent.setup({ delay: null });
}

const part = () => within(screen.getByRole("region", { name: "Files not written by Satchel" }));

describe("decision 0017 files in the drive that Satchel did not write", () => {
  it("lists them, and imports them only after a question", async () => {
    const user = await show([file("note-1-old", "note-1-i1"), file("folder-1-old")]);
    expect(part().getByText("2 files in your drive weren't written by Satchel.")).toBeTruthy();
    expect(part().getByText(/note-1-old\.json/)).toBeTruthy();

    await user.click(part().getByRole("button", { name: "Import as new notes…" }));
    expect(imports).toBe(0);
    await user.click(screen.getByRole("button", { name: "Import" }));

    expect(imports).toBe(1);
    expect((await part().findByRole("status")).textContent).toBe("1 note imported. 1 file couldn't be imported.");
  });

  it("leaves them unchanged if the user declines", async () => {
    const user = await show([file("note-1-old", "note-1-i1")]);
    await user.click(part().getByRole("button", { name: "Import as new notes…" }));
    await user.click(screen.getByRole("button", { name: "Cancel" }));

    expect(imports).toBe(0);
  });

  it("retries if the drive could not be reached", async () => {
    const user = await show([file("note-1-old", "note-1-i1")], failed({ kind: "offline" }));
    await user.click(part().getByRole("button", { name: "Import as new notes…" }));
    await user.click(screen.getByRole("button", { name: "Import" }));

    expect((await part().findByRole("status")).textContent).toBe("Import failed. Check your connection and try again.");
  });

  it("hides the section if there are none", async () => {
    await show([]);
    expect(screen.queryByRole("region", { name: "Files not written by Satchel" })).toBeNull();
  });
});
