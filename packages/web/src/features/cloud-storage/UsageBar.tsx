/** How full the drive is, live. A drive without a limit has no bar. Spec B §2 "storage usage bar", B §3 "Cloud usage response". */
import type { CloudUsage } from "@satchel/contract/cloud.ts";
import { Bar } from "../../shared/ui/Bar.tsx";
import { Button } from "../../shared/ui/Button.tsx";
import { cloudStorageText } from "../../text/cloud-storage.ts";
import css from "./cloud-storage.module.css";
import { useUsage } from "./use-usage.ts";

export function UsageBar() {
  const { usage, load } = useUsage();
  return (
    <section className={css.section} aria-label={cloudStorageText.storage} aria-busy={usage.kind === "loading"}>
      {usage.kind === "loading" ? (
        <Loading />
      ) : usage.kind === "failed" ? (
        <p className={css.row}>
          {cloudStorageText.usageFailed}
          <Button size="small" tone="quiet" onPress={() => void load()}>
            {cloudStorageText.usageAgain}
          </Button>
        </p>
      ) : (
        <Usage usage={usage.value} />
      )}
    </section>
  );
}

/** As tall as what it becomes, so that no button below moves away from under a finger. */
function Loading() {
  return (
    <>
      <p className={css.row}>
        <span className={css.title}>{cloudStorageText.storage}</span>
        <span>{cloudStorageText.usageLoading}</span>
      </p>
      <Bar label={cloudStorageText.storage} />
    </>
  );
}

function Usage({ usage }: { readonly usage: CloudUsage }) {
  const { usedFormatted, totalFormatted, availableFormatted, usagePercentage } = usage;
  if (totalFormatted === null || availableFormatted === null || usagePercentage === null)
    return (
      <p className={css.row}>
        <span className={css.title}>{cloudStorageText.storage}</span>
        <span>{cloudStorageText.usedOnly(usedFormatted)}</span>
      </p>
    );
  return (
    <>
      <p className={css.row}>
        <span className={css.title}>{cloudStorageText.storage}</span>
        <span>
          {cloudStorageText.used(usedFormatted, totalFormatted)} · {cloudStorageText.available(availableFormatted)} ·{" "}
          {cloudStorageText.percent(usagePercentage)}
        </span>
      </p>
      <Bar label={cloudStorageText.storage} percent={usagePercentage} />
    </>
  );
}
