/** Why the server cannot start, in one sentence for whoever started it. Caught once, in main.ts. */
export class StartProblem extends Error {}
