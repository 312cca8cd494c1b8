export { runIdentity } from './running-identity.js';
