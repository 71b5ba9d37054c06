/**
 * A server one round trip away: forwards requests to a server on this machine with a delay, and counts requests and bytes in both
 * directions. `node far.mjs <port of the server> <milliseconds>` prints its own address. GET /__far returns the counts, POST /__far?ms=50
 * resets them.
 */
import { Agent, request as ask, createServer } from "node:http";

const target = Number(process.argv[2]);
let delayMs = Number(process.argv[3] ?? 0);
let counts = { requests: 0, bytes: 0 };
const agent = new Agent({ keepAlive: true, maxSockets: 256 });

function control(request, response) {
  const told = JSON.stringify(counts);
  if (request.method === "POST") {
    counts = { requests: 0, bytes: 0 };
    delayMs = Number(new URL(request.url, "http://far").searchParams.get("ms"));
  }
  response.end(told);
}

function passOn(request, response) {
  const { method, url, headers } = request;
  const outgoing = ask({ host: "127.0.0.1", port: target, method, path: url, headers: toTarget(headers), agent }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.on("data", (piece) => {
      counts.bytes += piece.length;
    });
    answer.pipe(response);
  });
  outgoing.on("error", () => response.destroy());
  request.on("data", (piece) => {
    counts.bytes += piece.length;
  });
  request.pipe(outgoing);
}

/** WebDAV names the target of a move by its complete URL. */
function toTarget(headers) {
  const { destination } = headers;
  return destination === undefined ? headers : { ...headers, destination: destination.replace(/\/\/[^/]+/, `//127.0.0.1:${target}`) };
}

const server = createServer((request, response) => {
  if (request.url.startsWith("/__far")) return control(request, response);
  counts.requests += 1;
  if (delayMs > 0) setTimeout(passOn, delayMs, request, response);
  else passOn(request, response);
});
server.keepAliveTimeout = 65_000;
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
