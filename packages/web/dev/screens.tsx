/**
 * Shows any screen over services in memory, for looking at it: `/dev/screens.html?path=/notes&theme=dark&scenario=library`.
 * Served by the development server only; no part of the build.
 */
import { createRoot } from "react-dom/client";
import { browserIds } from "../src/adapters/browser/environment.ts";
import { App } from "../src/app/startup/App.tsx";
import { createMemoryPages } from "../src/app/testing/memory-pages.ts";
import { createRouter } from "../src/shared/router/create-router.ts";
import "../src/styles/index.css";
import { openScenario } from "./scenarios.ts";

const query = new URLSearchParams(location.search);
const theme = query.get("theme") ?? "light";
document.documentElement.dataset.theme = theme;
const services = await openScenario(query.get("scenario") ?? "library", theme);
const router = createRouter(createMemoryPages(query.get("path") ?? "/notes"), browserIds.random);
Object.assign(window, { services, router });
createRoot(document.getElementById("root") as HTMLElement).render(<App services={services} router={router} />);
