import type { EntityManager } from 'typeorm';

/**
 * Notes in the transaction that makes an account of a guest that their things stay theirs. False: they have signed in to another
 * account, and are on their way there. The row is locked either way, so of a sign-in and a sign-up at once one waits for the other.
 */
export async function keepForUpgrade(guestId: string, tx: Pick<EntityManager, 'query'>): Promise<boolean> {
  const rows = await tx.query<unknown[]>(
    `insert into guest_move (guest_id, account_id) values ($1, $1) on conflict (guest_id) do update
       set due_at = now(), finished_at = null, done = '{}' where guest_move.account_id = guest_move.guest_id
     returning 1`,
    [guestId],
  );
  return rows.length > 0;
}
