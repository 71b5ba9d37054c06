/** The application over its services: router and providers. What the services are made of is compose.ts's. */
import { RouterProvider as AriaRouter, I18nProvider } from "react-aria-components";
import { RouterProvider } from "react-router";
import { type Services, ServicesProvider } from "../shared/services.ts";
import type { createRouter } from "./routes.tsx";

type AppProps = { readonly services: Services; readonly router: ReturnType<typeof createRouter> };

/** The interface speaks English; react-aria's own words should not follow the browser's language into another one. */
const INTERFACE_LOCALE = "en-GB";

export function App({ services, router }: AppProps) {
  return (
    <I18nProvider locale={INTERFACE_LOCALE}>
      <AriaRouter navigate={(path) => void router.navigate(path)}>
        <ServicesProvider value={services}>
          <RouterProvider router={router} />
        </ServicesProvider>
      </AriaRouter>
    </I18nProvider>
  );
}
