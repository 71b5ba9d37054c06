/** Sentences of the register page where the operator decides who may register. Apart from account.ts, which every page brings. */
export const registrationText = {
  verifyTitle: "Check your email",
  verifySentence: (email: string) =>
    `We sent a link to ${email}. Open it to finish, then sign in with the password you just chose. What is on this device stays here.`,
  verifyWhere: "It may take a minute to arrive. If it doesn't, look in your spam folder.",
  invitation: "Invitation code",
  invitationHint: "This server accepts new accounts by invitation. Ask the person who runs it for a code.",
  closedTitle: "Registration is closed",
  closed: "This server doesn't accept new accounts. If you have one, you can sign in.",
} as const;
