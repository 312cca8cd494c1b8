import { afterEach, describe, expect, it } from '@jest/globals';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { createLog } from '../log/log.js';
import { eventually } from '../testing/eventually.js';
import { type Channel, type Frame, Kind, Outbox } from './channel.js';
import { connectChannelBus } from './channel-transport.js';
import { createInProcessHub } from './in-process.js';
import { type Bus, BusError } from './port.js';
import { serveChannel } from './serve-channel.js';
import { busSuite } from './testing/bus.suite.js';

const log = createLog('spec', { level: 'silent' });
const bytes = (words: string) => Buffer.from(words);

/** Clones what it carries, as a channel between processes does. */
const portChannel = (port: MessagePort): Channel => ({
  send: (frames, onSent) => {
    port.postMessage(frames);
    setImmediate(onSent);
  },
  onFrames: (listener) => void port.on('message', listener),
  onClose: (listener) => void port.on('close', listener),
});

function openHub() {
  const hub = createInProcessHub(log);
  const ports: MessagePort[] = [];
  const overChannel = () => {
    const { port1, port2 } = new MessageChannel();
    ports.push(port1, port2);
    serveChannel(portChannel(port1), hub.connect({ log }), log);
    return { bus: connectChannelBus({ channel: portChannel(port2), log }), end: () => port2.close() };
  };
  return { hub, overChannel, close: async () => ports.forEach((port) => port.close()) };
}

busSuite('channels to other processes', async () => {
  const { overChannel, close } = openHub();
  return { connect: async () => overChannel(), close };
});

busSuite('one process and a channel to another one', async () => {
  const { hub, overChannel, close } = openHub();
  let connections = 0;
  return { connect: async () => (connections++ % 2 === 0 ? { bus: hub.connect({ log }) } : overChannel()), close };
});

describe('a bus over a channel', () => {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const each of open.splice(0)) await each.close();
  });
  const start = () => {
    const opened = openHub();
    open.push(opened);
    return { ...opened, here: opened.hub.connect({ log }) };
  };
  const hear = (bus: Bus, subject: string) => {
    const heard: string[] = [];
    bus.subscribe(subject, ({ data }) => heard.push(Buffer.from(data).toString()));
    return heard;
  };

  it('forgets the subscriptions of a process that has ended', async () => {
    const { here, overChannel } = start();
    const { bus, end } = overChannel();
    bus.subscribe('s.ask', (message) => message.respond?.(message.data));
    await bus.flush();
    expect(Buffer.from(await here.request('s.ask', bytes('a'), 5_000)).toString()).toBe('a');
    end();
    await eventually(() =>
      expect(here.request('s.ask', bytes('a'), 5_000)).rejects.toEqual(new BusError('no-responders')),
    );
  });

  it('fails what waits for the other process when that ends', async () => {
    const { here, overChannel, close } = start();
    const { bus } = overChannel();
    here.subscribe('s.silent', () => undefined);
    await bus.flush();
    const pending = bus.request('s.silent', bytes(''), 60_000);
    await bus.flush();
    await close();
    await expect(pending).rejects.toEqual(new BusError('disconnected'));
    await bus.flush();
    expect(bus.connected).toBe(false);
  });

  it('carries trace ids in both directions', async () => {
    const { here, overChannel } = start();
    const { bus } = overChannel();
    const traces: (string | undefined)[] = [];
    for (const each of [here, bus]) each.subscribe('s.traced', ({ traceParent }) => traces.push(traceParent));
    await bus.flush();
    bus.publish('s.traced', bytes(''), 'from there');
    await eventually(() => expect(traces).toHaveLength(2));
    here.publish('s.traced', bytes(''), 'from here');
    await eventually(() => expect(traces.sort()).toEqual(['from here', 'from here', 'from there', 'from there']));
  });

  it('keeps the order of messages in both directions', async () => {
    const { here, overChannel } = start();
    const { bus } = overChannel();
    const heard = [hear(here, 's.there.*'), hear(bus, 's.here.*')];
    await bus.flush();
    const words = Array.from({ length: 500 }, (_, i) => String(i));
    for (const [i, each] of words.entries()) {
      bus.publish(`s.there.${i % 3}`, bytes(each));
      here.publish(`s.here.${i % 3}`, bytes(each));
    }
    await eventually(() => expect(heard).toEqual([words, words]));
  });
});

describe('outbox of a channel', () => {
  it('bounds the bytes that wait to be sent, and sends one message per turn', async () => {
    const sent: (readonly Frame[])[] = [];
    const sendings: (() => void)[] = [];
    const channel: Channel = {
      send: (frames, onSent) => {
        sent.push(frames);
        sendings.push(onSent);
      },
      onFrames: () => undefined,
      onClose: () => undefined,
    };
    const outbox = new Outbox(channel, 2_500);
    const add = () => outbox.add([Kind.reply, 1, new Uint8Array(1_000)]);
    expect([add(), add(), add()]).toEqual([true, true, false]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent.map((frames) => frames.length)).toEqual([2]);
    expect(add()).toBe(false);
    sendings.forEach((onSent) => onSent());
    expect([add(), add(), add()]).toEqual([true, true, false]);
  });
});
