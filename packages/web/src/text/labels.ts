/** Text that several areas share. The other files hold one area each. */
export const commonText = {
  notLoaded: "This part couldn't be loaded. Check your connection and try again.",
  appName: "Satchel",
  cancel: "Cancel",
  close: "Close",
  dismiss: "Dismiss",
  back: "Back",
  save: "Save",
  delete: "Delete",
  retry: "Try again",
  loading: "Loading…",
  showPassword: "Show password",
  hidePassword: "Hide password",
  comingSoon: "Coming Soon",
} as const;
