import { describe, expect, it } from '@jest/globals';
import { RoomNetwork } from './room-network.js';

const [HALL_A, HALL_B] = ['8.8.8.0/24', '9.9.9.9'];

describe('the network of a room', () => {
  it('follows from where most sockets come, over all gateways', () => {
    const network = new RoomNetwork(12_000);
    expect(network.at(0)).toBeNull();
    network.report('one', [[HALL_A, 2]], 0);
    network.report('two', [[HALL_B, 3]], 0);
    expect(network.at(1)).toBe(HALL_B);
    network.report('one', [[HALL_A, 3]], 1);
    expect(network.at(2)).toBe(HALL_B);
    network.report('one', [[HALL_A, 4]], 2);
    expect(network.at(3)).toBe(HALL_A);
  });

  it('remains known after all have lost their connection, and after a gateway died', () => {
    const network = new RoomNetwork(12_000);
    network.report('one', [[HALL_A, 2]], 0);
    expect(network.at(1)).toBe(HALL_A);
    network.report('one', [], 1_000);
    expect(network.at(1_001)).toBe(HALL_A);
    network.report('two', [[HALL_B, 1]], 2_000);
    expect(network.at(2_001)).toBe(HALL_B);
    expect(network.at(60_000)).toBe(HALL_B);
  });
});
