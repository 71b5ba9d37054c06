/** Checks whether the drive service is reachable: a HEAD request of its about address, five seconds. Spec A §7 "Other", B §4, B §9. */
export interface Reachability {
  /** 401, 403 and OK are `reachable`; `silent`: no response in time; `unreachable`: no connection, or another response. */
  check(aboutUrl: string): Promise<"reachable" | "silent" | "unreachable">;
}
