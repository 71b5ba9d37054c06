/** The time as HTTP writes it. Made once a second, as there is no finer one. */
let second = -1;
let text = "";

export function httpDate(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) text = new Date(now * 1000).toUTCString();
  second = now;
  return text;
}
