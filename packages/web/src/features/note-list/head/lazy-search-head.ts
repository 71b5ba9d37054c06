/** What is above the rows of a search comes with the first one. */
import { lazyComponent } from "../../../shared/lazy/lazy-component.ts";

export const SearchHead = lazyComponent(async () => (await import("./SearchHead.tsx")).SearchHead);
