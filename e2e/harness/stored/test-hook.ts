/** The services of a running page, as the app passes them to a hook. They create data in bulk; journeys use the pages themselves. */

import type { OfflineFiles } from "@satchel/core/library/attachments/offline-files-service.ts";
import type { HistoryService } from "@satchel/core/library/history/history-service-types.ts";
import type { NotesService } from "@satchel/core/library/notes/notes-service-types.ts";
import type { TrashService } from "@satchel/core/library/trash/trash-service-types.ts";
import type { ReadableStore } from "@satchel/core/model/store.ts";
import type { SyncService } from "@satchel/core/sync/schedule/sync-service-types.ts";
import type { AccountService } from "@satchel/core/vault/account/account-service-types.ts";
import type { SecurityService } from "@satchel/core/vault/account/security-service-types.ts";
import type { DevicesService } from "@satchel/core/vault/devices/devices-service-types.ts";
import type { SensitiveFolder } from "@satchel/core/vault/sensitive/sensitive-service-types.ts";
import type { StatusService } from "@satchel/core/workspace/notifications/status-service.ts";
import type { TabsService } from "@satchel/core/workspace/open-tabs/tabs-service-types.ts";
import type { Page } from "playwright-core";

type OpenLibrary = {
  readonly notes: NotesService;
  readonly sync: SyncService;
  readonly tabs: TabsService;
  readonly sensitive: SensitiveFolder;
  readonly workspace: { readonly selectFolder: (folderId: string | null) => void };
  readonly devices: Pick<DevicesService, "store" | "leave">;
  readonly offlineFiles: OfflineFiles | undefined;
  readonly trash: () => Promise<TrashService>;
  readonly history: () => Promise<Pick<HistoryService, "list" | "read">>;
};

export type TestServices = {
  readonly library: ReadableStore<{ readonly kind: string; readonly library?: OpenLibrary }>;
  readonly account: Pick<AccountService, "pendingRecoveryKey">;
  readonly security: Pick<SecurityService, "changePassword">;
  readonly status: Pick<StatusService, "show">;
};

declare global {
  interface Window {
    __satchelTest?: { readonly services: TestServices };
    __satchelTestHook?: (services: TestServices) => void;
  }
}

/** Creates notes one after the other through the same command as an editor's Save: note `i` is called `${prefix} ${i}`. */
export async function createNotes(page: Page, prefix: string, count: number): Promise<void> {
  await page.evaluate(
    async ([name, total]) => {
      const library = window.__satchelTest?.services.library.getState().library;
      if (library === undefined) throw new Error("no library is open, or the test door is shut");
      for (let index = 1; index <= total; index += 1) {
        const made = await library.notes.create({ title: `${name} ${index}`, content: `<p>This is note ${index} of ${total}.</p>` }, null);
        if (!made.ok) throw new Error(`note ${index}: ${made.problem.kind}`);
      }
    },
    [prefix, count] as const,
  );
}

export async function countNotes(page: Page): Promise<{ readonly notes: number; readonly pending: number }> {
  return page.evaluate(() => {
    const state = window.__satchelTest?.services.library.getState().library?.notes.store.getState();
    return { notes: state?.notes.length ?? 0, pending: state?.pendingCount ?? 0 };
  });
}
