/**
 * Requests and responses without a transport. The Node adapter and the in-process fetch both convert to them. Contains no protocol rules.
 */
export type DriveRequest = {
  /** In upper case. */
  readonly method: string;
  /** As sent, percent-encoded, without the query. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: AsyncIterable<Uint8Array> | undefined;
  /** Scheme and host that received the request, for Location headers. */
  readonly origin: string;
};

export type DriveResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string | AsyncIterable<Uint8Array> | undefined;
  /** Set by the fault layer only: the connection is closed without a response. */
  readonly dropped?: boolean;
};

export type DriveHandler = (request: DriveRequest) => Promise<DriveResponse>;

/** Thrown by a body whose sender disconnected; the partial upload is dropped. */
export class RequestAborted extends Error {
  constructor() {
    super("the request ended before its body did");
  }
}
