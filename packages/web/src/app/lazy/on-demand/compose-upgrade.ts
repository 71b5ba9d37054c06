/** Local mode's notes on their way into an account, over their adapters: fetched by lazy-transfer-services.ts where there are any. */
import type { AttachmentsService } from "@satchel/core/library/attachments/attachments-service-types.ts";
import { createAttachmentBytes } from "@satchel/core/transfer/backup/attachment-bytes-service.ts";
import { createUpgradeService, type OpenedUpgrade, type UpgradeDeps } from "@satchel/core/transfer/upgrade/upgrade-service.ts";
import type { LocalNotesAccess } from "@satchel/core/transfer/upgrade/upgrade-service-types.ts";
import { BRIEFLY } from "../../../adapters/indexed-db/briefly.ts";
import { openLocalModeStore } from "../../../adapters/indexed-db/local-mode-store.ts";

export type UpgradeParts = Omit<UpgradeDeps, "attachments" | "local"> & {
  readonly attachments: AttachmentsService;
  readonly local: Omit<LocalNotesAccess, "open">;
};

export function composeUpgrade({ attachments, local, ...parts }: UpgradeParts): OpenedUpgrade {
  return createUpgradeService({
    ...parts,
    attachments: createAttachmentBytes(attachments),
    local: { ...local, open: () => openLocalModeStore(BRIEFLY) },
  });
}
