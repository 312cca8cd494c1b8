export type { KeySource } from './keys.js';
export type { Principal } from './principal.js';
export { createTokenVerifier, type TokenVerifier, type VerifierOptions } from './verifier.js';
