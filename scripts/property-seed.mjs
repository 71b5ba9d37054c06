/**
 * Before the tests of each file: what properties draw. The same in each `npm test`, so that one that fails is about the change; `npm run properties`
 * draws others, and more of them where a property does not say how many.
 */
import { configureGlobal } from "fast-check";

const { SATCHEL_PROPERTY_SEED: seed, SATCHEL_PROPERTY_RUNS: runs } = process.env;

configureGlobal({ seed: Number(seed ?? 20_261_126), ...(runs !== undefined && { numRuns: Number(runs) }) });
