import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ServerFrame } from '@earworm/contracts';
import { type QuestionId, RULES } from '@earworm/rules';
import { gameInPlay } from './testing/game-in-play.js';
import { events, Playing, settle, snapshot } from './testing/playing.js';
import { ScriptedSocket } from './testing/scripted-socket.js';

const buzzOrder = { mode: 'corrected', holdMs: 80, creditMs: 150 } as const;
const settings = { ...gameInPlay.settings, buzzOrder };
const corrected = (version = 10): ServerFrame => ({ ...snapshot(version), state: { ...gameInPlay, settings } });
const buzz = { type: 'buzz', questionId: 'q-1' as QuestionId, touchedMs: 1_234.5 } as const;

let playing: Playing;
const socket = () => ScriptedSocket.last;
const measuring = () =>
  socket()
    .of('ping')
    .filter(({ measure }) => measure === true);

async function enter(frame: ServerFrame): Promise<void> {
  await settle();
  socket().accept();
  socket().say(frame);
}
/** Answers the last ping. */
const pong = (more: object = {}) =>
  socket().say({ type: 'pong', t: socket().of('ping').at(-1)?.t ?? 0, now: 1, head: 10, ...more });

beforeEach(() => {
  playing = new Playing();
});
afterEach(() => playing.end());

describe('the measuring of a connection', () => {
  it('begins with six pings in the first three seconds, and goes on with each ping', async () => {
    await enter(corrected());
    for (let n = 0; n < 6; n++) {
      pong();
      await settle(600);
    }
    expect(measuring()).toHaveLength(6);
    await settle(10_000);
    expect(measuring().length).toBeGreaterThan(6);
  });

  it('echoes a nonce at once with the monotonic clock', async () => {
    await enter(corrected());
    await settle(40);
    pong({ nonce: 77 });
    expect(socket().of('echo')).toEqual([{ type: 'echo', nonce: 77, at: performance.now() }]);
  });

  it.each<[string, ServerFrame]>([
    ['of a game that takes buzzes in order of arrival', snapshot(10)],
    [
      'at a gateway of another release, which may not know its frames',
      { ...corrected(), rules: RULES - 1 } as ServerFrame,
    ],
  ])('sends nothing else than always in the view %s', async (_name, frame) => {
    await enter(frame);
    await settle(3_500);
    expect(
      socket()
        .of('ping')
        .map((ping) => Object.keys(ping)),
    ).toEqual([['type', 't', 'version']]);
    void playing.client.send(buzz);
    expect(socket().of('command')[0]?.command).toEqual({ type: 'buzz', questionId: 'q-1' });
  });

  it('ends at a gateway of another release, and begins again at one of the same', async () => {
    await enter(corrected());
    expect(measuring()).toHaveLength(1);
    socket().cut();
    const old = await playing.comeBack();
    old.say({ ...corrected(), rules: RULES - 1 } as ServerFrame);
    await settle(6_000);
    expect([old.of('ping').length, measuring().length]).toEqual([1, 0]);
    old.cut();
    const current = await playing.comeBack();
    current.say(events(11, 0));
    await settle(1_000);
    expect(measuring()).not.toHaveLength(0);
  });

  it('sends the time of the touch with a buzz, and the same when it sends it again', async () => {
    await enter(corrected());
    void playing.client.send(buzz);
    expect(socket().of('command')[0]?.command).toEqual(buzz);
    socket().cut();
    const again = await playing.comeBack();
    again.say(corrected());
    expect(again.of('command')[0]?.command).toEqual(buzz);
  });

  it('begins again when a page is seen again, as the clock may have stopped', async () => {
    await enter(corrected());
    for (let n = 0; n < 6; n++) {
      pong();
      await settle(600);
    }
    const before = measuring().length;
    playing.client.nudge();
    pong();
    await settle(3_100);
    expect(measuring().length - before).toBe(6);
  });

  it('begins again after a sleep in which its clock stood still, of which the browser says nothing', async () => {
    await enter(corrected());
    for (let n = 0; n < 7; n++) {
      pong();
      await settle(600);
    }
    const before = measuring().length;
    jest.setSystemTime(Date.now() + 20_000);
    await settle(10_000);
    expect(measuring().length - before).toBe(6);
  });

  it('takes no close pings for a sign that events were missed', async () => {
    await enter(corrected());
    pong({ head: 10 });
    for (let n = 0; n < 4; n++) {
      await settle(600);
      pong({ head: 11 });
    }
    expect(playing.client.state).toMatchObject({ connection: 'online', counters: { gaps: 0 } });
  });
});
