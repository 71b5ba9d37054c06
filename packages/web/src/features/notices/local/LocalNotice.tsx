/** Suggests an account to users with many notes in this browser only. Spec B §2 "Other elements", B §9: from five notes, or above 1 MB. */
import type { UpgradeOption } from "@satchel/contract/accounts/local.ts";
import type { StorageUsage } from "@satchel/core/library/usage/usage-service.ts";
import { UPGRADE } from "@satchel/core/model/limits/limits.ts";
import { PATHS } from "@satchel/core/model/routes.ts";
import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import { CloudUpload } from "lucide-react";
import { useEffect, useState } from "react";
import { useStore } from "../../../shared/hooks/use-store.ts";
import { Notice } from "../../../shared/notices/Notice.tsx";
import { useNavigate } from "../../../shared/router/router.ts";
import { useLibrary, useServices } from "../../../shared/services.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { upgradingText } from "../../../text/drive/upgrading.ts";

export function LocalNotice() {
  const { preferences } = useServices();
  const navigate = useNavigate();
  const usage = useUsage();
  const [isLater, setLater] = useState(() => preferences.read(LOCAL_KEYS.upgradeLater) !== undefined);
  if (usage === undefined || isLater || !isWorthAnAccount(usage)) return null;
  const handleLater = (): void => {
    preferences.write(LOCAL_KEYS.upgradeLater, String(usage.notesCount));
    setLater(true);
  };
  return (
    <Notice
      tone="info"
      icon={<CloudUpload />}
      actions={
        <>
          <Button label={upgradingText.signUp} size="small" tone="primary" onPress={() => void navigate(PATHS.signup)} />
          <Button label={upgradingText.notNow} size="small" tone="quiet" onPress={handleLater} />
        </>
      }
    >
      {upgradingText.suggestion(usage.notesCount, usage.formatted)} <PlansWithSpace usage={usage} />
    </Notice>
  );
}

/** Plans with enough space, requested once when an account is suggested; omitted without a response. */
function PlansWithSpace({ usage: { totalBytes, notesCount } }: { readonly usage: StorageUsage }) {
  const { localMode } = useServices();
  const [options, setOptions] = useState<readonly UpgradeOption[] | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: requested once, not with every note
  useEffect(() => {
    let isStale = false;
    void localMode.upgradeOptions({ storageBytes: totalBytes, notesCount }).then((answer) => isStale || setOptions(answer));
    return () => {
      isStale = true;
    };
  }, [localMode]);
  return options === null || options.length === 0 ? null : <span>{upgradingText.options(options)}</span>;
}

function isWorthAnAccount({ notesCount, totalBytes }: StorageUsage): boolean {
  return notesCount >= UPGRADE.suggestFromNotes || totalBytes > UPGRADE.suggestAboveBytes;
}

/** Measured again after each save. */
function useUsage(): StorageUsage | undefined {
  const { notes, usage } = useLibrary();
  const saved = useStore(notes.store, (state) => state.notes);
  const [measured, setMeasured] = useState<StorageUsage>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `saved` triggers the measurement
  useEffect(() => {
    let isStale = false;
    void usage().then((answer) => answer.ok && !isStale && setMeasured(answer.value));
    return () => {
      isStale = true;
    };
  }, [usage, saved]);
  return measured;
}
