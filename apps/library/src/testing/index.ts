export { readFile } from '../exchange/files.js';
