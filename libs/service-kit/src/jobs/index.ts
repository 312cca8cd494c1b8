export { Jobs, type Job } from './jobs.js';
