const param = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };

/** The parts of Web Audio that short sounds use; jsdom has none. */
export class FakeTones {
  /** Frequencies of the tones, in Hz, in order. */
  readonly played: number[] = [];
  readonly #names: readonly string[];

  constructor() {
    const { played } = this;
    class OscillatorNode {
      readonly frequency = param;
      constructor(_: unknown, { frequency }: { frequency: number }) {
        played.push(frequency);
      }
      connect = (next: unknown) => next;
      start = () => undefined;
      stop = () => undefined;
    }
    class GainNode {
      readonly gain = { ...param, linearRampToValueAtTime: () => undefined };
      connect = (next: unknown) => next;
    }
    class AudioContext {
      readonly state = 'running';
      readonly currentTime = 0;
    }
    const parts = { AudioContext, OscillatorNode, GainNode };
    this.#names = Object.keys(parts);
    Object.assign(globalThis, parts);
  }

  remove(): void {
    for (const name of this.#names) Reflect.deleteProperty(globalThis, name);
  }
}
