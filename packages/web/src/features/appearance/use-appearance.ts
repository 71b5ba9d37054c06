/** Paints the choices of Settings, Appearance: styles/tokens.css has what each of them means. */
import { useLayoutEffect } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useServices } from "../../shared/services.ts";

export function useAppearance(): void {
  const { font, size, width } = useStore(useServices().appearance.store, (all) => all);
  useLayoutEffect(() => {
    Object.assign(document.documentElement.dataset, { noteFont: font, noteSize: size, noteWidth: width });
  }, [font, size, width]);
}
