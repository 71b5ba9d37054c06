/** Starts the application: services first, because opening the database takes longer than drawing the frame. */
import { createRoot } from "react-dom/client";
import "../styles/index.css";
import { App } from "./App.tsx";
import { composeServices } from "./compose.ts";
import { mirrorEvents } from "./event-mirror.ts";
import { composeOutside } from "./outside.ts";
import { watchPage } from "./page-lifecycle.ts";
import { createRouter } from "./routes.tsx";
import { lendToTests } from "./test-door.ts";

const services = composeServices(await composeOutside());
lendToTests(services);
const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
createRoot(root).render(<App services={services} router={createRouter()} />);

mirrorEvents({ ...services, session: services.account.store, view: window });
watchPage({ library: services.library, page: document, view: window, isHidden: () => document.visibilityState === "hidden" });
// The worker must not compete with the first paint, nor a half-built page be kept by it while developing.
if (import.meta.env.PROD) void services.updates.start();
