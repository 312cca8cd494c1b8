export * from './steps.js';
export * from './given-when-then.js';
export * from './look-alike-names.js';
export * from './results-of.js';
