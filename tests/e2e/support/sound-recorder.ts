/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import type { ArrivalOptions } from './person.js';

interface SoundsHeard {
  /** Sources of sound since the page was opened. */
  started: number;
  ended: number;
  /** The loudest sample that went to the loudspeaker. */
  loudest: number;
  /** Whether the page may sound and is measured: from shortly after its first touch. */
  measured: boolean;
}
declare global {
  interface Window {
    soundsHeard?: SoundsHeard;
  }
}

/** Runs on the audio thread, which a busy page does not hold up. */
const METER_SOURCE = `registerProcessor('peak-meter', class extends AudioWorkletProcessor {
  process([input]) {
    let loudest = 0;
    for (const channel of input) for (const sample of channel) loudest = Math.max(loudest, Math.abs(sample));
    if (loudest > 0) this.port.postMessage(loudest);
    return true;
  }
})`;

/** Measures what a person's pages send to the loudspeaker. */
export const SOUNDS_HEARD: ArrivalOptions = {
  bypassCSP: true,
  prepare: ({ context }) => context.addInitScript(measureSounds, METER_SOURCE),
};

function measureSounds(meterSource: string): void {
  const heard: SoundsHeard = { started: 0, ended: 0, loudest: 0, measured: false };
  window.soundsHeard = heard;
  const meterUrl = URL.createObjectURL(new Blob([meterSource], { type: 'text/javascript' }));
  const mixers = new WeakMap<BaseAudioContext, GainNode>();
  const connect = AudioNode.prototype.connect as (this: AudioNode, to: AudioNode) => AudioNode;
  const start = AudioScheduledSourceNode.prototype.start;
  window.AudioContext = class extends AudioContext {
    constructor(options?: AudioContextOptions) {
      super(options);
      const mixer = new GainNode(this);
      mixers.set(this, mixer);
      void this.audioWorklet.addModule(meterUrl).then(() => {
        const node = new AudioWorkletNode(this, 'peak-meter');
        node.port.onmessage = ({ data }: MessageEvent<number>) => {
          heard.loudest = Math.max(heard.loudest, data);
        };
        connect.call(mixer, node);
        connect.call(node, this.destination);
        const look = () => void (heard.measured = this.state === 'running');
        this.addEventListener('statechange', look);
        look();
      });
    }
  };
  Object.defineProperty(AudioNode.prototype, 'connect', {
    value(this: AudioNode, to: AudioNode) {
      const mixer = mixers.get(this.context);
      if (mixer && to === this.context.destination) connect.call(this, mixer);
      return connect.call(this, to);
    },
  });
  AudioScheduledSourceNode.prototype.start = function (when) {
    heard.started++;
    this.addEventListener('ended', () => heard.ended++);
    start.call(this, when);
  };
}

/** Until the page has been touched, and whatever sounds from now on is measured. */
export const measured = (page: Page) => page.waitForFunction(() => window.soundsHeard?.measured);

/** The loudest sample of what has sounded since this was last asked, once something has and all of it has ended. */
export async function loudestHeard(page: Page): Promise<number> {
  await page.waitForFunction(() => {
    const { started, ended, loudest } = window.soundsHeard!;
    return started > 0 && ended === started && loudest > 0;
  });
  return page.evaluate(() => {
    const { loudest } = window.soundsHeard!;
    Object.assign(window.soundsHeard!, { started: 0, ended: 0, loudest: 0 });
    return loudest;
  });
}

/** An expression: how many sources of sound the page has started, once it has done what it put off. */
export const SOUNDS_STARTED = `new Promise((done) => setTimeout(() => setTimeout(() => done(window.soundsHeard.started))))`;
