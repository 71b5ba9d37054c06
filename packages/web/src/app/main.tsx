/** Starts the application: services first, because opening the database takes longer than drawing the frame. */
import { createRoot } from "react-dom/client";
import "../styles/index.css";
import { allowOnlyOwnScripts } from "../adapters/browser/own-scripts.ts";
import { pagesText } from "../text/pages.ts";
import { App } from "./App.tsx";
import { BrokenPage } from "./BrokenPage.tsx";
import { composeServices } from "./compose.ts";
import { mirrorEvents } from "./event-mirror.ts";
import { fetchLateScreens } from "./late-screens.ts";
import { composeOutside } from "./outside.ts";
import { watchActivity, watchPage, watchPrint } from "./page-lifecycle.ts";
import { createRouter } from "./routes.tsx";
import { lendToTests } from "./test-door.ts";
import { scrollToCaret, watchVisibleArea } from "./visible-area.ts";

const element = document.getElementById("root");
if (element === null) throw new Error("index.html has no #root");
const root = createRoot(element);
allowOnlyOwnScripts();
fetchLateScreens(location.pathname);
try {
  start(composeServices(await composeOutside()));
} catch (error) {
  root.render(<BrokenPage error={error} sentence={pagesText.notStartedSentence} />);
  throw error;
}

function start(services: ReturnType<typeof composeServices>): void {
  lendToTests(services);
  root.render(<App services={services} router={createRouter()} />);
  mirrorEvents({ ...services, session: services.account.store, view: window });
  watchActivity({ library: services.library, view: window });
  watchPrint({ view: window, root: document.documentElement });
  watchPage({ library: services.library, page: document, view: window, isHidden: () => document.visibilityState === "hidden" });
  if (visualViewport !== null)
    watchVisibleArea({
      viewport: visualViewport,
      root: document.documentElement,
      pageHeight: () => innerHeight,
      keepCaret: () => scrollToCaret(document),
    });
  // The worker must not compete with the first paint, nor a half-built page be kept by it while developing.
  if (import.meta.env.PROD) void services.updates.start();
}
