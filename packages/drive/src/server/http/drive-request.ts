/** Requests and answers without a transport: what the Node adapter and the in-process fetch both translate to. No protocol rules here. */
export type DriveRequest = {
  /** Upper case. */
  readonly method: string;
  /** As sent, percent-encoded, without the query. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: AsyncIterable<Uint8Array> | undefined;
  /** Scheme and host the request came to, for Location headers. */
  readonly origin: string;
};

export type DriveResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string | AsyncIterable<Uint8Array> | undefined;
  /** Set by the fault layer only: the connection is closed and nothing is answered. */
  readonly dropped?: boolean;
};

export type DriveHandler = (request: DriveRequest) => Promise<DriveResponse>;

/** Thrown by a body whose sender went away; whatever was being stored is dropped. */
export class RequestAborted extends Error {
  constructor() {
    super("the request ended before its body did");
  }
}
