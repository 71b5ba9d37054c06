/** Starts the application. Opens the database first, because it takes longer than rendering the frame. */
import { createBrowserHistory } from "@tanstack/history";
import { createRoot } from "react-dom/client";
import "../../styles/index.css";
import { loadWithRetry } from "@satchel/core/model/lazy/lazy-module.ts";
import { takeApprovalLink } from "../../adapters/browser/approval-links.ts";
import { browserTimers } from "../../adapters/browser/environment.ts";
import { allowOnlyOwnScripts } from "../../adapters/browser/own-scripts.ts";
import { claimHtmlPolicy, takeAdmitted } from "../../shared/html-policy.ts";
import { createRouter } from "../../shared/router/create-router.ts";
import type { Services, SignedOutServices } from "../../shared/services.ts";
import { pagesText } from "../../text/pages/pages.ts";
import { composePage, composeSignedOutServices, isSignedOut } from "../composition/signed-out-services.ts";
import { App } from "./App.tsx";
import { BrokenPage } from "./BrokenPage.tsx";
import { fetchLazyScreens } from "./lazy-screens.ts";

const element = document.getElementById("root");
if (element === null) throw new Error("index.html has no #root");
const root = createRoot(element);
takeApprovalLink();
const router = createRouter(createBrowserHistory());
claimHtmlPolicy();
allowOnlyOwnScripts({ createHTML: takeAdmitted });
const page = composePage();
const started = loadWithRetry(() => import("./start.ts"), browserTimers).then(({ start }) => start(page, () => void showFullDisk()));
fetchLazyScreens(location.pathname, { preferences: page.preferences, library: started.then(({ library }) => library) });
void open();

// No top-level await: lazy scripts import from this one, and would wait for each other.
async function open(): Promise<void> {
  try {
    if (isSignedOut(page.preferences)) renderRoot(composeSignedOutServices(page, started));
    const services = await started;
    renderRoot(services);
    services.follow();
  } catch (error) {
    root.render(<BrokenPage error={error} sentence={pagesText.notStartedSentence} />);
    throw error;
  }
}

async function showFullDisk(): Promise<void> {
  try {
    const { FullDiskPage } = await loadWithRetry(() => import("./FullDiskPage.tsx"), browserTimers);
    root.render(<FullDiskPage />);
  } catch (error) {
    root.render(<BrokenPage error={error} sentence={pagesText.diskFullSentence} />);
  }
}

function renderRoot(services: Services | SignedOutServices): void {
  root.render(<App services={services} router={router} />);
}
