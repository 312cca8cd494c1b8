import { expect } from '@jest/globals';
import { leanClients } from '../../load/lean-clients.js';
import { signInGuest } from '../../load/guests.js';
import { LoadGame } from '../../load/load-game.js';
import { Tally } from '../../load/tally.js';

/** Creates a game, seats one player and lets them buzz once. */
export async function buzzOnce(urls: readonly string[], playerName: string) {
  const tally = new Tally();
  const game = new LoadGame(tally, leanClients(), () => undefined);
  try {
    await game.create(await signInGuest(urls.at(-1)!), 5);
    const player = await signInGuest(urls[0]!);
    await game.join(player, playerName);
    await game.start();
    game.buzz(performance.now());
    await game.finish();
    expect(tally.acknowledged).toHaveLength(1);
    return { gameId: game.gameId, userId: player.userId, commandId: tally.acknowledged[0]!.commandId };
  } finally {
    game.close();
  }
}
