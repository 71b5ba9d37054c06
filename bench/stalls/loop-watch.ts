/** How long the event loop of this process was held up while something ran: the longest time between two of its turns. */

export type Stall = {
  /** By the clock: what else the machine does counts as well. */
  readonly ms: number;
  /** Of the processor's time that this thread used in one turn. */
  readonly cpuMs: number;
};

export async function longestStall(run: () => Promise<unknown>): Promise<Stall> {
  let [ms, cpuMs] = [0, 0];
  let [at, cpuAt] = [performance.now(), threadMs()];
  const running = { is: true };
  const turn = (): void => {
    const [now, cpuNow] = [performance.now(), threadMs()];
    ms = Math.max(ms, now - at);
    cpuMs = Math.max(cpuMs, cpuNow - cpuAt);
    [at, cpuAt] = [now, cpuNow];
    if (running.is) setImmediate(turn);
  };
  setImmediate(turn);
  await run();
  // The last turn counts as well.
  await new Promise((resolve) => setImmediate(resolve));
  running.is = false;
  turn();
  return { ms, cpuMs };
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
