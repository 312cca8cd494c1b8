import { Target } from '../target.js';
import { readFor, type ReadOrder } from './reads.js';

process.once('message', ({ url, seconds, path }: ReadOrder) => {
  void readFor(new Target(url), seconds, path).then((statuses) => process.send?.(statuses));
});
