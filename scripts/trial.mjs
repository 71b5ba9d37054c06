/** `npm run trial -- --pairs 200 [--seed S] [--from K]`: two real browsers edit the same notes, in a separate process. */
import { launch } from "./run/launch.mjs";

await launch("e2e/trial/main.ts");
