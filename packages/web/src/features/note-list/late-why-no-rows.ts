/** Most lists and searches have something to show: what is said of the others comes after the list. */
import { late } from "../../shared/late.ts";
import { MissingPart } from "../../shared/ui/MissingPart.tsx";

export const WhyNoRows = late(async () => (await import("./WhyNoRows.tsx")).WhyNoRows, MissingPart);
