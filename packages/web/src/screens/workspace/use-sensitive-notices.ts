/** Says when the Sensitive folder was unlocked, is about to lock, and has locked. Spec B §2 "Toasts for sensitive-folder lock/unlock", B §8, B §9. */
import type { SensitiveEvent } from "@satchel/core/vault/sensitive/sensitive-service-types.ts";
import type { StatusMessage } from "@satchel/core/workspace/notifications/messages.ts";
import { useEffect } from "react";
import { useLibrary, useServices } from "../../shared/services.ts";

export function useSensitiveNotices(): void {
  const { status } = useServices();
  const { sensitive } = useLibrary();
  useEffect(() => sensitive.onEvent((event) => void status.show(toMessage(event), { subject: "sensitive" })), [sensitive, status]);
}

function toMessage(event: SensitiveEvent): StatusMessage {
  if (event.kind === "unlocked") return { id: "sensitive-unlocked" };
  if (event.kind === "ending") return { id: "sensitive-ending", secondsLeft: event.secondsLeft };
  const isOver = event.reason === "expired" || event.reason === "refused";
  return { id: isOver ? "sensitive-expired" : "sensitive-locked" };
}
