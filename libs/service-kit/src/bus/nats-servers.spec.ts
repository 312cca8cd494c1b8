import { describe, expect, it } from '@jest/globals';
import { natsServers } from './nats-servers.js';

describe('server list of NATS_URL', () => {
  it('lists the servers that the variable names, without credentials where it has none', () => {
    expect(natsServers('nats://10.0.0.1:4222, nats://bus.example:4223')).toEqual({
      servers: ['nats://10.0.0.1:4222', 'nats://bus.example:4223'],
    });
  });

  it('asks all servers for TLS when one of the URLs does', () => {
    expect(natsServers('nats://10.0.0.1:4222, tls://bus.example:4223')).toEqual({
      servers: ['nats://10.0.0.1:4222', 'tls://bus.example:4223'],
      tls: {},
    });
  });

  it('uses the credentials of the first URL that has any, decoded', () => {
    expect(natsServers('nats://10.0.0.1:4222,nats://earworm:p%40ss%2Fword@10.0.0.2:4222')).toEqual({
      servers: ['nats://10.0.0.1:4222', 'nats://10.0.0.2:4222'],
      user: 'earworm',
      pass: 'p@ss/word',
    });
  });
});
