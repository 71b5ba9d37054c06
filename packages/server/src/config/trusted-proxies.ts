/** `TRUST_PROXY` names the proxies whose `X-Forwarded-For` is trusted: a number of hops, or the proxies' networks, but never everyone. */
import { BlockList, isIP } from "node:net";
import { StartProblem } from "./start-problem.ts";

/**
 * False trusts no proxy. A number counts the proxies between a client and this server. A text lists their addresses, separated by commas.
 */
export type TrustedProxies = false | number | string;

const MAX_HOPS = 9;
/** Names of networks that fastify knows. */
const NAMED = ["loopback", "linklocal", "uniquelocal"];
/** Networks wider than 10.0.0.0/8 and fc00::/7 contain addresses of the public internet. */
const MIN_PREFIX = { ipv4: 8, ipv6: 7 } as const;

const EXPECTED =
  "TRUST_PROXY must be the number of proxies before this server, or their addresses and networks separated by commas, e.g. 1 or 127.0.0.1 or 172.18.0.0/16";

export function parseTrustedProxies(text: string | undefined): TrustedProxies {
  if (text === undefined || text === "false" || text === "0") return false;
  if (/^\d+$/.test(text)) {
    if (Number(text) > MAX_HOPS) throw new StartProblem(`${EXPECTED}; ${text} proxies are more than the ${MAX_HOPS} that it takes.`);
    return Number(text);
  }
  const networks = text.split(",").map((network) => network.trim());
  for (const network of networks) checkNetwork(network);
  return networks.join(",");
}

function checkNetwork(network: string): void {
  if (["true", "all", "*"].includes(network))
    throw new StartProblem(`${EXPECTED}. "${network}" would believe whatever address a client invents.`);
  if (NAMED.includes(network)) return;
  const [address = "", bits, ...rest] = network.split("/");
  const family = isIP(address);
  const isKnown =
    family !== 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)));
  if (!isKnown) throw new StartProblem(`${EXPECTED}, not "${network}".`);
  if (bits !== undefined && isTooWide(address, Number(bits), family === 4 ? "ipv4" : "ipv6"))
    throw new StartProblem(`${EXPECTED}. ${network} holds addresses that are no proxy of yours.`);
}

function isTooWide(address: string, prefix: number, family: "ipv4" | "ipv6"): boolean {
  if (prefix < MIN_PREFIX[family]) return true;
  if (family === "ipv4") return false;
  // IPv4 addresses are also IPv6 ones, below ::ffff:0:0/96. A network that begins there or above contains many or all of them.
  const list = new BlockList();
  list.addSubnet(address, prefix, "ipv6");
  return prefix < 96 + MIN_PREFIX.ipv4 && (list.check("::ffff:0.0.0.0", "ipv6") || /^(0{0,4}:)+:?ffff:/i.test(address));
}
