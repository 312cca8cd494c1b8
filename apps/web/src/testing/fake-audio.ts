type Method = 'play' | 'pause' | 'load';

/** Audio elements that react at once; jsdom has none that play. */
export class FakeAudio {
  /** What the next clip does on `play`. */
  next: 'blocked' | 'missing' | null = null;
  /** What happens to a video that keeps the screen awake. */
  video: 'plays' | 'refused' = 'plays';
  /** The addresses that were played, in order. */
  readonly played: string[] = [];
  readonly #before: Pick<HTMLMediaElement, Method>;
  #last: HTMLMediaElement | null = null;

  constructor() {
    const { play, pause, load } = HTMLMediaElement.prototype;
    this.#before = { play, pause, load };
    const start = (element: HTMLMediaElement) => this.#start(element);
    Object.assign(HTMLMediaElement.prototype, {
      play(this: HTMLMediaElement) {
        return start(this);
      },
      pause(this: HTMLMediaElement) {
        this.dispatchEvent(new Event('pause'));
      },
      load: () => undefined,
    });
  }

  remove(): void {
    Object.assign(HTMLMediaElement.prototype, this.#before);
  }

  /** The clip that plays comes to its end, or has to wait for more of itself. */
  becomes(state: 'ended' | 'waiting'): void {
    this.#last?.dispatchEvent(new Event(state));
  }

  async #start(element: HTMLMediaElement): Promise<void> {
    if (element instanceof HTMLVideoElement) {
      if (this.video === 'refused') throw new DOMException('no touch yet', 'NotAllowedError');
      return;
    }
    const { next } = this;
    this.next = null;
    this.#last = element;
    if (next === 'blocked') throw new DOMException('no touch yet', 'NotAllowedError');
    if (next === 'missing') {
      element.dispatchEvent(new Event('error'));
      throw new DOMException('no source', 'AbortError');
    }
    this.played.push(new URL(element.src).pathname);
    element.dispatchEvent(new Event('playing'));
  }
}
