import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import * as contracts from '@earworm/contracts';
import {
  type Access,
  type Call,
  CommandFrame,
  onShard,
  RefusedError,
  type Route,
  type RouteName,
  ROUTES,
  sendCommand,
  shardOf,
} from '@earworm/contracts';
import { RawSocket } from '@earworm/gateway/testing';
import { describeWith } from '@earworm/service-kit/testing';
import { z } from 'zod';
import { EXPECTED_CALLS } from './testing/expected-calls.js';
import { BEFORE, commandInputs, EXPECTED_COMMANDS, type Sender, SENDERS } from './testing/expected-commands.js';
import { EXPECTED_FRAMES, FRAME_NAMES, type FrameName } from './testing/expected-frames.js';
import { EXPECTED_ROUTES } from './testing/expected-routes.js';
import { outcomeOf, reply, send } from './testing/http.js';
import { INSIDE, type Inside, type Outcome, ROLES, type RoleName } from './testing/roles.js';
import { ROUTE_INPUTS } from './testing/route-inputs.js';
import { type RunningProduct, runProduct } from './testing/running-product.js';
import { CATEGORIES, joinGame, prepareScene, resigned, type Scene, userIdIn } from './testing/scene.js';
import { answerTo, greet, openSocket, sendFrame } from './testing/sockets.js';

const routeNames = Object.keys(ROUTES) as RouteName[];
const calls = new Map(
  Object.values<unknown>(contracts)
    .filter(isCall)
    .map((call) => [call.subject, call]),
);
const commandTypes = CommandFrame.shape.command.options.map((option) => option.shape.type.value);
const LEAD_TO_CALLS = new Set(
  Object.values(EXPECTED_CALLS).flatMap((row) => ('routes' in row ? row.routes : ([] as RouteName[]))),
);
/** The gateway keeps the answer to the first of them. */
const REMEMBERED: ReadonlySet<RouteName> = new Set(['showBrand', 'lookAtStandings']);
const RANKS: readonly Access[] = ['public', 'signed-in', 'admin'];
/** Refusals with which the gateway keeps a request from every service. */
const KEPT_OUT: readonly Outcome[] = ['unauthenticated', 'token-expired', 'sign-in-to-create', 'forbidden'];

describeWith('postgres', 'operations by role', () => {
  let product: RunningProduct;
  let scene: Scene;
  /** Calls that were made on behalf of a user, by their subjects. */
  let made: string[] = [];

  beforeAll(async () => {
    product = await runProduct();
    scene = await prepareScene(product);
    for (const [subject, { by }] of Object.entries(EXPECTED_CALLS)) {
      if (by !== 'service' && by !== 'gateway') continue;
      for (const each of [subject, `${subject}.*`]) product.bus.subscribe(each, () => made.push(subject));
    }
  });
  afterAll(() => product?.close());
  afterEach(() => void jest.restoreAllMocks());

  const byRole = async <T>(work: (role: RoleName) => Promise<T>): Promise<Record<string, T>> => {
    const found: Record<string, T> = {};
    for (const role of ROLES) found[role] = await work(role);
    return found;
  };
  /** A guest who signs up is no longer one, and the table needs a guest. */
  const tokenOf = (name: RouteName, role: RoleName) =>
    name === 'signUp' && role === 'guest' ? scene.newGuest() : scene.tokens[role];
  const userIdOf = (role: Inside): string => userIdIn(scene.tokens[role] ?? '');
  const actorOf = (role: Inside) => ({ userId: userIdOf(role), isAdmin: role === 'admin' });

  it('the tables have a row for every route, frame, command and call of the contracts, and no other', () => {
    expect(Object.keys(EXPECTED_ROUTES).toSorted()).toEqual(routeNames.toSorted());
    expect(Object.keys(EXPECTED_FRAMES).toSorted()).toEqual([...FRAME_NAMES].toSorted());
    expect(Object.keys(EXPECTED_COMMANDS).toSorted()).toEqual(commandTypes.toSorted());
    expect(Object.keys(EXPECTED_CALLS).toSorted()).toEqual([...calls.keys()].toSorted());
  });

  it.each(routeNames)(
    'the route %s answers each role as the table says, and calls no service for others',
    async (name) => {
      const reached: RoleName[] = [];
      const found = await byRole(async (role) => {
        const input = await ROUTE_INPUTS[name](scene, role);
        const token = await tokenOf(name, role);
        made = [];
        const outcome = await outcomeOf(await send(product.url, name, input as never, token));
        if (made.length > 0) reached.push(role);
        return outcome;
      });
      expect(found).toEqual(EXPECTED_ROUTES[name]);
      // What a public route refuses to every role is refused by its service.
      const byService = ROUTES[name].access === 'public' && EXPECTED_ROUTES[name].anonymous !== 'ok';
      const mayReach = ROLES.filter((role) => byService || !KEPT_OUT.includes(EXPECTED_ROUTES[name][role]));
      const reaching = REMEMBERED.has(name) ? mayReach.slice(0, 1) : mayReach;
      expect(reached).toEqual(LEAD_TO_CALLS.has(name) ? reaching : []);
    },
  );

  /** What an operator is answered who names a room of another event as one of their own: of acts in many rooms, that it has none. */
  const IN_OTHER_EVENTS: Partial<Record<RouteName, Outcome>> = {
    ...{ actInRoom: 'room-not-found', advance: 'room-not-found', beginRound: 'event-not-found' },
    ...{ claimAttention: 'attention-over', createRoomLink: 'room-not-found', createRoomLinks: 'room-not-found' },
    ...{ mailRoomLinks: 'room-not-found', planAdvance: 'room-not-found', readRounds: 'event-not-found' },
    ...{ removeRoom: 'ok', revokeRoomLinks: 'ok', roomStaffView: 'room-not-found', roomStageKey: 'room-not-found' },
    ...{ roomTimeline: 'room-not-found', snoozeAttention: 'attention-over', updateRooms: 'ok' },
  };
  it('an operator reaches no room of another event by any route', async () => {
    const rooms = () => reply(product.url, 'listRooms', { params: { showId: scene.showId } }, scene.tokens.moderator);
    const before = await rooms();
    const found: Partial<Record<RouteName, Awaited<ReturnType<typeof outcomeOf>>>> = {};
    for (const name of routeNames) {
      const input = (await ROUTE_INPUTS[name](scene, 'otherModerator')) as { params?: Record<string, string> };
      const { roomId } = scene;
      const params = { ...input.params, ...(input.params?.['roomId'] && { roomId }), showId: scene.otherShowId };
      if (input.params?.['showId'] === undefined || !JSON.stringify({ ...input, params }).includes(roomId)) continue;
      const answer = await send(product.url, name, { ...input, params } as never, scene.tokens.otherModerator);
      found[name] = await outcomeOf(answer);
    }
    expect(found).toEqual(IN_OTHER_EVENTS);
    expect(await rooms()).toEqual(before);
  });

  it.each(Object.keys(EXPECTED_FRAMES) as FrameName[])(
    'the frame "%s" leads for each role to what the table says',
    async (frame) => {
      expect(await byRole((role) => sendFrame(product, scene, frame, role))).toEqual(EXPECTED_FRAMES[frame]);
    },
  );

  it('each command of a game is answered to each sender as the table says', async () => {
    const moderator = scene.tokens.moderator ?? '';
    const endsSoon = await resigned(product, moderator, { exp: Math.floor(Date.now() / 1000) + 120 });
    const gameId = await newGame();
    await joinGame(product, gameId, scene.tokens.player ?? '');
    const stageKey = (await reply(product.url, 'stageKey', { params: { gameId } }, moderator)).stageKey;
    const enter = async (token: string | undefined, wish: object): Promise<RawSocket> => {
      const socket = await openSocket(product);
      expect(await greet(socket, gameId, token, wish)).toBe('ok');
      return socket;
    };
    const player = (role: Inside) => enter(scene.tokens[role], { as: 'player' });
    const sockets: Record<Sender, RawSocket> = {
      guest: await player('guest'),
      registered: await player('registered'),
      otherModerator: await player('otherModerator'),
      admin: await player('admin'),
      player: await player('player'),
      observer: await enter(scene.tokens.admin, { as: 'observer' }),
      stage: await enter(scene.tokens.registered, { as: 'stage', stageKey }),
      expired: await enter(endsSoon, { as: 'moderator' }),
      moderator: await enter(moderator, { as: 'moderator' }),
    };
    const now = Date.now.bind(Date);
    const found: Record<string, Record<string, Outcome>> = {};
    for (const type of Object.keys(EXPECTED_COMMANDS) as (keyof typeof EXPECTED_COMMANDS)[]) {
      const before = BEFORE[type];
      if (before !== undefined) expect(await answerTo(sockets.moderator, before)).toBe('ok');
      found[type] = {};
      for (const sender of SENDERS) {
        const command = { type, ...commandInputs(userIdOf('player'), sender)[type] };
        const clock = sender === 'expired' ? jest.spyOn(Date, 'now').mockImplementation(() => now() + 180_000) : null;
        found[type][sender] = await answerTo(sockets[sender], command);
        clock?.mockRestore();
      }
    }
    for (const socket of Object.values(sockets)) socket.close();
    expect(found).toEqual(EXPECTED_COMMANDS);
  });

  it.each(commandTypes.filter((type) => EXPECTED_COMMANDS[type].player === 'forbidden'))(
    'the owner of a game refuses %s from every user but its moderator, even if a gateway let it through',
    async (type) => {
      const { gameId } = scene;
      const call = onShard(sendCommand, shardOf(gameId));
      const command = { type, ...commandInputs(userIdOf('player'), 'player')[type] };
      const others = INSIDE.filter((role) => role !== 'moderator');
      const found = await Promise.all(
        others.map((role) => {
          const terms = { gameId, commandId: randomUUID(), command, deadlineMs: 4_000, waitedMs: 0 };
          return outcomeOfCall(call, { ...terms, actor: actorOf(role) });
        }),
      );
      expect(found).toEqual(others.map(() => 'not-moderator'));
    },
  );

  const decidedByService = Object.entries(EXPECTED_CALLS).flatMap(([subject, row]) =>
    row.by === 'service' ? row.routes.map((name) => ({ subject, name })) : [],
  );

  it.each(decidedByService)(
    'the service of the call $subject decides by the actor as the table of routes says',
    async ({ subject, name }) => {
      const call = calls.get(subject) as Call;
      const toOwner = ['game.roster', 'game.stage-key', 'game.timeline', 'game.evidence'].includes(subject);
      const found: Record<string, unknown> = {};
      for (const role of INSIDE) {
        const actor = { ...actorOf(role), isGuest: role === 'guest', name: 'Somebody' };
        const input = callInput(call, actor, await ROUTE_INPUTS[name](scene, role));
        found[role] = await outcomeOfCall(toOwner ? onShard(call, shardOf(scene.gameId)) : call, input);
      }
      expect(found).toEqual(Object.fromEntries(INSIDE.map((role) => [role, EXPECTED_ROUTES[name][role]])));
    },
  );

  it('a call without an actor is reached only by routes of the access that the table says', () => {
    const wrong = Object.entries(EXPECTED_CALLS).flatMap(([subject, row]) => {
      if (row.by !== 'gateway') return [];
      const ranks = row.routes.map((name) => RANKS.indexOf((ROUTES[name] as Route).access));
      return Math.min(...ranks) === RANKS.indexOf(row.access) ? [] : [subject];
    });
    expect(wrong).toEqual([]);
  });

  it('every call with an actor is decided by its service', () => {
    const carriesActor = [...calls].filter(([, call]) => 'actor' in fieldsOf(call) || 'isAdmin' in fieldsOf(call));
    const decided = ['service', 'owner of the game'];
    expect(
      carriesActor
        .map(([subject]) => subject)
        .filter((subject) => !decided.includes(EXPECTED_CALLS[subject]?.by ?? '')),
    ).toEqual([]);
  });

  const newGame = async (): Promise<string> => {
    const body = { requestId: randomUUID(), moderatorName: 'Maria', categories: CATEGORIES };
    return (await reply(product.url, 'createGame', { body }, scene.tokens.moderator)).gameId;
  };

  const outcomeOfCall = (call: Call, input: object): Promise<Outcome> =>
    product.bus.call(call, input, { timeoutMs: 10_000 }).then(
      () => 'ok' as const,
      (error: unknown) => {
        if (error instanceof RefusedError) return error.code;
        throw error;
      },
    );
});

function isCall(each: unknown): each is Call {
  return typeof each === 'object' && each !== null && 'subject' in each && 'reply' in each;
}

const fieldsOf = ({ request }: Call): Readonly<Record<string, z.ZodType>> =>
  request instanceof z.ZodObject ? request.shape : {};

interface Parts {
  readonly params?: object;
  readonly query?: object;
  readonly body?: object;
}

/** What the gateway passes on for a user. */
function callInput(call: Call, actor: Readonly<Record<string, unknown>>, { params, query, body }: Parts): object {
  const fields = fieldsOf(call);
  const ofActor = fields['actor'] instanceof z.ZodObject ? Object.keys(fields['actor'].shape) : [];
  // Where the body is the settings as a whole.
  const isSettings = fields['settings'] instanceof z.ZodType && fields['settings'].safeParse(body).success;
  const known = {
    ...(isSettings && { settings: body }),
    ...params,
    ...query,
    ...body,
    search: query ?? {},
    change: body,
  };
  return pick({ ...known, ...actor, by: actor['userId'], actor: pick(actor, ofActor) }, Object.keys(fields));
}

const pick = (from: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(names.filter((name) => name in from).map((name) => [name, from[name]]));
