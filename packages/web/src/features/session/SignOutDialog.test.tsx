import type { Store } from "@satchel/core/store.ts";
import type { SyncState } from "@satchel/core/sync/sync-service-types.ts";
import { act, cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { createMemoryServices, SIGNED_IN } from "../../app/testing/memory-services.ts";
import { LibraryProvider, ServicesProvider } from "../../shared/services.ts";
import { SignOutDialog } from "./SignOutDialog.tsx";

Object.defineProperty(window, "CSS", { configurable: true, value: { escape: (text: string) => text.replace(/[^\w-]/g, "\\$&") } });

async function show() {
  cleanup();
  const savedFiles: { name: string; text: string }[] = [];
  const services = await createMemoryServices({ session: SIGNED_IN, savedFiles, now: () => 0 });
  const signOut = vi.spyOn(services.account, "signOut");
  await act(async () => void (await services.open.notes.create({ title: "Only here", content: "<p>never sent</p>" }, null)));
  (services.open.sync.store as Store<SyncState>).setState({ phase: "waiting" });
  render(
    <ServicesProvider value={services}>
      <LibraryProvider value={services.open}>
        <SignOutDialog onClose={() => undefined} />
      </LibraryProvider>
    </ServicesProvider>,
  );
  const user = userEvent.setup({ delay: null });
  await user.click(screen.getByRole("button", { name: "Sign Out" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Some things are only on this device" });
  return { user, savedFiles, signOut, dialog };
}

describe("issue 5, decisions §5 signing out", () => {
  it("counts what would be lost, and nothing is lost by asking", async () => {
    const { dialog, signOut } = await show();
    // The note and the two folders every library begins with.
    expect(dialog.textContent).toMatch(/3 changes have not reached your drive yet\. Signing out now deletes them/);
    expect(signOut).not.toHaveBeenCalled();
  });

  it("puts it into a file when asked, and says what that is and is not", async () => {
    const { user, dialog, savedFiles, signOut } = await show();
    await user.click(within(dialog).getByRole("button", { name: "Save them to a file" }));
    expect((await within(dialog).findByRole("status")).textContent).toMatch(
      /Satchel-only-here-1970.*\.html.*not encrypted.*cannot read it back/,
    );
    expect(savedFiles).toHaveLength(1);
    expect(savedFiles[0]?.text).toContain("<p>never sent</p>");
    expect(signOut).not.toHaveBeenCalled();
    await user.click(within(dialog).getByRole("button", { name: "Sign out and delete them" }));
    expect(signOut).toHaveBeenCalledTimes(1);
  });
});
