export { fingerprintOf } from '../errors/fingerprint.js';
