import { jest } from '@jest/globals';

/** Of specs that start many processes. Only against what hangs, also on a machine that does much else. */
jest.setTimeout(240_000);
