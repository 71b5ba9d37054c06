/** A minimal proxy: each new connection goes to the next server that accepts it. The network behind it can be cut. */
import { connect, createServer, type Socket } from "node:net";

export type PlainProxy = {
  readonly origin: string;
  /** Ends every connection and accepts no new one until `restore`. */
  readonly cut: () => void;
  readonly restore: () => void;
  readonly close: () => Promise<void>;
};

export async function startPlainProxy(ports: readonly number[]): Promise<PlainProxy> {
  const open = new Set<Socket>();
  let turn = 0;
  let isCut = false;
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => socket.destroy());
  };
  const join = (from: Socket, tried: number): void => {
    const port = ports[turn++ % ports.length] ?? 0;
    const to = connect(port, "127.0.0.1");
    to.once("connect", () => {
      keep(to);
      from.pipe(to).pipe(from);
      from.once("close", () => to.destroy());
      to.once("close", () => from.destroy());
    });
    to.once("error", () => {
      if (tried < ports.length && !from.destroyed) join(from, tried + 1);
      else from.destroy();
    });
  };
  const server = createServer((from) => {
    if (isCut) return void from.destroy();
    keep(from);
    join(from, 1);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const endAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    origin: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
    cut: () => {
      isCut = true;
      endAll();
    },
    restore: () => {
      isCut = false;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        endAll();
      }),
  };
}
