/** What every page has: the theme on the document, global dialogs, toasts. */
import { useEffect } from "react";
import { Outlet } from "react-router";
import { Prompts } from "../features/auth/Prompts.tsx";
import { StatusToasts } from "../features/status/StatusToasts.tsx";
import { useStore } from "../shared/hooks/use-store.ts";
import { useServices } from "../shared/services.ts";

export function Shell() {
  const { theme } = useServices();
  const name = useStore(theme.store, (state) => state.theme);
  useEffect(() => {
    document.documentElement.dataset.theme = name;
    const color = getComputedStyle(document.documentElement).getPropertyValue("--sidebar").trim();
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", color);
  }, [name]);
  return (
    <>
      <Outlet />
      <Prompts />
      <StatusToasts />
    </>
  );
}
