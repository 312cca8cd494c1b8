/** Every page but home: fetched when one is opened, or after the first paint, so that none has to wait for it. */
export const loadOtherPages = () => import('./other-pages.js');
