import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  ClientFrame,
  CLOSE_CODES,
  FRAME_LIMITS,
  type JoinInfo,
  PROTOCOL_VERSION,
  ServerFrame,
  type Tokens,
} from '@earworm/contracts';
import { type Command, evolve, RULES, seatOf, viewEventOf, viewOf } from '@earworm/rules';
import { category, creates, given, joins, MODERATOR, question, type Step, step, user } from '@earworm/rules/testing';
import type { z } from 'zod';

const text = readFileSync(join(import.meta.dirname, '../../docs/protocol.md'), 'utf8');
const section = (title: string) => text.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
const rowsOf = (title: string) =>
  [...section(title).matchAll(/^\| (.*) \|$/gm)]
    .slice(2)
    .map(([, row = '']) => row.split(' | ').map((cell) => cell.trim()));

/** The objects of a union, in its order. */
function objectsOf(schema: z.ZodType): z.ZodObject[] {
  const { options } = schema as unknown as { options?: readonly z.ZodType[] };
  return options === undefined ? [schema as z.ZodObject] : options.flatMap(objectsOf);
}
const fieldsOf = ({ shape }: z.ZodObject) =>
  Object.entries(shape)
    .filter(([name]) => name !== 'type')
    .map(([name, field]) => `\`${name}${(field as z.ZodType).isOptional() ? '?' : ''}\``)
    .join(', ');
const typeOf = ({ shape }: z.ZodObject) => `\`${String((shape['type'] as z.ZodLiteral<string>).value)}\``;

describe('docs/protocol.md', () => {
  it.each([
    ['Frames from the client', ClientFrame],
    ['Frames from the server', ServerFrame],
  ] as const)('lists every frame under "%s" with its fields', (title, schema) => {
    const listed = rowsOf(title).map(([type, fields]) => [type, fields]);
    expect(listed).toEqual(objectsOf(schema).map((frame) => [typeOf(frame), fieldsOf(frame)]));
  });

  it('lists every close code with its reason', () => {
    const listed = rowsOf('Close codes').map(([code, reason]) => [reason?.replaceAll('`', ''), Number(code)]);
    expect(Object.fromEntries(listed)).toEqual(CLOSE_CODES);
  });

  it('names the limits of frames and the protocol version', () => {
    const { helloWithinMs, maxBytes, pingEveryMs, silentAfterMs } = FRAME_LIMITS;
    const rules = section('Rules of the connection');
    expect(rules).toContain(`within ${helloWithinMs / 1_000} s`);
    expect(rules).toContain(`${maxBytes / 1_024} KiB`);
    expect(rules).toContain(`pings every ${pingEveryMs / 1_000} s; after ${silentAfterMs / 1_000} s`);
    expect(rules).toContain(`\`PROTOCOL_VERSION\` (${PROTOCOL_VERSION})`);
  });

  it('shows the session that the rules produce', () => {
    const [, documented] = /<!-- session -->\n\n```text\n([\s\S]*?)\n```/.exec(text) ?? [];
    expect(documented?.split('\n')).toEqual(session());
  });

  it('shows the arrival that the rules produce', () => {
    const [, documented] = /<!-- arrival -->\n\n```text\n([\s\S]*?)\n```/.exec(text) ?? [];
    expect(documented?.split('\n')).toEqual(arrivalSession());
  });
});

/** Frames of one socket, each checked by its schema. */
function transcript() {
  const lines: string[] = [];
  return {
    lines,
    client(frame: z.input<typeof ClientFrame>) {
      expect(ClientFrame.parse(frame)).toEqual(frame);
      lines.push(`→ ${JSON.stringify(frame)}`);
    },
    server(frame: ServerFrame) {
      expect(ServerFrame.parse(frame)).toEqual(frame);
      lines.push(`← ${JSON.stringify(frame)}`);
    },
  };
}

/** From the code to the seat. */
function arrivalSession(): string[] {
  const { lines, client, server } = transcript();
  const game = given(creates());
  const created = game.game();
  const { gameId, gameCode } = created;
  client({ type: 'arrive', protocol: PROTOCOL_VERSION, rules: RULES, code: gameCode });
  const info: JoinInfo = {
    gameId,
    gameCode,
    status: 'setup',
    moderatorName: created.moderatorName,
    moderatorLeft: false,
    playerCount: 0,
    joiningLocked: false,
    rejoin: false,
  };
  server({ type: 'game', code: gameCode, ok: true, game: info });
  client({ type: 'arrive', protocol: PROTOCOL_VERSION, rules: RULES, code: gameCode, name: 'Ann' });
  server({ type: 'game', code: gameCode, name: 'Ann', ok: true, game: info });
  const id = 'enter-0001';
  client({
    type: 'enter',
    id,
    command: { type: 'joinGame', name: 'Ann', seatSecret: '0123456789abcdef0123456789abcdef' },
  });
  server({ type: 'delayed', ms: 1_200, place: 240, everyMs: 5, id });
  const tokens: Tokens = {
    access_token: 'eyJhbGciOi…',
    refresh_token: 'eyJhbGciOi…',
    token_type: 'Bearer',
    expires_in: 600,
    refresh_expires_in: 2_592_000,
  };
  server({ type: 'entered', id, gameId, userId: 'ann', tokens, refusal: null });
  const joined = given(creates(), joins('ann', 'Ann'));
  server({
    type: 'snapshot',
    logId: 'log-1',
    version: joined.log.length,
    role: 'player',
    now: joined.now,
    state: viewOf(joined.game(), 'player'),
    seat: seatOf(joined.game(), user('ann')),
    userId: 'ann',
  });
  server({ type: 'presence', online: 2, moderator: true });
  return lines;
}

/** The frames of the example session. */
function session(): string[] {
  const ann = user('ann');
  const logId = 'log-1';
  const { lines, client, server } = transcript();
  const moderates = (command: Command) => step(MODERATOR, command);
  const steps: Step[] = [creates({ attempts: 'once' })];
  let game = given(...steps);
  let version = game.log.length;
  /** One step of the game; the client gets its events. */
  const happens = (next: Step) => {
    const { events } = game.when(next);
    let { state } = game;
    const from = version + 1;
    const list = events.map((event) => {
      const after = evolve(state, event);
      if (after.status === 'none') throw new Error('a game cannot return to status none');
      const seen = viewEventOf(state, event, after, 'player', ++version);
      state = after;
      return { ...seen };
    });
    steps.push(next);
    game = given(...steps);
    server({ type: 'events', logId, from, list });
  };

  client({
    type: 'hello',
    protocol: PROTOCOL_VERSION,
    rules: RULES,
    token: 'eyJhbGciOi…',
    gameId: 'game-1',
    as: 'player',
  });
  server({
    type: 'snapshot',
    logId,
    version,
    role: 'player',
    now: game.now,
    state: viewOf(game.game(), 'player'),
    seat: seatOf(game.game(), ann),
    userId: ann,
  });
  server({ type: 'presence', online: 2, moderator: true });
  client({ type: 'command', id: 'join-0001', command: { type: 'joinGame', name: 'Ann' } });
  happens(joins('ann', 'Ann'));
  server({ type: 'answer', id: 'join-0001', ok: true, version });
  happens(moderates({ type: 'startGame' }));
  happens(moderates({ type: 'selectQuestion', categoryId: category('tv'), questionId: question('q100') }));
  const buzz = { type: 'buzz', questionId: question('q100') } as const;
  client({ type: 'command', id: 'buzz-0001', command: buzz });
  happens(step(ann, buzz));
  server({ type: 'answer', id: 'buzz-0001', ok: true, version });
  happens(moderates({ type: 'judgeAnswer', questionId: question('q100'), playerId: ann, correct: false }));
  client({ type: 'command', id: 'buzz-0002', command: buzz });
  const { refusal } = game.when(step(ann, buzz));
  if (refusal === null) throw new Error('the second buzz was accepted');
  server({ type: 'answer', id: 'buzz-0002', ok: false, code: refusal });
  client({ type: 'ping', t: 1_700_000_009_000, version });
  server({ type: 'pong', t: 1_700_000_009_000, now: game.now, head: version });
  server({ type: 'auth', before: 300_000 });
  client({ type: 'auth', token: 'eyJhbGciOi…' });
  server({ type: 'bye', code: 'unavailable', retryInMs: 900 });
  return lines;
}
