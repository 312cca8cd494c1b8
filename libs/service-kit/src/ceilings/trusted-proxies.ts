import { list } from '../config/variables.js';
import { canTrust } from './address.js';

/** Whose X-Forwarded-For says where a request came from: addresses, networks, or loopback, linklocal, uniquelocal. */
export const trustedProxies = () =>
  list().refine(canTrust, 'must be addresses or networks such as 10.0.0.0/8, or loopback');
