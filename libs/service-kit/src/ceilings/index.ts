export { addressKey, addressRule, canTrust, clientAddressRule, trustRule } from './address.js';
export { Ceilings } from './ceilings.js';
export { trustedProxies } from './trusted-proxies.js';
