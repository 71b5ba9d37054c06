/** The application over its services: router and providers. compose.ts builds the services. */
import { I18nProvider } from "react-aria-components";
import type { Router } from "../../shared/router/create-router.ts";
import { RouterProvider } from "../../shared/router/router.ts";
import { type Services, ServicesProvider, type SignedOutServices } from "../../shared/services.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { RouteGate } from "./RouteGate.tsx";
import { Shell } from "./Shell.tsx";

type AppProps = { readonly services: Services | SignedOutServices; readonly router: Router };

/** The interface is in English; react-aria's own text must not follow the browser's language. */
const INTERFACE_LOCALE = "en-GB";

export function App({ services, router }: AppProps) {
  return (
    <I18nProvider locale={INTERFACE_LOCALE}>
      <ServicesProvider value={services}>
        <RouterProvider router={router}>
          <ErrorBoundary>
            <Shell>
              <RouteGate />
            </Shell>
          </ErrorBoundary>
        </RouterProvider>
      </ServicesProvider>
    </I18nProvider>
  );
}
