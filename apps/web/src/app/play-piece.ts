/** The game's own page: the routes draw it, and the home page has it fetched as soon as a game was found. */
export const loadPlay = () => import('./game-page.js');
