/**
 * Shows any screen over services in memory, for looking at it: `/dev/screens.html?path=/notes&theme=dark&scenario=library`.
 * Served by the development server only; no part of the build.
 */
import { createRoot } from "react-dom/client";
import { createMemoryRouter } from "react-router";
import { App } from "../src/app/App.tsx";
import { createRoutes } from "../src/app/routes.tsx";
import "../src/styles/index.css";
import { openScenario } from "./scenarios.ts";

const query = new URLSearchParams(location.search);
const theme = query.get("theme") ?? "light";
document.documentElement.dataset.theme = theme;
const services = await openScenario(query.get("scenario") ?? "library", theme);
const router = createMemoryRouter(createRoutes(), { initialEntries: [query.get("path") ?? "/notes"] });
Object.assign(window, { services, router });
createRoot(document.getElementById("root") as HTMLElement).render(<App services={services} router={router} />);
