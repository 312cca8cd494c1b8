import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  CLOSE_CODES,
  deviceKey,
  PROTOCOL_VERSION,
  RefusedError,
  RULES,
  signInAsGuest,
  signingKeys,
  type Tokens,
} from '@earworm/contracts';
import { createLog } from '@earworm/service-kit/log';
import { eventually } from '@earworm/service-kit/testing';
import { RawSocket } from '../testing/raw-socket.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { ScriptedOwner } from '../testing/scripted-owner.js';
import { GAME, type ScriptedServices, serveServices } from '../testing/scripted-services.js';

let gateway: RunningGateway;
let owner: ScriptedOwner;
let services: ScriptedServices;
let guests = 0;
/** What the identity service answers next, instead of a guest. */
let guestRefusals: RefusedError[] = [];
beforeAll(async () => {
  gateway = await runGateway({}, { overrides: { enterWithinMs: 2_000 } });
  services = serveServices(gateway.bus);
  owner = new ScriptedOwner(gateway.bus, GAME, 'mo');
  gateway.bus.serve(signInAsGuest, async (): Promise<Tokens> => {
    const refusal = guestRefusals.shift();
    if (refusal !== undefined) throw refusal;
    const access_token = await gateway.token(`guest-${++guests}`, { roles: ['guest'] });
    return { access_token, refresh_token: 'r', token_type: 'Bearer', expires_in: 600, refresh_expires_in: 6_000 };
  });
});
afterAll(() => gateway.close());

const arrive = (code = 'ABCDEF') => ({ type: 'arrive', protocol: PROTOCOL_VERSION, rules: RULES, code });
const enter = (id: string, token?: string, name = 'Ann') => ({
  type: 'enter',
  id,
  command: { type: 'joinGame', name },
  ...(token === undefined ? {} : { token }),
});
async function arrived(code?: string): Promise<RawSocket> {
  const socket = await RawSocket.open(gateway.wsUrl);
  socket.send(arrive(code));
  await socket.until(() => socket.of('game').length > 0);
  return socket;
}
const types = ({ received }: RawSocket) => received.map(({ type }) => type);

describe('an arrival', () => {
  it('learns whose game a code belongs to, without a token', async () => {
    const socket = await arrived();
    expect(socket.of('game')).toEqual([
      { type: 'game', code: 'ABCDEF', ok: true, game: expect.objectContaining({ gameId: GAME, moderatorName: 'Mo' }) },
    ]);
    socket.send({ ...arrive(), name: 'Ann' });
    await socket.until(() => socket.of('game').length === 2);
    expect(socket.of('game')[1]).toMatchObject({ game: { rejoin: true } });
    socket.close();
  });

  it('gets tokens, the answer and a snapshot with the seat for one frame', async () => {
    const socket = await arrived();
    const before = owner.sentCommands.length;
    socket.send(enter('enter-0001'));
    await socket.until(() => socket.of('snapshot').length === 1);
    expect(types(socket).slice(0, 3)).toEqual(['game', 'entered', 'snapshot']);
    const [entered] = socket.of('entered');
    expect(entered).toMatchObject({ id: 'enter-0001', gameId: GAME, refusal: null, tokens: { token_type: 'Bearer' } });
    expect(socket.of('snapshot')[0]).toMatchObject({ version: owner.version, seat: { id: entered?.userId } });
    expect(owner.sentCommands.slice(before)).toMatchObject([
      { commandId: 'enter-0001', command: { type: 'joinGame', name: 'Ann' }, actor: { userId: entered?.userId } },
    ]);
    const now = owner.happens();
    await socket.until(() => socket.versions.at(-1) === now);
    expect(await gateway.metrics()).toMatch(
      /^gateway_command_seconds_count{.*command="joinGame".*outcome="ok"} [1-9]/m,
    );
    socket.send({ type: 'command', id: 'buzz-0001', command: { type: 'buzz', questionId: 'q' } });
    await socket.until(() => socket.of('answer').length === 1);
    expect(socket.of('answer')[0]).toMatchObject({ id: 'buzz-0001', ok: true });
    socket.close();
  });

  it('enters as the user of its token and gets no others', async () => {
    const socket = await arrived();
    socket.send(enter('enter-0002', await gateway.token('ada')));
    await socket.until(() => socket.of('snapshot').length === 1);
    expect(socket.of('entered')).toEqual([
      { type: 'entered', id: 'enter-0002', gameId: GAME, userId: 'ada', refusal: null },
    ]);
    socket.close();
  });

  it('watches the game without a seat when the name is taken, and takes another one', async () => {
    const socket = await arrived();
    owner.onCommand = () => {
      throw new RefusedError('name-taken', { proposal: 'Ann 2' });
    };
    socket.send(enter('enter-0003'));
    await socket.until(() => socket.of('snapshot').length === 1);
    expect(socket.of('entered')[0]).toMatchObject({ refusal: { code: 'name-taken', params: { proposal: 'Ann 2' } } });
    owner.onCommand = () => owner.happens();
    socket.send({ type: 'command', id: 'join-0001', command: { type: 'joinGame', name: 'Ann 2' } });
    await socket.until(() => socket.of('answer').length === 1);
    expect(socket.of('answer')[0]).toMatchObject({ ok: true });
    socket.close();
  });

  it('waits while the identity service or the owner is busy, as one guest, and then gets in', async () => {
    const socket = await arrived();
    const before = guests;
    guestRefusals = [new RefusedError('guest-wait', { n: 1 }), new RefusedError('unavailable')];
    let busy = 2;
    owner.onCommand = () => {
      if (busy-- > 0) throw new RefusedError('busy');
      return owner.happens();
    };
    const spent = services.spent.filter((action) => action === 'take_seat').length;
    socket.send(enter('enter-0004'));
    await socket.until(() => socket.of('snapshot').length === 1);
    expect(guests).toBe(before + 1);
    expect(services.spent.filter((action) => action === 'take_seat')).toHaveLength(spent + 1);
    owner.onCommand = () => owner.happens();
    socket.close();
  });

  it('learns of a final refusal and tries again on the same socket', async () => {
    const socket = await arrived();
    socket.send(enter('enter-0005', 'no.token.atall'));
    await socket.until(() => socket.of('answer').length === 1);
    expect(socket.of('answer')[0]).toMatchObject({ id: 'enter-0005', ok: false, code: 'unauthenticated' });
    socket.send(enter('enter-0006'));
    await socket.until(() => socket.of('snapshot').length === 1);
    socket.close();
  });

  it('counts against the limit of its device from the second visit on', async () => {
    const key = { key: 'k'.repeat(32) };
    const served = gateway.bus.serve(deviceKey, () => key);
    const counted = () => services.spent.filter((action) => action === 'sign_in_guest').length;
    const before = counted();
    let cookie = '';
    await eventually(async () => {
      const socket = await RawSocket.open(gateway.wsUrl);
      cookie = socket.setCookie.split(';')[0] ?? '';
      socket.close();
      expect(cookie).not.toBe('');
    });
    const visit = async (id: string, headers: Record<string, string> = {}) => {
      const socket = await RawSocket.open(gateway.wsUrl, { headers });
      socket.send(arrive());
      await socket.until(() => socket.of('game').length > 0);
      socket.send(enter(id));
      await socket.until(() => socket.of('snapshot').length === 1);
      socket.close();
    };
    await visit('enter-0020');
    expect(counted()).toBe(before);
    await visit('enter-0021', { cookie });
    expect(counted()).toBe(before + 1);
    served.unsubscribe();
  });

  it('takes one seat for two taps', async () => {
    const socket = await arrived();
    const before = owner.sentCommands.length;
    socket.send(enter('enter-0007'));
    socket.send(enter('enter-0007'));
    await socket.until(() => socket.of('snapshot').length === 1);
    await socket.pong();
    expect(owner.sentCommands.length - before).toBe(1);
    expect(socket.of('entered')).toHaveLength(1);
    socket.close();
  });

  it('loses its socket at the fifth wrong code', async () => {
    const socket = await RawSocket.open(gateway.wsUrl);
    for (let n = 0; n < 5; n++) socket.send(arrive(`WRONG${n}`));
    expect(await socket.closed()).toBe(CLOSE_CODES.flood);
    expect(socket.of('game').every(({ ok }) => !ok)).toBe(true);
  });

  it('gets the answer to its latest code, in whatever order they are found', async () => {
    const socket = await RawSocket.open(gateway.wsUrl);
    socket.send(arrive('WRONG1'));
    socket.send(arrive());
    await socket.until(() => socket.of('game').some(({ ok }) => ok));
    socket.send(enter('enter-0008'));
    await socket.until(() => socket.of('snapshot').length === 1);
    socket.close();
  });

  it.each<[string, object]>([
    ['enters without a game', enter('enter-0009')],
    ['sends a command', { type: 'command', id: 'join-0002', command: { type: 'joinGame', name: 'Ann' } }],
  ])('gets a refusal when it %s', async (_, frame) => {
    const socket = await RawSocket.open(gateway.wsUrl);
    socket.send(arrive('WRONG'));
    socket.send(frame);
    await socket.until(() => socket.of('answer').length === 1);
    expect(socket.of('answer')[0]).toMatchObject({ ok: false });
    socket.close();
  });

  it('loses its socket for a hello, as a hello does for an arrive', async () => {
    const token = await gateway.token('ann');
    const first = await arrived();
    first.hello({ gameId: GAME, token });
    expect(await first.closed()).toBe(CLOSE_CODES['bad-frame']);
    const second = await RawSocket.join(gateway.wsUrl, { gameId: GAME, token });
    second.send(arrive());
    expect(await second.closed()).toBe(CLOSE_CODES['bad-frame']);
  });

  it('waits a while without a word, and then loses its socket', async () => {
    const socket = await arrived();
    expect(await socket.closed()).toBe(CLOSE_CODES.silent);
    expect(socket.of('bye')[0]?.retryInMs).not.toBeNull();
  });

  it('leaves nothing behind when its socket breaks', async () => {
    const socket = await arrived();
    guestRefusals = Array.from({ length: 3 }, () => new RefusedError('guest-wait', { n: 1 }));
    socket.send(enter('enter-0010'));
    await eventually(() => expect(guestRefusals.length).toBeLessThan(3));
    socket.socket.terminate();
    await eventually(async () => expect(await gateway.connections()).toBe(0));
    guestRefusals = [];
    const again = await arrived();
    again.send(enter('enter-0010'));
    await again.until(() => again.of('snapshot').length === 1);
    again.close();
  });
});

describe('an arrival whose attempts are over', () => {
  it('tries again on the same socket as the same guest', async () => {
    const hasty = await runGateway({}, { overrides: { arrivalRetryMs: -1 } });
    serveServices(hasty.bus);
    const busyOwner = new ScriptedOwner(hasty.bus, GAME, 'mo');
    let made = 0;
    hasty.bus.serve(signInAsGuest, async (): Promise<Tokens> => {
      const access_token = await hasty.token(`guest-${++made}`, { roles: ['guest'] });
      return { access_token, refresh_token: 'r', token_type: 'Bearer', expires_in: 600, refresh_expires_in: 6_000 };
    });
    const socket = await RawSocket.open(hasty.wsUrl);
    socket.send(arrive());
    await socket.until(() => socket.of('game').length > 0);
    busyOwner.onCommand = () => {
      throw new RefusedError('busy');
    };
    socket.send(enter('enter-0030'));
    await socket.until(() => socket.of('answer').length === 1);
    expect(socket.of('answer')[0]).toMatchObject({ ok: false, code: 'busy' });
    busyOwner.onCommand = () => busyOwner.happens();
    socket.send(enter('enter-0030'));
    await socket.until(() => socket.of('snapshot').length === 1);
    expect(socket.of('entered')[0]).toMatchObject({ userId: 'guest-1', tokens: { token_type: 'Bearer' } });
    expect(made).toBe(1);
    socket.close();
    await hasty.close();
  });
});

/** One at a time, and the first never gets a guest. */
async function fullLine(overrides: object, env: Record<string, string> = {}) {
  const slow = await runGateway(env, { overrides: { arrivalsAtOnce: 1, ...overrides } });
  serveServices(slow.bus);
  const slowOwner = new ScriptedOwner(slow.bus, GAME, 'mo');
  const asked = Promise.withResolvers<void>();
  const guest = Promise.withResolvers<Tokens>();
  slow.bus.serve(signInAsGuest, () => {
    asked.resolve();
    return guest.promise;
  });
  /** The first one is refused, and the line goes on. */
  const free = () => guest.reject(new RefusedError('guest-failed'));
  const close = () => {
    free();
    return slow.close();
  };
  const arriveHere = async (headers: Record<string, string> = {}) => {
    const socket = await RawSocket.open(slow.wsUrl, { headers });
    socket.send(arrive());
    await socket.until(() => socket.of('game').length > 0 || socket.of('bye').length > 0);
    return socket;
  };
  return { close, free, asked: asked.promise, arriveHere, owner: slowOwner, token: slow.token, wsUrl: slow.wsUrl };
}

describe('a person in the line', () => {
  it('makes no room for newcomers, who are refused when all have tapped', async () => {
    const { close, asked, arriveHere } = await fullLine({ arrivalsMostWaiting: 2 });
    const first = await arriveHere();
    first.send(enter('enter-0040'));
    await asked;
    const idle = await arriveHere();
    const second = await arriveHere();
    expect(await idle.closed()).toBe(CLOSE_CODES.busy);
    second.send(enter('enter-0041'));
    await second.pong();
    const third = await arriveHere();
    expect(await third.closed()).toBe(CLOSE_CODES.busy);
    expect([first.closedWith, second.closedWith]).toEqual([null, null]);
    await close();
  });

  it('keeps its socket when others at its address have not tapped and a newcomer needs room', async () => {
    const { close, asked, arriveHere } = await fullLine(
      {},
      { TRUSTED_PROXIES: 'loopback', CONNECTIONS_PER_ADDRESS: '2' },
    );
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    const tapped = await arriveHere(headers);
    tapped.send(enter('enter-0042'));
    await asked;
    const idle = await arriveHere(headers);
    const idleSince = performance.now();
    // Who has come just now is the last to give way.
    await eventually(() => expect(performance.now() - idleSince).toBeGreaterThan(1_000));
    const newcomer = await arriveHere(headers);
    expect(await idle.closed()).toBe(1006);
    expect([tapped.closedWith, newcomer.closedWith]).toEqual([null, null]);
    await close();
  });

  it('counts as heard when its wait is over, and keeps its socket', async () => {
    const silentAfterMs = 1_000;
    const { close, free, asked, arriveHere, token } = await fullLine({ silentAfterMs });
    const first = await arriveHere();
    first.send(enter('enter-0046'));
    await asked;
    const ann = await arriveHere();
    ann.send(enter('enter-0047', await token('ann')));
    await ann.pong();
    const tappedAt = performance.now();
    await eventually(() => expect(performance.now() - tappedAt).toBeGreaterThan(silentAfterMs + 200));
    free();
    await ann.until(() => ann.of('snapshot').length === 1);
    const seatedAt = performance.now();
    // Two sweeps.
    await eventually(() => expect(performance.now() - seatedAt).toBeGreaterThan(400));
    expect([ann.closedWith, ann.of('bye')]).toEqual([null, []]);
    await close();
  });

  it('keeps its place over a reconnect without cookies by the secret of its seat', async () => {
    const { close, asked, arriveHere } = await fullLine({ arrivalTellEveryMs: 50 });
    const first = await arriveHere();
    first.send(enter('enter-0043'));
    await asked;
    const entering = { ...enter('enter-0044'), command: { type: 'joinGame', name: 'Ben', seatSecret: 's'.repeat(32) } };
    const ben = await arriveHere();
    ben.send(entering);
    await ben.until(() => ben.of('delayed').some(({ place }) => place === 1));
    const cat = await arriveHere();
    cat.send(enter('enter-0045'));
    await cat.until(() => cat.of('delayed').some(({ place }) => place === 2));
    ben.close();
    await cat.until(() => cat.of('delayed').length > 0);
    const again = await arriveHere();
    again.send(entering);
    await again.until(() => again.of('delayed').length > 0);
    expect(again.of('delayed')[0]).toMatchObject({ place: 1 });
    await close();
  });
});

describe('the place of a person in the line', () => {
  it('remains theirs when others send its id, and can be chosen by no one', async () => {
    const { close, free, asked, arriveHere, token } = await fullLine({ arrivalTellEveryMs: 50 });
    const first = await arriveHere();
    first.send(enter('enter-0050'));
    await asked;
    const ben = await arriveHere();
    const command = { type: 'joinGame', name: 'Ben', seatSecret: 'b'.repeat(32) };
    ben.send({ ...enter('enter-0051', await token('ben')), command });
    await ben.until(() => ben.of('delayed').some(({ place }) => place === 1));
    const forger = await arriveHere();
    const forged = { type: 'joinGame', name: 'Eve', seatSecret: 'e'.repeat(32) };
    const forging = { ...enter('enter-0051', await token('eve')), command: forged };
    const choosy = await arriveHere();
    choosy.send({ ...forging, place: 1 });
    expect(await choosy.closed()).toBe(CLOSE_CODES['bad-frame']);
    forger.send(forging);
    await forger.until(() => forger.of('delayed').some(({ place }) => place === 2));
    expect(ben.of('answer')).toEqual([]);
    free();
    await forger.until(() => forger.of('entered').length === 1);
    expect(ben.of('entered')[0]).toMatchObject({ userId: 'ben', refusal: null });
    await close();
  });

  it('belongs to each phone that keeps no cookies, by the secret of its seat, which goes on to the game', async () => {
    const { close, free, asked, arriveHere, owner: game, token } = await fullLine({ arrivalTellEveryMs: 50 });
    const first = await arriveHere();
    first.send(enter('enter-0060'));
    await asked;
    const secrets = ['c'.repeat(32), 'd'.repeat(32)];
    const phones = await Promise.all(secrets.map(() => arriveHere()));
    for (const [n, phone] of phones.entries()) {
      const command = { type: 'joinGame', name: `Guest ${n}`, seatSecret: secrets[n] };
      phone.send({ ...enter('enter-0061', await token(`guest-${n}`)), command });
      await phone.until(() => phone.of('delayed').some(({ place }) => place === n + 1));
    }
    free();
    for (const phone of phones) await phone.until(() => phone.of('entered').length === 1);
    const sent = game.sentCommands.flatMap(({ command }) => ('seatSecret' in command ? [command.seatSecret] : []));
    expect(sent).toEqual(secrets);
    await close();
  });

  it('leads to a snapshot without a seat when the name was taken meanwhile, and to a seat by another name', async () => {
    const { close, free, asked, arriveHere, owner: game, token } = await fullLine({});
    const first = await arriveHere();
    first.send(enter('enter-0070'));
    await asked;
    const ann = await arriveHere();
    ann.send(enter('enter-0071', await token('ann')));
    await ann.pong();
    game.onCommand = () => {
      throw new RefusedError('name-taken', { proposal: 'Ann 2' });
    };
    free();
    await ann.until(() => ann.of('snapshot').length === 1);
    const refusal = { code: 'name-taken', params: { proposal: 'Ann 2' } };
    expect(ann.of('entered')).toMatchObject([{ userId: 'ann', refusal }]);
    game.onCommand = () => game.happens();
    ann.send({ type: 'command', id: 'join-0071', command: { type: 'joinGame', name: 'Ann 2' } });
    await ann.until(() => ann.of('answer').length === 1);
    expect(ann.of('answer')[0]).toMatchObject({ ok: true });
    await close();
  });
});

describe('a page with other rules', () => {
  it('gets no snapshot of what happens while people wait in the line, and then one', async () => {
    const { close, free, asked, arriveHere, owner: game, token, wsUrl } = await fullLine({});
    const seated = await RawSocket.join(wsUrl, { gameId: GAME, token: await token('seated') });
    await seated.pong();
    const old = await RawSocket.join(wsUrl, { gameId: GAME, token: await token('old'), rules: RULES - 1 });
    const first = await arriveHere();
    first.send(enter('enter-0080'));
    await asked;
    const ann = await arriveHere();
    ann.send(enter('enter-0081', await token('ann')));
    await ann.pong();
    game.happens();
    await eventually(() => expect(game.requests.playerSnapshots).toBe(1));
    for (let pongs = 0; pongs < 3; pongs++) await old.pong();
    expect(old.of('snapshot')).toHaveLength(1);
    free();
    await ann.until(() => ann.of('snapshot').length === 1);
    await old.until(() => old.of('snapshot').at(-1)?.version === game.version);
    await close();
  });
});

describe('the log of arrivals', () => {
  it('holds no token, name or secret of those who enter or are refused', async () => {
    const lines: string[] = [];
    const to = { write: (line: string) => void lines.push(line) };
    const logging = await runGateway({}, {}, createLog('gateway', { level: 'trace', to }));
    serveServices(logging.bus);
    const game = new ScriptedOwner(logging.bus, GAME, 'mo');
    const access = await logging.token('a-guest', { roles: ['guest'] });
    const issued = { access_token: access, refresh_token: 'the-refresh-token' };
    logging.bus.serve(signInAsGuest, () => ({
      ...{ ...issued, token_type: 'Bearer' as const, expires_in: 600, refresh_expires_in: 6_000 },
    }));
    const seatSecret = 'f'.repeat(32);
    const own = await logging.token('ada');
    const command = { type: 'joinGame', name: 'Zebedee', seatSecret };
    const tries = [
      { ...enter('enter-0080'), command },
      { ...enter('enter-0081', own), command },
      { ...enter('enter-0082', 'no.token.atall'), command },
    ];
    for (const frame of tries) {
      const socket = await RawSocket.open(logging.wsUrl);
      socket.send({ ...arrive(), name: 'Zebedee' });
      await socket.until(() => socket.of('game').length > 0);
      socket.send(frame);
      await socket.until(() => socket.of('snapshot').length + socket.of('answer').length === 1);
      socket.close();
    }
    // A bug is logged with what is known of it.
    game.onCommand = () => {
      throw new Error('a bug of the game');
    };
    const unlucky = await RawSocket.open(logging.wsUrl);
    unlucky.send(arrive());
    await unlucky.until(() => unlucky.of('game').length > 0);
    unlucky.send({ ...enter('enter-0083', own), command });
    await unlucky.until(() => unlucky.of('snapshot').length + unlucky.of('answer').length === 1);
    unlucky.close();
    await logging.close();
    const written = lines.join('\n');
    expect(written).toContain('enter-0080');
    for (const secret of [access, own, 'the-refresh-token', 'no.token.atall', seatSecret, 'Zebedee'])
      expect(written).not.toContain(secret);
  });
});

describe('the token of an arrival', () => {
  it('counts when its user comes to the line, not when the line is over', async () => {
    const slow = await runGateway({}, { overrides: { arrivalsAtOnce: 1 } });
    serveServices(slow.bus);
    new ScriptedOwner(slow.bus, GAME, 'mo');
    let refuse!: (error: RefusedError) => void;
    const refused = new Promise<Tokens>((_, reject) => (refuse = reject));
    const asked = new Promise<void>((resolve) => {
      slow.bus.serve(signInAsGuest, () => {
        resolve();
        return refused;
      });
    });
    const arriveHere = async () => {
      const socket = await RawSocket.open(slow.wsUrl);
      socket.send(arrive());
      await socket.until(() => socket.of('game').length > 0);
      return socket;
    };
    const [first, forger, user] = [await arriveHere(), await arriveHere(), await arriveHere()];
    first.send(enter('enter-0020'));
    await asked;
    const expiresInS = 2;
    user.send(enter('enter-0021', await slow.token('ada', { expiresInS })));
    await user.pong();
    const expiresBy = Date.now() + expiresInS * 1_000;
    forger.send(enter('enter-0022', 'no.token.atall'));
    await forger.until(() => forger.of('answer').length === 1);
    expect(forger.of('answer')[0]).toMatchObject({ ok: false, code: 'unauthenticated' });
    expect(user.of('entered')).toEqual([]);
    await eventually(() => expect(Date.now()).toBeGreaterThan(expiresBy));
    refuse(new RefusedError('guest-failed'));
    await user.until(() => user.of('snapshot').length === 1);
    expect(user.of('entered')).toMatchObject([{ userId: 'ada', refusal: null }]);
    await slow.close();
  });

  it('counts also when the identity service gives its keys only after the tap', async () => {
    const keyless = await runGateway();
    serveServices(keyless.bus);
    new ScriptedOwner(keyless.bus, GAME, 'mo');
    const socket = await RawSocket.open(keyless.wsUrl);
    socket.send(arrive());
    await socket.until(() => socket.of('game').length > 0);
    keyless.faults.gateway.drop(signingKeys.subject);
    socket.send(enter('enter-0023', await keyless.token('ada')));
    await socket.until(() => socket.of('delayed').length + socket.of('answer').length > 0);
    keyless.faults.gateway.clear();
    await socket.until(() => socket.of('entered').length + socket.of('answer').length > 0);
    expect(socket.of('entered')).toEqual([
      { type: 'entered', id: 'enter-0023', gameId: GAME, userId: 'ada', refusal: null },
    ]);
    await keyless.close();
  });
});
