import { carryOut } from '../../load/run-apart.js';
import { Target } from '../target.js';
import { readFor, type ReadOrder } from './reads.js';

carryOut(({ url, seconds, path }: ReadOrder) => readFor(new Target(url), seconds, path));
