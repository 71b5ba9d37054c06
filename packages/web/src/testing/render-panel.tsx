/** Renders one panel or dialog over services in memory, with its toasts. */
import { cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { ToastRegion } from "../features/status/ToastRegion.tsx";
import { LibraryProvider, ServicesProvider } from "../shared/services.ts";
import type { MemoryServices } from "./memory-services.ts";

export function renderPanel(services: MemoryServices, panel: ReactNode) {
  cleanup();
  return render(
    <ServicesProvider value={services}>
      <LibraryProvider value={services.open}>
        {panel}
        <ToastRegion />
      </LibraryProvider>
    </ServicesProvider>,
  );
}
