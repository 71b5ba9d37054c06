/** The time in HTTP format, computed once a second, which is its resolution. */
let second = -1;
let text = "";

export function httpDate(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) text = new Date(now * 1000).toUTCString();
  second = now;
  return text;
}
