/** `npm run trial -- --pairs 200 [--seed S] [--from K]`: real browsers edit the same notes, in a separate process. e2e/trial/main.ts has more. */
import { launchWithBrowser } from "./run/launch.mjs";

await launchWithBrowser("e2e/trial/main.ts");
