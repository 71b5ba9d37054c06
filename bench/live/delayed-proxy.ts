/** A proxy between browsers and a server with a given round trip: every byte takes half of it in either direction. */
import { connect, createServer, type Socket } from "node:net";

export type DelayedProxy = { readonly origin: string; readonly close: () => Promise<void> };

export async function startDelayedProxy(port: number, target: number, roundTripMs: number): Promise<DelayedProxy> {
  const open = new Set<Socket>();
  const keep = (socket: Socket): void => {
    open.add(socket);
    socket.setNoDelay(true);
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => socket.destroy());
  };
  const carry = (from: Socket, to: Socket): void => {
    from.on("data", (bytes) => void setTimeout(() => to.destroyed || to.write(bytes), roundTripMs / 2));
    from.on("close", () => void setTimeout(() => to.destroy(), roundTripMs / 2));
  };
  const server = createServer((from) => {
    keep(from);
    from.pause();
    // The handshake of a connection takes a round trip.
    setTimeout(() => {
      const to = connect(target, "127.0.0.1");
      keep(to);
      carry(from, to);
      carry(to, from);
      from.resume();
    }, roundTripMs);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of open) socket.destroy();
    });
  return { origin: `http://localhost:${port}`, close };
}
