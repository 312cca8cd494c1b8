/** A name that browsers trust with nothing, as plain http in a local network is; it leads to this machine. */
export const INSECURE_HOST = 'party.example';
