export { writeCsv } from '../exchange/csv-file.js';
export { writeJson } from '../exchange/json-file.js';
export { cleanCategory, cleanFacts, type Category } from '../templates/content.js';
