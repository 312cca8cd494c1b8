import { CLOSE_CODES, PROTOCOL_VERSION, RULES } from '@earworm/contracts';
import { BAD_BYTES, BAD_COMMANDS, BAD_HELLOS, BAD_TEXTS, PING } from '@earworm/gateway/testing/bad-frames';
import { RawConnection } from '@earworm/gateway/testing/raw-connection';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { attempt, type AttackClass, unlessOneOf } from '../attempt.js';
import type { Target } from '../target.js';

/** Malformed frames, invalid text, wrong hellos and commands. */
export function frames(target: Target): AttackClass {
  return {
    name: 'frames',
    atOnce: 8,
    async attempts() {
      const eve = await target.guest();
      const { gameId } = await target.game(await target.guest());
      const token = await eve.token();
      const hello = { type: 'hello', protocol: PROTOCOL_VERSION, rules: RULES, as: 'player', gameId, token };
      const closes = async (misbehave: (line: RawConnection) => void): Promise<number | null> => {
        const line = await RawConnection.open(target.port);
        misbehave(line);
        await eventually(() => {
          if (line.closedWith === null) throw new Error('the line was not closed');
        });
        line.end();
        return line.closedWith;
      };
      const afterHello = (text: string) => (line: RawConnection) => {
        line.send({ payload: JSON.stringify(hello) });
        line.send({ payload: text });
      };
      return [
        ...BAD_BYTES.map(([what, , misbehave, code]) =>
          attempt(what, async () => unlessOneOf(await closes(misbehave), code)),
        ),
        ...BAD_TEXTS.map(([what, text]) =>
          attempt(what, async () => unlessOneOf(await closes(afterHello(text)), CLOSE_CODES['bad-frame'])),
        ),
        ...[
          PING,
          JSON.stringify({ type: 'auth', token }),
          '{"type":"command","id":"command-1","command":{"type":"startGame"}}',
        ].map((text) =>
          attempt(`${text.slice(0, 30)} before a hello`, async () =>
            unlessOneOf(await closes((line) => line.send({ payload: text })), CLOSE_CODES['no-hello']),
          ),
        ),
        attempt('a frame of an unknown type', async () =>
          unlessOneOf(await closes(afterHello('{"type":"admin"}')), CLOSE_CODES['unknown-frame']),
        ),
        attempt('a second hello', async () =>
          unlessOneOf(await closes(afterHello(JSON.stringify(hello))), CLOSE_CODES['bad-frame']),
        ),
        attempt('a binary frame', async () =>
          unlessOneOf(await closes((line) => line.send({ first: 0x82, payload: PING })), CLOSE_CODES['bad-frame']),
        ),
        ...BAD_HELLOS.map(([what, more]) =>
          attempt(`a hello ${what}`, async () =>
            unlessOneOf(
              await closes((line) => line.send({ payload: JSON.stringify({ ...hello, ...more }) })),
              CLOSE_CODES['bad-frame'],
            ),
          ),
        ),
        ...BAD_COMMANDS('another-game').map(([what, text]) =>
          attempt(`a command ${what}`, async () => {
            const socket = await target.enter(gameId, 'player', eve);
            socket.ws.send(text);
            await socket.until(
              () => socket.received.some(({ type }) => type === 'answer') || socket.closedWith !== null,
            );
            const answer = socket.received.find((frame) => frame.type === 'answer');
            socket.end();
            return unlessOneOf(answer?.type === 'answer' && !answer.ok ? answer.code : 'accepted', 'bad-request');
          }),
        ),
      ];
    },
  };
}
