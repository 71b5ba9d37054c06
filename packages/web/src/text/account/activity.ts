/** Account events in Settings, Security. docs/decisions/0016. */
import type { ActivityKind } from "@satchel/contract/accounts/activity.ts";

export const activityText = {
  title: "Account activity",
  sentence: "If you don't recognize something, change your password.",
  failed: "The list couldn't be loaded.",
  none: "No activity yet.",
  more: (count: number) => `Show ${count} more`,
  detail: (device: string, network: string, when: string) => `${device} · ${network} · ${when}`,
  kinds: {
    registered: "Account created",
    "signed-in": "Signed in",
    "password-changed": "Password changed",
    "recovery-key-changed": "Recovery key replaced",
    "device-approved": "New device approved",
    "reset-requested": "New password requested by email",
    "reset-waits": "Password reset requested without the recovery key",
    "delete-waits": "Account deletion requested",
    "step-canceled": "Request canceled",
  } satisfies Record<ActivityKind, string>,
} as const;
