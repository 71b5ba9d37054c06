/** `npm run trial -- --pairs 200 [--seed S] [--from K]`: two real browsers that edit the same notes, in a process of its own. */
import { launch } from "./launch.mjs";

await launch("e2e/trial/main.ts");
