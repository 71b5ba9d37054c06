/** The worker in which backups are packed, sealed and read. */
import { createArchiveDesk } from "./archive-desk.ts";
import { type ArchiveDesk, PAGE_METHODS, type PageSide } from "./archive-messages.ts";
import { type Calls, connectCalls, type MessagePortLike } from "./calls.ts";

let page: Calls<PageSide> | undefined;
const desk: ArchiveDesk = createArchiveDesk(() => page as Calls<PageSide>);
page = connectCalls<PageSide>(self as unknown as MessagePortLike, PAGE_METHODS, desk).calls;
