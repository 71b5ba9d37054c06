/** Tooltips, loaded when the browser is idle. A load that fails is retried when the window gets the focus. */
import { type ComponentType, useEffect, useState } from "react";
import { fetchWhenIdle } from "../../shared/lazy/lazy-component.ts";

let tips: ComponentType | undefined;

/** `load`: lets a test simulate code that cannot be loaded. */
export function LazyTips({ load = fetchTips }: { readonly load?: () => Promise<ComponentType> }) {
  const [Tips, setTips] = useState(() => (load === fetchTips ? tips : undefined));
  useEffect(() => {
    if (Tips !== undefined) return undefined;
    const fetch = (): void => {
      load().then(
        (loaded) => setTips(() => loaded),
        () => undefined,
      );
    };
    fetchWhenIdle([async () => fetch()]);
    window.addEventListener("focus", fetch);
    return () => window.removeEventListener("focus", fetch);
  }, [Tips, load]);
  return Tips === undefined ? null : <Tips />;
}

async function fetchTips(): Promise<ComponentType> {
  tips = (await import("../../shared/ui/buttons/Tips.tsx")).Tips;
  return tips;
}
