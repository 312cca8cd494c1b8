export * from './steps.js';
export * from './given-when-then.js';
