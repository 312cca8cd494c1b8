/** Fetched after the first paint, so that nobody who wants to sign in waits for it. */
export const loadSignIn = () => import('../features/sign-in/sign-in-modal.js');
