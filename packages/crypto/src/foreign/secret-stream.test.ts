import { describe, expect, it } from "vitest";
import { createSecretStream } from "./secret-stream.ts";

// Made with libsodium: 100 bytes, 100 bytes after which the key changes, and the last message.
const KEY = Uint8Array.from({ length: 32 }, (_, at) => at);
const HEADER = Buffer.from("RdxgjzbHqR7soFXO2HIIREsaEmwIW0yY", "base64url");
const SEALED = Buffer.from(
  "VI_3-VOvLjJT6UfEgpoQO_b57gr4K31i3yQgd7zekRoJP9vtGFcnYDwoNC6bLXJK0T5ZK_bpnAeo9gaSWzIrDCLXA8vuAIu6FjHn9oWcnESBawBbifi8k40IzcZnXMIXV8KcxbGhasCpr2AMUPyjXCUHOgepgVKbTrYvQS_v6jDFvvcX_cvmElIFGBJdAtCd4aFlcUf_CxQrn-x8nfW9piqEKEZdxSAyN4SHHM4Qs7jpg1hZkNJxEsEbmkXizzBYqtfKWerxfsY3SKPFcSEr4AQPOu6FvprtYdrpCmCnZOkjRQ81zplNdZCS6yMfFo8271DCmIUD_ncyeMP6kbANPPWa",
  "base64url",
);
const MESSAGES = [SEALED.subarray(0, 117), SEALED.subarray(117, 234), SEALED.subarray(234)];

describe("a secret stream", () => {
  it("opens message after message, also behind a change of its key", () => {
    const open = createSecretStream(KEY, HEADER);
    expect(MESSAGES.map((message) => open(message))).toEqual([
      { text: Uint8Array.from({ length: 100 }, (_, at) => at), isLast: false },
      { text: Uint8Array.from({ length: 100 }, (_, at) => (at * 7) % 251), isLast: false },
      { text: Uint8Array.from(Buffer.from("the end")), isLast: true },
    ]);
  });

  it("refuses a message that was changed, left out or cut", () => {
    const changed = Uint8Array.from(MESSAGES[0] ?? []);
    changed[60] = (changed[60] ?? 0) ^ 1;
    expect(createSecretStream(KEY, HEADER)(changed)).toBeUndefined();
    expect(createSecretStream(KEY, HEADER)(MESSAGES[1] ?? changed)).toBeUndefined();
    expect(createSecretStream(KEY, HEADER)(changed.subarray(0, 16))).toBeUndefined();
  });
});
