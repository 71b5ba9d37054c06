/** The row of a file whose bytes did not open: why, and whether a note in clear is in it, which only the user imports. Decision 0017. Pure. */

import type { RemoteFile, UnreadableReason } from "../../model/drive/remote-file.ts";
import { recognizeUnsealed } from "../unsealed-files/unsealed-file.ts";

/** `json`: what the bytes say as JSON, undefined where they are none. */
type Read = { readonly md5: string; readonly reason: UnreadableReason; readonly json: unknown };

export function asUnreadable({ importAs: _former, ...file }: RemoteFile, { md5, reason, json }: Read): RemoteFile {
  const row = { ...file, md5, trusted: false };
  const unsealed = recognizeUnsealed(file, md5, json);
  return unsealed === undefined ? { ...row, unreadable: reason } : { ...row, unreadable: "unsealed", ...unsealed };
}
