/** What is known about who asks: the network (never the full address) and what the browser calls itself. Decision 0006. */
import { isIPv4, isIPv6 } from "node:net";

export type Client = { readonly network: string; readonly device: string };

const DEVICE_CHARS = 200;

export function toClient(address: string, userAgent: string | undefined): Client {
  return { network: networkOf(address), device: (userAgent ?? "").replace(/\p{Cc}/gu, "").slice(0, DEVICE_CHARS) };
}

/** The /24 of an IPv4 address, the /48 of an IPv6 one: floods count by it, and it names no household. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:/i, "").replace(/%.*$/, "");
  if (isIPv4(plain)) return `${plain.split(".").slice(0, 3).join(".")}.0/24`;
  if (!isIPv6(plain)) return "unknown";
  return `${groupsOf(plain).slice(0, 3).join(":")}::/48`;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): readonly string[] {
  const [head = "", tail] = address.toLowerCase().split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - first.length - last.length)).fill("0");
  return [...first, ...zeros, ...last].map((group) => group.replace(/^0+(?=.)/, ""));
}
