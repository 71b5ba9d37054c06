/** The drive's usage: asked for when the panel opens, and again a second after the connection came back. Spec B §9. */
import type { CloudUsage } from "@satchel/contract/cloud.ts";
import { CONNECTION } from "@satchel/core/model/limits.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useServices } from "../../shared/services.ts";

type Usage = { readonly kind: "loading" } | { readonly kind: "failed" } | { readonly kind: "known"; readonly value: CloudUsage };

export function useUsage() {
  const { connection } = useServices();
  const isConnected = useStore(connection.store, ({ kind }) => kind === "connected");
  const [usage, setUsage] = useState<Usage>({ kind: "loading" });
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
