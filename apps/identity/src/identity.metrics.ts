import { Gauge, type Registry } from '@earworm/service-kit/metrics';

interface Pool {
  readonly size: number;
  level(): Promise<number>;
}

/** Of the embedded provider, which creates guests on demand. */
export const NO_POOL: Pool = { size: 0, level: () => Promise.resolve(0) };

export function watchGuestPool(metrics: Registry, pool: Pool): void {
  const registers = [metrics];
  new Gauge({
    name: 'identity_guest_pool_guests',
    help: 'Guests that were created ahead and are ready',
    registers,
    async collect() {
      // No value while the database is down.
      await pool.level().then(
        (level) => this.set(level),
        () => this.remove(),
      );
    },
  });
  new Gauge({ name: 'identity_guest_pool_size', help: 'Guests to keep ready', registers }).set(pool.size);
}
