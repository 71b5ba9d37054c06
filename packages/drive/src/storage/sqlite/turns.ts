/** Turns of the event loop for work in pieces, one piece per turn and account, so that no account waits for all of another's. */
export type Turns = {
  /** Resolves when a piece of this account may run. */
  readonly next: (accountId: string) => Promise<void>;
};

export function createTurns(): Turns {
  /** Accounts in the order in which it is their turn. */
  const waiting = new Map<string, (() => void)[]>();
  const runOne = (): void => {
    const [first] = waiting;
    if (first === undefined) return;
    const [accountId, resolvers] = first;
    waiting.delete(accountId);
    const resolve = resolvers.shift();
    if (resolvers.length > 0) waiting.set(accountId, resolvers);
    if (waiting.size > 0) setImmediate(runOne);
    resolve?.();
  };
  return {
    next: (accountId) =>
      new Promise((resolve) => {
        if (waiting.size === 0) setImmediate(runOne);
        const resolvers = waiting.get(accountId);
        if (resolvers === undefined) waiting.set(accountId, [resolve]);
        else resolvers.push(resolve);
      }),
  };
}
