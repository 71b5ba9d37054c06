/** The real clock and network for the command-line programs. They pass both to everything they call. */
export const systemClock = { now: (): number => Math.round(performance.now()) };

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
