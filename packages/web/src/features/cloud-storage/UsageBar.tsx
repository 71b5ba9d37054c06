/** Live usage of the drive. A drive without a limit has no bar. Spec B §2 "storage usage bar", B §3 "Cloud usage response". */
import type { CloudUsage } from "@satchel/contract/drives/cloud.ts";
import { CONNECTION } from "@satchel/core/model/limits/limits.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useServices } from "../../shared/services.ts";
import { Bar } from "../../shared/ui/Bar.tsx";
import { Button } from "../../shared/ui/Button.tsx";
import { cloudStorageText } from "../../text/drive/cloud-storage.ts";
import css from "./cloud-storage.module.css";

export function UsageBar() {
  const { usage, load } = useUsage();
  return (
    <section className={css.section} aria-label={cloudStorageText.storage} aria-busy={usage.kind === "loading"}>
      {usage.kind === "loading" ? (
        <Loading />
      ) : usage.kind === "failed" ? (
        <p className={css.row}>
          {cloudStorageText.usageFailed}
          <Button label={cloudStorageText.usageAgain} size="small" tone="quiet" onPress={() => void load()} />
        </p>
      ) : (
        <Usage usage={usage.value} />
      )}
    </section>
  );
}

/** As high as the loaded content, so that buttons below do not move. */
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

type LoadedUsage = { readonly kind: "loading" } | { readonly kind: "failed" } | { readonly kind: "known"; readonly value: CloudUsage };

/** The drive's usage: requested when the panel opens, and again a second after the connection returns. Spec B §9. */
function useUsage() {
  const { connection } = useServices();
  const isConnected = useStore(connection.store, ({ kind }) => kind === "connected");
  const [usage, setUsage] = useState<LoadedUsage>({ kind: "loading" });
  const wasAsked = useRef(false);
  const load = useCallback(async (): Promise<void> => {
    const answer = await connection.usage();
    setUsage(answer.ok ? { kind: "known", value: answer.value } : { kind: "failed" });
  }, [connection]);
  useEffect(() => {
    if (wasAsked.current && !isConnected) return;
    const timer = setTimeout(() => void load(), wasAsked.current ? CONNECTION.usageRefreshMs : 0);
    wasAsked.current = true;
    return () => clearTimeout(timer);
  }, [isConnected, load]);
  return { usage, load };
}
