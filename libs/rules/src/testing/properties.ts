/** With fast-check, which most specs do not need: each file that imports it loads it again. */
export { playWishes, startedGamesOfTeams } from './stories.js';
export { unicodeText } from './unicode-text.js';
export { wishesOf } from './wishes.js';
