/** Parts of every page: the theme on the document, global dialogs, toasts, tooltips. */
import { type ReactNode, useEffect } from "react";
import { Prompts } from "../../features/auth/Prompts.tsx";
import { StatusToasts } from "../../features/status/StatusToasts.tsx";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useSignedOutServices } from "../../shared/services.ts";
import { LazyTips } from "./LazyTips.tsx";

export function Shell({ children }: { readonly children: ReactNode }) {
  const { theme } = useSignedOutServices();
  const name = useStore(theme.store, (state) => state.theme);
  useEffect(() => {
    document.documentElement.dataset.theme = name;
    const color = getComputedStyle(document.documentElement).getPropertyValue("--sidebar").trim();
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", color);
  }, [name]);
  return (
    <>
      {children}
      <Prompts />
      <StatusToasts />
      <LazyTips />
    </>
  );
}
