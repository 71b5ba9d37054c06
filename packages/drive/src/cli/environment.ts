/** The clock and the network of programs that run by themselves; everything they call is handed these. */
export const systemClock = { now: (): number => Math.round(performance.now()) };

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
