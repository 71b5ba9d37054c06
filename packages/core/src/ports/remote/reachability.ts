/** Whether the drive service is there at all: a HEAD of its about address, five seconds. Spec A §7 "Other", B §4, B §9. */
export interface Reachability {
  /** 401, 403 and OK are `reachable`; `silent`: no answer in time; `unreachable`: no way there, or another answer. */
  check(aboutUrl: string): Promise<"reachable" | "silent" | "unreachable">;
}
