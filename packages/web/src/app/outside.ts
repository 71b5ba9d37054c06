/** Account, connection, local mode, library and device state over their adapters. The seam where these are wired; screens need only the types. */
import type { Outside } from "./compose.ts";

export function composeOutside(): Outside {
  throw new Error("the adapters of account, connection and library are not wired yet");
}
