/** Shows that a long step is running: one moving line on a terminal, a plain line now and then elsewhere. */
const MARKS = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const TURN_MS = 200;
const LINE_MS = 10_000;
const CLEAR = "\r\u001B[2K";

/**
 * Shows `title`, the elapsed time and the progress from `describe` until `end` is called with the outcome.
 * @param clock replaces the real one: `now` in milliseconds; `every` calls back periodically and returns a function that stops it.
 */
export function showProgress(title, describe = () => "", { stream = process.stderr, clock = realClock } = {}) {
  const began = clock.now();
  let turn = 0;
  const seconds = () => Math.round((clock.now() - began) / 1000);
  const line = () => [title, [describe(), `${seconds()} s`].filter((part) => part !== "").join(", ")].join(": ");
  if (!stream.isTTY) stream.write(`${title} …\n`);
  const show = () => stream.write(stream.isTTY ? `${CLEAR}${MARKS[turn++ % MARKS.length]} ${line()}` : `${line()}\n`);
  const stop = clock.every(stream.isTTY ? TURN_MS : LINE_MS, show);
  return {
    end(how) {
      stop();
      stream.write(`${stream.isTTY ? CLEAR : ""}${title}: ${how} after ${seconds()} s\n`);
    },
  };
}

const realClock = {
  now: () => performance.now(),
  every(ms, run) {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  },
};
