/** Summarizes a test run (see test-reporter.mjs): the number of passed tests, the failures, and the files to rerun. Pure. */
const MESSAGE_LINES = 12;
const firstLines = (messages) => messages.join("\n").split("\n").slice(0, MESSAGE_LINES).join("\n       ");

/** More failed files than this are not accidental. */
const MOST_AGAIN = 6;

/** Projects whose tests wait for a page, a process or a database. In the others nothing depends on the machine's load. */
const WAITING = new Set(["web", "stores", "started", "browser", "e2e"]);

/** fast-check's message for a failed property. A counterexample fails every time. */
const COUNTEREXAMPLE = /Property failed after \d+ tests/;

/** Failures of one file: its failed tests, and the file itself if it broke outside a test. */
function failuresOf({ file, isBroken, messages, tests }) {
  const failed = tests
    .filter(({ state }) => state === "failed")
    .map((test) => `${file} > ${test.name}\n       ${firstLines(test.messages)}`);
  return isBroken ? [...failed, `${file}\n       ${firstLines(messages)}`] : failed;
}

const countOk = ({ tests }) => tests.filter(({ state }) => state === "passed").length;
const hasCounterexample = ({ tests }) => tests.some(({ messages }) => messages.some((text) => COUNTEREXAMPLE.test(text)));

/**
 * Returns `{ passed, files: { file, project, seconds }[], failed: { file, project, failures, passed, mayRepeat }[] }`. `failed` has an
 * entry per file with a failure, and one for errors outside all files.
 */
export function readTestReport({ files, fileless }) {
  const read = files.map((each) => ({
    file: each.file,
    project: each.project,
    failures: failuresOf(each),
    passed: countOk(each),
    mayRepeat: WAITING.has(each.project) && !hasCounterexample(each),
  }));
  const broken = fileless.length === 0 ? [] : [brokenRun(`Errors outside of all files:\n       ${firstLines(fileless)}`)];
  return {
    passed: read.reduce((sum, { passed }) => sum + passed, 0),
    files: files.map(({ file, project, timing, tests }) => ({ file, project, seconds: secondsOf(timing, tests) })),
    failed: [...read.filter(({ failures }) => failures.length > 0), ...broken],
  };
}

/** Imports of a file count too: they take most of the time of a short test. */
function secondsOf({ collectDuration = 0, setupDuration = 0, duration } = {}, tests) {
  const ms = duration ?? tests.reduce((sum, test) => sum + (test.ms ?? 0), 0);
  return (collectDuration + setupDuration + ms) / 1000;
}

export const slowestFiles = (files, count) => files.toSorted((a, b) => b.seconds - a.seconds).slice(0, count);

/** Files that take at least this long are begun first; the order of the others does not matter. */
const RECORDED_SECONDS = 3;

/** Returns whole seconds by project and file, longest first, of the files that matter to the order. */
export function toTimes(files) {
  const times = {};
  for (const { project, file, seconds } of slowestFiles(files, files.length)) {
    if (seconds >= RECORDED_SECONDS) times[project] = { ...times[project], [file]: Math.round(seconds) };
  }
  return times;
}

/** A failure of the run itself, which a second run cannot fix. */
export const brokenRun = (failure) => ({ file: undefined, project: undefined, failures: [failure], passed: 0, mayRepeat: false });

/** Returns the failed files to rerun: none if too many files failed, or if any failure is not a timing problem. */
export function chooseAgain({ failed }) {
  const chosen = failed.filter(({ mayRepeat }) => mayRepeat);
  return chosen.length === failed.length && chosen.length <= MOST_AGAIN ? chosen : [];
}

/** Replaces the failed files of the first run by the results of a second run. `unsteady` lists failures of the first run only. */
export function mergeSecondRun(first, second) {
  const nameOf = ({ file, project }) => `${project} ${file}`;
  const stillFailed = new Set(second.failed.map(nameOf));
  const passedBefore = first.failed.reduce((sum, { passed }) => sum + passed, 0);
  return {
    passed: first.passed - passedBefore + second.passed,
    failed: second.failed,
    unsteady: first.failed.filter((file) => !stillFailed.has(nameOf(file))).flatMap(({ failures }) => failures),
  };
}
