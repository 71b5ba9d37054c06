/** Composes the trash of a library when the user opens it, or when notes may be due for deletion. */
import { isTrashed } from "@satchel/core/library/trash/trash.ts";
import { createTrashService, type TrashDeps } from "@satchel/core/library/trash/trash-service.ts";
import type { TrashService } from "@satchel/core/library/trash/trash-service-types.ts";
import { readTrashChoice } from "@satchel/core/model/entities/parsing/trash-choice.ts";
import type { Preferences } from "@satchel/core/ports/device/preferences.ts";
import type { DevicesService } from "@satchel/core/vault/devices/devices-service-types.ts";
import { openTexts } from "@satchel/core/vault/sensitive/opened-texts-service.ts";
import { createUnlockedReader, type UnlockedReading } from "@satchel/core/vault/sensitive/sealed-transactions-service.ts";
import { browserClock, browserTimers } from "../../../adapters/browser/environment.ts";

export type TrashParts = UnlockedReading & {
  readonly preferences: Preferences;
  /** Undefined in local mode, which has no other devices. */
  readonly devices?: DevicesService;
};

export function composeTrash({ library, preferences, sealing, sensitive, devices }: TrashParts): TrashService {
  const open = createUnlockedReader({ library, sealing, sensitive });
  return createTrashService({
    library,
    clock: browserClock,
    timers: browserTimers,
    preferences,
    open,
    openTexts: () => openTexts({ library, sealing, folder: sensitive.store, which: isTrashed }),
    ...choicesOf(devices),
  });
}

function choicesOf(devices: DevicesService | undefined): Pick<TrashDeps, "isLocal" | "otherChoices" | "onChosen"> {
  if (devices === undefined) return { isLocal: true, otherChoices: async () => [], onChosen: () => undefined };
  return {
    isLocal: false,
    async otherChoices() {
      const before = devices.store.getState().others;
      await devices.read();
      const { phase, others } = devices.store.getState();
      // After a failed read the list is outdated, and another device may have changed its setting since.
      return phase === "ready" && others !== before ? others.map(({ trash }) => readTrashChoice(trash)) : undefined;
    },
    onChosen: () => void devices.leave(),
  };
}
