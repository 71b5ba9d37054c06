/** The head of a search loads with the first search. */
import { lazyComponent } from "../../../shared/lazy/lazy-component.ts";

export const SearchHead = lazyComponent(async () => (await import("./SearchHead.tsx")).SearchHead);
