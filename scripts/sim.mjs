/** `npm run sim -- --seeds N --from S`: the sync simulator, in a process of its own. */
import { launch } from "./launch.mjs";

await launch("sim/main.ts");
