import { CLOSE_CODES, PROTOCOL_VERSION, RULES } from '@earworm/contracts';
import { newId } from '@earworm/client';
import { forgedTokens } from '@earworm/service-kit/testing/forged-tokens';
import { inParallel } from '../../load/sockets.js';
import { attempt, type AttackClass, unlessOneOf } from '../attempt.js';
import type { Socket, Target } from '../target.js';

const KEYS = '/realms/earworm/protocol/openid-connect/certs';
const AT_ONCE = 24;
/** Sockets of one device that may wait for a tap. */
const OF_DEVICE = 20;

const arrive = (code: string) => ({ type: 'arrive', protocol: PROTOCOL_VERSION, rules: RULES, code });
const enter = (token?: string, id = newId()) => ({
  type: 'enter',
  id,
  command: { type: 'joinGame', name: `E${id.slice(-6)}` },
  ...(token === undefined ? {} : { token }),
});

async function outcome(socket: Socket): Promise<string> {
  const before = socket.received.length;
  const found = () => socket.received.slice(before).find(({ type }) => type === 'snapshot' || type === 'answer');
  await socket.until(() => found() !== undefined || socket.closedWith !== null);
  const frame = found();
  if (frame?.type === 'answer') return frame.ok ? 'ok' : frame.code;
  return frame === undefined ? `closed with ${socket.closedWith}` : 'seated';
}

/** The way in without a token: more sockets, codes and taps than any phone needs, and forged ones. */
export function arrivals(target: Target, { isShort }: { readonly isShort: boolean }): AttackClass {
  const many = isShort ? 60 : 400;
  return {
    name: 'arrivals',
    atOnce: 1,
    async attempts() {
      const { gameCode } = await target.game(await target.guest());
      const arrived = async (headers: Readonly<Record<string, string>>, code = gameCode) => {
        const socket = await target.socket(headers);
        socket.say(arrive(code));
        await socket.until(() => socket.received.some(({ type }) => type === 'game') || socket.closedWith !== null);
        return socket;
      };
      const numbers = Array.from({ length: many }, (_, i) => i);
      const { keys } = JSON.parse((await target.send(KEYS)).text) as { keys: Record<string, string>[] };
      const forged = await forgedTokens(await (await target.guest()).token(), keys[0] ?? {});
      return [
        attempt(`${many} sockets of one device that never tap, and then a tap`, async () => {
          const phone = await target.guest();
          const sockets = await inParallel(numbers, AT_ONCE, () => arrived(phone.headers));
          const last = await arrived(phone.headers);
          const open = sockets.filter(({ closedWith }) => closedWith === null).length;
          last.say(enter());
          const seated = await outcome(last);
          for (const socket of [...sockets, last]) socket.end();
          if (open > OF_DEVICE) return `${open} of them were open`;
          return unlessOneOf(seated, 'seated');
        }),
        attempt('wrong codes on one socket', async () => {
          const socket = await target.socket({ 'x-forwarded-for': target.address() });
          for (let i = 0; i < 20; i++) socket.say(arrive(`AB23C${'DEFGHJKLMNPQRSTUVWXY'[i]}`));
          const closedWith = await socket.closed();
          const told = socket.received.filter(({ type }) => type === 'game').length;
          return told > 5 ? `${told} codes were answered` : unlessOneOf(closedWith, CLOSE_CODES.flood);
        }),
        attempt('100 taps at once on one socket', async () => {
          const socket = await arrived({ 'x-forwarded-for': target.address() });
          for (let i = 0; i < 100; i++) socket.say(enter());
          const seated = await outcome(socket);
          const entered = socket.received.filter(({ type }) => type === 'entered').length;
          socket.end();
          return entered > 1 ? `${entered} seats for one socket` : unlessOneOf(seated, 'seated');
        }),
        attempt(`${many} guests of one device that tap once all have arrived`, async () => {
          const phone = await target.guest();
          const sockets = await inParallel(numbers, AT_ONCE, () => arrived(phone.headers));
          for (const socket of sockets) socket.say(enter());
          const outcomes = await Promise.all(sockets.map(outcome));
          for (const socket of sockets) socket.end();
          const seated = outcomes.filter((found) => found === 'seated').length;
          return seated > 0 && seated <= OF_DEVICE ? null : `${seated} of them were seated`;
        }),
        ...forged.map(([how, token]) =>
          attempt(`a token ${how}`, async () => {
            const socket = await arrived({ 'x-forwarded-for': target.address() });
            socket.say(enter(token));
            const found = await outcome(socket);
            socket.end();
            return unlessOneOf(found, 'unauthenticated', 'token-expired');
          }),
        ),
        attempt('a token that is none before the tap', async () => {
          const socket = await arrived({ 'x-forwarded-for': target.address() });
          socket.say({ type: 'auth', token: 'x' });
          return unlessOneOf(await socket.closed(), CLOSE_CODES.unauthenticated);
        }),
        attempt('commands and pings before the tap', async () => {
          const socket = await arrived({ 'x-forwarded-for': target.address() });
          const answer = await socket.answer({ type: 'startGame' });
          socket.say({ type: 'ping', t: 1, version: 1 });
          socket.say(enter());
          const seated = await outcome(socket);
          socket.end();
          return answer === 'busy' ? unlessOneOf(seated, 'seated') : `answered ${answer}`;
        }),
      ];
    },
  };
}
