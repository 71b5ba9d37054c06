/** `npm run sim -- --seeds N --from S` runs the sync simulator in a separate process. */
import { launch } from "./run/launch.mjs";

await launch("sim/main.ts");
