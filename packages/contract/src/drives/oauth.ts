/** Names that both sides use in the URLs of an authorize page; not a schema. Spec B §7, decision 0006. */

/** Query parameter that carries the ticket in the sandbox's authorize URL. */
export const TICKET_PARAMETER = "ticket";
