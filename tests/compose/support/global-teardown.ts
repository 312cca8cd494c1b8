export { removeProduct as default } from './product.js';
