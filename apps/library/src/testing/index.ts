export { readFile } from '../exchange/import.js';
