/**
 * Sets the seed of properties before the tests of each file. `npm test` always uses the same seed, so that a failure is caused by a change;
 * `npm run properties` uses other seeds, and more runs unless a property sets their number.
 */
import { configureGlobal } from "fast-check";

const { SATCHEL_PROPERTY_SEED: seed, SATCHEL_PROPERTY_RUNS: runs } = process.env;

configureGlobal({ seed: Number(seed ?? 20_261_126), ...(runs !== undefined && { numRuns: Number(runs) }) });
