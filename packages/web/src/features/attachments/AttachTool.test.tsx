import { ATTACHMENT } from "@satchel/core/model/limits/limits.ts";
import { failed } from "@satchel/core/model/result.ts";
import type { Store } from "@satchel/core/model/store.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { ON_BASIC, SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { notesText } from "../../text/notes/notes.ts";

/** jsdom cannot read files. */
function aFile(name: string, type: string, bytes: Uint8Array<ArrayBuffer>): File {
  return Object.assign(new File([bytes], name, { type }), { arrayBuffer: async () => bytes.buffer });
}

const PLAN = aFile("plan.pdf", "application/pdf", Uint8Array.from([1, 2, 3, 4]));

/** A new note with a mounted editor. */
async function writing(more: Parameters<typeof renderApp>[0] = {}) {
  const savedBytes: { name: string; type: string; bytes: Uint8Array }[] = [];
  const app = await renderApp({ session: SIGNED_IN, path: "/notes/new", savedBytes, ...more });
  await screen.findByRole("button", { name: "Attach File" });
  const input = document.querySelector<HTMLInputElement>("[data-attachment-input]");
  if (input === null) throw new Error("there is no file picker");
  return { ...app, input, savedBytes };
}

describe("A2.14, A4 attaching a file", () => {
  it("stores it, inserts its link at the caret, and reports it", async () => {
    const { user, input, services } = await writing();
    await user.upload(input, PLAN);

    const button = await screen.findByRole("button", { name: "Download plan.pdf" });
    expect(button.closest(".note-content")).not.toBeNull();
    expect(await screen.findByText("File attached successfully!")).toBeTruthy();
    expect(services.open.attachments.store.getState().statuses.size).toBe(1);
  });

  it("inserts several in the chosen order, each on its own line with its size", async () => {
    const { user, input } = await writing();
    await user.upload(input, [PLAN, aFile("list.txt", "text/plain", Uint8Array.from([5]))]);

    await screen.findByRole("button", { name: "Download list.txt" });
    const lines = [...screen.getByRole("textbox", { name: "Note text" }).querySelectorAll("p")];
    expect(lines.map((line) => line.textContent)).toEqual([
      expect.stringMatching(/^plan\.pdf4 B/),
      expect.stringMatching(/^list\.txt1 B/),
      "",
    ]);
    expect(screen.getAllByRole("button", { name: /^Download/ }).map((button) => button.textContent)).toEqual(["plan.pdf", "list.txt"]);
  });

  it("is in the note with the spec's attributes, and downloads under its name", async () => {
    const { user, input, services, savedBytes } = await writing();
    await user.upload(input, PLAN);
    await screen.findByRole("button", { name: "Download plan.pdf" });
    const panel = within(input.closest<HTMLElement>('[role="tabpanel"]') ?? document.body);
    await user.click(panel.getByRole("button", { name: new RegExp(`^${notesText.createNote}`) }));
    await waitFor(() => expect(services.open.notes.store.getState().notes).toHaveLength(1));
    const [note] = services.open.notes.store.getState().notes;
    const opened = await services.open.notes.open(note?.noteId ?? "");
    const content = opened.ok ? opened.value.content : "";
    expect(content).toMatch(
      /<a data-file-id="([\w-]+)" data-file-name="plan.pdf" data-download-url="\/api\/files\/\1" data-file-size="4" data-mime-type="application\/pdf">plan.pdf<\/a>/,
    );
    expect(note?.attachments).toMatchObject([{ fileName: "plan.pdf", mimeType: "application/pdf", sizeBytes: 4 }]);

    await user.click(await screen.findByRole("option", { name: /Untitled|plan/ }));
    const link = within(await screen.findByRole("article")).getByRole("button", { name: "Download plan.pdf" });
    link.focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(savedBytes).toHaveLength(1));
    expect(savedBytes[0]).toMatchObject({ name: "plan.pdf", type: "application/pdf" });
    expect([...(savedBytes[0]?.bytes ?? [])]).toEqual([1, 2, 3, 4]);
  });

  it("A8 explains a failure", async () => {
    let isRefused = false;
    const { user, input } = await writing({ diskRefuses: () => (isRefused ? { kind: "storage-broken", detail: "" } : undefined) });
    isRefused = true;
    await user.upload(input, PLAN);

    expect(await screen.findByText("Failed to attach file. Please try again.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Download plan.pdf" })).toBeNull();
  });

  it("leads to the plans if managed storage is full, but not for an own drive", async () => {
    const refuse = async ({ user, input, services }: Awaited<ReturnType<typeof writing>>) => {
      await user.upload(input, PLAN);
      await screen.findByRole("button", { name: "Download plan.pdf" });
      const store = services.open.attachments.store as Store<{ readonly statuses: ReadonlyMap<string, object> }>;
      const [id = ""] = [...store.getState().statuses.keys()];
      await act(async () => store.setState({ statuses: new Map([[id, { kind: "failed", reason: "storage-full" }]]) }));
      await screen.findByText(/Your storage is full/, { selector: ".attachment-state" });
    };
    const own = await writing();
    await refuse(own);
    expect(screen.queryByRole("button", { name: "See plans" })).toBeNull();
    own.unmount();

    const managed = await writing({ session: ON_BASIC });
    await refuse(managed);
    await managed.user.click(screen.getByRole("button", { name: "See plans" }));
    const tab = await screen.findByRole("tab", { name: "Cloud Storage" });
    await waitFor(() => expect(tab.getAttribute("aria-selected")).toBe("true"));
  });

  it("B8 reports a file that the drive did not return", async () => {
    const { user, input, services } = await writing();
    await user.upload(input, PLAN);
    const link = await screen.findByRole("button", { name: "Download plan.pdf" });
    Object.assign(services.open.attachments, { open: async () => failed({ kind: "server-error", status: 503 }) });
    link.focus();
    await user.keyboard("{Enter}");

    expect(await screen.findByText("Failed to download file from cloud storage")).toBeTruthy();
  });

  it("A8 reports a damaged file that could not be downloaded", async () => {
    const { user, input, services, savedBytes } = await writing();
    await user.upload(input, PLAN);
    const link = await screen.findByRole("button", { name: "Download plan.pdf" });
    Object.assign(services.open.attachments, { open: async () => failed({ kind: "unreadable", reason: "damaged" }) });
    link.focus();
    await user.keyboard("{Enter}");

    expect(await screen.findByText("Failed to download file")).toBeTruthy();
    expect(savedBytes).toEqual([]);
  });

  it("A5 rejects a file that is too large", async () => {
    const { user, input } = await writing();
    await user.upload(input, aFile("film.mov", "video/quicktime", new Uint8Array(ATTACHMENT.maxBytes + 1)));

    expect(await screen.findByText("File size must be less than 10MB.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Download film.mov" })).toBeNull();
  });
});
