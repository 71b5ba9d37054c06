/** Loaded after the list, because most lists and searches are not empty. */
import { lazyComponent } from "../../../shared/lazy/lazy-component.ts";

export const WhyNoRows = lazyComponent(async () => (await import("./WhyNoRows.tsx")).WhyNoRows, "part");
