import { INVISIBLE, LIKE_ADA } from '@earworm/rules/testing';
import { attempt, type AttackClass, unlessOneOf } from '../attempt.js';
import type { Target } from '../target.js';

/** Names that look like another player's, or empty. */
export function names(target: Target): AttackClass {
  return {
    name: 'names',
    atOnce: 4,
    async attempts() {
      const { gameId } = await target.game(await target.guest());
      const ada = await target.enter(gameId, 'player', await target.guest());
      const seated = await ada.answer({ type: 'joinGame', name: 'Ada' });
      ada.end();
      if (seated !== 'ok') throw new Error(`Ada was not seated: ${seated}`);
      const joins = (what: string, name: string, ...expected: string[]) =>
        attempt(`a name ${what}`, async () => {
          const socket = await target.enter(gameId, 'player', await target.guest());
          const answer = await socket.answer({ type: 'joinGame', name });
          socket.end();
          return unlessOneOf(answer, ...expected);
        });
      const code = (text: string) => `U+${text.codePointAt(0)?.toString(16).toUpperCase()}`;
      return [
        joins('that is taken', 'Ada', 'name-taken'),
        ...LIKE_ADA.map(([why, name]) => joins(`that looks like another: ${why}`, name, 'name-taken')),
        ...INVISIBLE.flatMap((nothing) => [
          joins(`with an invisible ${code(nothing)}`, `Ada${nothing}`, 'name-taken'),
          joins(`of an invisible ${code(nothing)}`, nothing, 'name-required'),
        ]),
        joins('of the moderator', 'Maria', 'name-taken'),
        joins('of spaces', '   ', 'name-required'),
        joins('of 21 letters', 'x'.repeat(21), 'name-too-long'),
        joins('of 10,000 letters', 'x'.repeat(5_000), 'bad-request', 'name-too-long'),
        joins('with U+0000', 'Ada\0', 'name-taken', 'bad-request'),
        joins('of its own', 'Bob', 'ok'),
      ];
    },
  };
}
