import { CLOSE_CODES, type Route, ROUTES } from '@earworm/contracts';
import { Command } from '@earworm/rules';
import { attempt, type AttackClass, unlessOneOf } from '../attempt.js';
import { filled, sampleOf } from '../sample.js';
import type { Target } from '../target.js';

const OF_PLAYERS: ReadonlySet<string> = new Set([
  ...['joinGame', 'leaveGame', 'rejoinGame', 'buzz'],
  ...['requestSeat', 'withdrawSeatRequest', 'proposeQuestion', 'withdrawProposal', 'joinTeam', 'nameOwnTeam'],
  ...['reportName'],
]);

/** What is another role's: commands, hellos, routes. */
export function roles(target: Target): AttackClass {
  return {
    name: 'roles',
    atOnce: 4,
    async attempts() {
      const [moderator, eve] = [await target.guest(), await target.guest()];
      const { gameId } = await target.game(moderator);
      const token = await eve.token();
      const hello = (wish: object) => async () => {
        const socket = await target.socket();
        socket.hello({ gameId, token, ...wish });
        return unlessOneOf(await socket.closed(), CLOSE_CODES.forbidden);
      };
      const others = Command.options.filter((option) => !OF_PLAYERS.has(option.shape.type.value));
      return [
        ...others.map((option) =>
          attempt(`a player’s ${option.shape.type.value}`, async () => {
            const socket = await target.enter(gameId, 'player', eve);
            const answer = await socket.answer(sampleOf(option) as { type: string });
            socket.end();
            return unlessOneOf(answer, 'forbidden', 'bad-request');
          }),
        ),
        attempt('a hello as the moderator of another user’s game', hello({ as: 'moderator' })),
        attempt('a hello as an observer', hello({ as: 'observer' })),
        attempt('a hello as the stage without a key', hello({ as: 'stage' })),
        attempt('a hello as the stage with another key', hello({ as: 'stage', stageKey: 'k'.repeat(32) })),
        attempt('a hello to operations', async () => {
          const socket = await target.socket();
          socket.say({ type: 'hello', topic: 'operations', protocol: 1, token });
          return unlessOneOf(await socket.closed(), CLOSE_CODES.forbidden);
        }),
        attempt('a hello to another user’s event', async () => {
          const socket = await target.socket();
          const showId = '00000000-0000-4000-8000-000000000001';
          socket.say({ type: 'hello', topic: 'show', protocol: 1, token, showId });
          return unlessOneOf(await socket.closed(), CLOSE_CODES.forbidden);
        }),
        attempt('a buzz without a seat', async () => {
          const socket = await target.enter(gameId, 'player', eve);
          const answer = await socket.answer({ type: 'buzz', questionId: 'q1' } as Command);
          socket.end();
          return unlessOneOf(answer, 'not-a-player', 'not-playing', 'no-active-question');
        }),
        attempt('a report of a name without a seat', async () => {
          const socket = await target.enter(gameId, 'player', eve);
          const answer = await socket.answer({ type: 'reportName', playerId: moderator.userId } as Command);
          socket.end();
          return unlessOneOf(answer, 'not-a-player');
        }),
        attempt('the roster of another user’s game', async () =>
          unlessOneOf((await target.send(`/api/games/${gameId}/players`, { token })).status, 403),
        ),
        attempt('the stage key of another user’s game', async () =>
          unlessOneOf((await target.send(`/api/games/${gameId}/stage-key`, { token })).status, 403),
        ),
        ...Object.entries<Route>(ROUTES)
          .filter(([, { access }]) => access === 'admin')
          .map(([name, route]) =>
            attempt(`a guest’s ${name}`, async () => {
              const body = route.method === 'POST' ? JSON.stringify(sampleOf(route.body)) : undefined;
              return unlessOneOf((await target.send(filled(route), { method: route.method, token, body })).status, 403);
            }),
          ),
      ];
    },
  };
}
