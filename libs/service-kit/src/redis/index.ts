export { connectRedis, redisSentence, type Redis } from './redis.js';
