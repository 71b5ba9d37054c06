/**
 * Vitest's reporter for `npm test`: writes the result of each test, with its project (a file may be in two) and the file's duration, into
 * the file named by SATCHEL_TEST_REPORT.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { ROOT } from "../run/paths.mjs";

const toMessage = ({ stack, message }) => stack || message;

function toTest(test) {
  const { state, errors = [] } = test.result();
  return { name: test.fullName, state, ms: test.diagnostic()?.duration, messages: errors.map(toMessage) };
}

/** A file that broke outside its tests: in a hook of a group, with its worker, or by an unhandled error (`loose`). */
function toFile(module, loose) {
  const tests = [...module.children.allTests()].map(toTest);
  const errors = [module, ...module.children.allSuites()].flatMap((each) => each.errors());
  const isExplained = tests.some(({ state }) => state === "failed") || module.state() === "passed" || module.state() === "skipped";
  return {
    file: relative(ROOT, module.moduleId),
    project: module.project.name,
    isBroken: errors.length + loose.length > 0 || !isExplained,
    messages: [...errors, ...loose].map(toMessage),
    tests,
    timing: module.diagnostic(),
  };
}

export default class TestReporter {
  onTestRunEnd(modules, unhandled) {
    const path = process.env.SATCHEL_TEST_REPORT;
    const paths = new Set(modules.map(({ moduleId }) => moduleId));
    const files = modules.map((module) =>
      toFile(
        module,
        unhandled.filter(({ VITEST_TEST_PATH }) => VITEST_TEST_PATH === module.moduleId),
      ),
    );
    const fileless = unhandled.filter(({ VITEST_TEST_PATH }) => !paths.has(VITEST_TEST_PATH)).map(toMessage);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify({ files, fileless }));
  }
}
