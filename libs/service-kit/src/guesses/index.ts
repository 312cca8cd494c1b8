export { type Guesses, type GuessTerms } from './port.js';
export { MemoryGuesses } from './memory-guesses.js';
export { RedisGuesses } from './redis-guesses.js';
