/** What a run of the tests was (see test-reporter.mjs): how many passed, what failed, and which of that runs once more. Pure. */
const MESSAGE_LINES = 12;
const firstLines = (messages) => messages.join("\n").split("\n").slice(0, MESSAGE_LINES).join("\n       ");

/** More files than these are no accident. */
const MOST_AGAIN = 6;

/** Projects whose tests wait for a page, a process or a database; in the others nothing depends on how busy the machine is. */
const WAITING = new Set(["web", "stores", "started", "browser", "e2e"]);

/** What fast-check says of a property that does not hold: a counterexample is one each time. */
const COUNTEREXAMPLE = /Property failed after \d+ tests/;

/** Failures of one file: its failed tests, and the file itself where it broke outside a test. */
function failuresOf({ file, isBroken, messages, tests }) {
  const failed = tests
    .filter(({ state }) => state === "failed")
    .map((test) => `${file} > ${test.name}\n       ${firstLines(test.messages)}`);
  return isBroken ? [...failed, `${file}\n       ${firstLines(messages)}`] : failed;
}

const countOk = ({ tests }) => tests.filter(({ state }) => state === "passed").length;
const hasCounterexample = ({ tests }) => tests.some(({ messages }) => messages.some((text) => COUNTEREXAMPLE.test(text)));

/** `{ passed, failed: { file, project, failures, passed, mayRepeat }[] }`; `failed` has an entry per file with a failure, and one for errors outside all. */
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
    failed: [...read.filter(({ failures }) => failures.length > 0), ...broken],
  };
}

/** A failure of the run itself; no second run makes it good. */
export const brokenRun = (failure) => ({ file: undefined, project: undefined, failures: [failure], passed: 0, mayRepeat: false });

/** Which failed files run once more: none where something failed that is no matter of time, or too much did. */
export function chooseAgain({ failed }) {
  const chosen = failed.filter(({ mayRepeat }) => mayRepeat);
  return chosen.length === failed.length && chosen.length <= MOST_AGAIN ? chosen : [];
}

/** The first run with its failed files replaced by what a second run of them gave; `unsteady` lists what failed only in the first. */
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
