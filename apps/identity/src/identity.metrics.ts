import { Gauge, type Registry } from '@earworm/service-kit/metrics';

/** Guests that are ready, and how many there are to be; both 0 for a provider that needs no pool. */
interface Pool {
  readonly size: number;
  level(): Promise<number>;
}

/** For the embedded provider, which creates guests as they come. */
export const NO_POOL: Pool = { size: 0, level: () => Promise.resolve(0) };

/** Shows how full the pool of guests is. Every replica shows the same pool. */
export function watchGuestPool(metrics: Registry, pool: Pool): void {
  new Gauge({
    name: 'identity_guest_pool_guests',
    help: 'Guests that were created ahead and are ready',
    registers: [metrics],
    async collect() {
      // Without its database the figure is unknown.
      await pool.level().then(
        (level) => this.set(level),
        () => this.remove(),
      );
    },
  });
  new Gauge({
    name: 'identity_guest_pool_size',
    help: 'Guests to keep ready',
    registers: [metrics],
    collect() {
      this.set(pool.size);
    },
  });
}
