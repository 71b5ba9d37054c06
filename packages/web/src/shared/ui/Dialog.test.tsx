import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { Dialog } from "./Dialog.tsx";

const onClose = vi.fn();

/** Settings with a drive to disconnect: asks first, then removes its button. */
function Settings() {
  const [kind, setKind] = useState<"held" | "asking" | "gone">("held");
  return (
    <>
      <button type="button">Settings</button>
      <Dialog title="Settings" onClose={onClose}>
        <button type="button">Debug</button>
        {kind !== "gone" && (
          <button type="button" onClick={() => setKind("asking")}>
            Disconnect
          </button>
        )}
      </Dialog>
      {kind === "asking" && (
        <ConfirmDialog
          variant="warning"
          title="Let it go?"
          message=""
          confirm="Yes"
          onConfirm={() => setKind("gone")}
          onCancel={() => setKind("held")}
        />
      )}
    </>
  );
}

async function letGo() {
  onClose.mockClear();
  render(<Settings />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Disconnect" }));
  await user.click(await screen.findByRole("button", { name: "Yes" }));
  await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
  (document.activeElement as HTMLElement).blur();
  return user;
}

it("closes with Escape after the focused button was removed", async () => {
  const user = await letGo();
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
});

it("receives the next key after the focused button was removed", async () => {
  const user = await letGo();
  await user.tab();
  expect(screen.getByRole("dialog").contains(document.activeElement)).toBe(true);
  expect(onClose).not.toHaveBeenCalled();
});

it("leaves Escape to the dialog in front of it", async () => {
  onClose.mockClear();
  render(<Settings />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Disconnect" }));
  await screen.findByRole("alertdialog");
  (document.activeElement as HTMLElement).blur();
  await user.keyboard("{Escape}");
  await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
});
