/** Text of the register page. Separate from account.ts, which every page loads. */
export const registrationText = {
  title: "Create your account",
  sentence: "One password unlocks your notes. No one else ever sees it, not even us.",
  confirmPassword: "Confirm password",
  acceptTerms: "I accept the terms and conditions",
  create: "Create account",
  creating: "Creating your keys…",
  unreachable: "Can't reach the server, so no account was created. Check your connection and try again.",
  discardOther: "Delete them and create account",
  verifyTitle: "Check your email",
  verifySentence: (email: string) =>
    `We sent a link to ${email}. Open it to finish, then sign in with the password you just chose. Anything on this device stays here.`,
  verifyWhere: "It may take a minute to arrive. If you don't see it, check your spam folder.",
  invitation: "Invitation code",
  invitationHint: "You need an invitation to create an account on this server. Ask its administrator for a code.",
  terms: "Terms and conditions",
  privacy: "Privacy policy",
  closedTitle: "Registration is closed",
  closed: "This server doesn't accept new accounts. If you already have one, sign in.",
} as const;
