/** Loads `BackupNotice` when a backup or a restore is under way. */
import { Suspense } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { lazyComponent } from "../../shared/lazy/lazy-component.ts";
import { useLibrary } from "../../shared/services.ts";

const BackupNotice = lazyComponent(async () => (await import("./BackupNotice.tsx")).BackupNotice);

export function BackupBand() {
  const { backup } = useLibrary();
  const isBusy = useStore(backup.store, ({ kind }) => kind !== "idle");
  return <Suspense>{isBusy && <BackupNotice />}</Suspense>;
}
