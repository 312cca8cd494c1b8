export { connectRedis, type Redis } from './redis.js';
