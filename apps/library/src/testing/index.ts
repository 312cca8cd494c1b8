export { writeCsv } from '../exchange/csv-file.js';
export { writeJson } from '../exchange/json-file.js';
export { type Category } from '../templates/content.js';
export { anyCategories, anyFacts } from './any-template.js';
