/** The oldest Node that Satchel runs on, and the one line a person sees on an older one. Imports nothing, so that it runs anywhere. */
const OLDEST = [20, 19];

export function isNewEnough(version) {
  const [major, minor] = version.split(".").map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

export function requireNode(version = process.versions.node) {
  if (isNewEnough(version)) return;
  process.stderr.write(`Satchel needs Node ${OLDEST.join(".")} or newer, and this is Node ${version}. Get one from https://nodejs.org.\n`);
  process.exit(1);
}
