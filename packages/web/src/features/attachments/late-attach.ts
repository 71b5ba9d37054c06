/** Attaching comes with the editor, not with the frame. */
import { late } from "../../shared/late.ts";

export const fetchAttachTool = async () => (await import("./AttachTool.tsx")).AttachTool;
export const AttachTool = late(fetchAttachTool);
