/** Measures the longest time between two turns of this process's event loop while something runs. */

export type Stall = {
  /** Elapsed time, which includes other load on the machine. */
  readonly ms: number;
  /** Processor time of this thread in one turn. */
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
  // Includes the last turn.
  await new Promise((resolve) => setImmediate(resolve));
  running.is = false;
  turn();
  return { ms, cpuMs };
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
