/** Most lists and searches have something to show: what is said of the others comes after the list. */
import { lazyComponent } from "../../../shared/lazy/lazy-component.ts";

export const WhyNoRows = lazyComponent(async () => (await import("./WhyNoRows.tsx")).WhyNoRows, "part");
