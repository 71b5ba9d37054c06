/** What vitest's JSON report says of a run: how many tests passed, and what failed, file by file. Pure. */
const MESSAGE_LINES = 12;
const firstLines = (text) => text.split("\n").slice(0, MESSAGE_LINES).join("\n       ");

/** Failures of one file: its failed tests, or the file itself where it broke outside a test. */
function failuresOf({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (failed.length > 0) return failed.map((test) => `${name} > ${test.fullName}\n       ${firstLines(test.failureMessages.join("\n"))}`);
  return status === "failed" ? [`${name}\n       ${firstLines(message)}`] : [];
}

/** `{ passed, failed: { file, failures, passed }[] }`; `failed` has one entry per file with a failure. */
export function readTestReport(report) {
  const files = report.testResults.map((file) => ({
    file: file.name,
    failures: failuresOf(file),
    passed: file.assertionResults.filter((test) => test.status === "passed").length,
  }));
  return { passed: files.reduce((sum, file) => sum + file.passed, 0), failed: files.filter(({ failures }) => failures.length > 0) };
}

/** The first run with its failed files replaced by what a second run of them gave; `unsteady` lists what failed only in the first. */
export function mergeSecondRun(first, second) {
  const stillFailed = new Set(second.failed.map(({ file }) => file));
  const passedBefore = first.failed.reduce((sum, { passed }) => sum + passed, 0);
  return {
    passed: first.passed - passedBefore + second.passed,
    failed: second.failed,
    unsteady: first.failed.filter(({ file }) => !stillFailed.has(file)).flatMap(({ failures }) => failures),
  };
}
