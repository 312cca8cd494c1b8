export { readBytes, readList } from './read-list.js';
export { rowsOfTable } from './rows.js';
