/** What both sides write into the addresses of an authorize page; no schema. Spec B §7, decision 0006. */

/** The query parameter in which the ticket rides on the sandbox's authorize address. */
export const TICKET_PARAMETER = "ticket";
