import type { Browser } from 'playwright-core';
import { startBrowser } from '../e2e/support/browser.js';
import { storedTokens } from '../e2e/support/members.js';
import { moderatorOf, type Moderator } from '../e2e/support/moderator.js';
import { Person } from '../e2e/support/person.js';
import { playerOf, type Player } from '../e2e/support/player.js';
import { PreparedGame, type Board, type Seat } from '../e2e/support/prepared-game.js';
import type { ClientRecord } from '../faults/record.js';
import { type Wait, WatchedPage } from './watched-page.js';

const PLAYER = 'Ada';
/** More than are played in an hour: a question takes several seconds, for a verdict stays on the phone that long. */
const BOARD: Board = Object.fromEntries(
  Array.from({ length: 20 }, (_, c) => [
    `Category ${c + 1}`,
    Array.from({ length: 30 }, (__, q) => ({ answer: `Answer ${c + 1} ${q + 1}` })),
  ]),
);

/** A game whose moderator and player use the web app in Chromium, as people do: the desk on one page, the phone on another. */
export class BrowserGame {
  /** From what a person does until the pages show it. */
  readonly #waits: Wait[] = [];
  readonly #pages: readonly WatchedPage[];
  #isOver = false;
  #failure: string | null = null;
  #playing: Promise<void> = Promise.resolve();

  private constructor(
    private readonly browser: Browser,
    readonly gameId: string,
    private readonly desk: Moderator,
    private readonly phone: Player,
    pages: readonly WatchedPage[],
  ) {
    this.#pages = pages;
  }

  /** Resolves when the phone shows that the first question may be buzzed at. */
  static async start(url: string): Promise<BrowserGame> {
    const game = await PreparedGame.create(url, {
      ...{ players: [PLAYER], board: BOARD, settings: { attempts: 'unlimited' } },
    });
    game.disconnect();
    const browser = await startBrowser();
    try {
      const pages: WatchedPage[] = [];
      const open = async ({ name, member, marks }: Seat, role: 'moderator' | 'player') => {
        const localStorage = { ...storedTokens(member), ...marks };
        const person = await Person.arrive(browser, name, url, { localStorage });
        pages.push(new WatchedPage(person, { gameId: game.gameId, userId: member.userId, role }));
        await person.page.goto(`/game/${game.gameId}`);
        return person;
      };
      const desk = moderatorOf(await open(game.moderator, 'moderator'));
      const phone = playerOf(await open(game.seat(PLAYER), 'player'));
      const played = new BrowserGame(browser, game.gameId, desk, phone, pages);
      await desk.pickAny();
      await phone.becomes('armed');
      played.#playing = played.#play().catch((error: unknown) => void (played.#failure = String(error)));
      return played;
    } catch (error) {
      await browser.close();
      throw error;
    }
  }

  get reloads(): number {
    return this.#pages.reduce((sum, { reloads }) => sum + reloads, 0);
  }
  get records(): readonly ClientRecord[] {
    return this.#pages.map(({ record }) => record);
  }
  get waits(): readonly Wait[] {
    return [...this.#waits, ...this.#pages.flatMap(({ offline }) => offline)];
  }
  /** What was done and shown so far. */
  get steps(): number {
    return this.#waits.length;
  }
  /** What is wrong with the pages. */
  get failures(): string[] {
    const thrown = this.#pages.flatMap(({ person }) => person.errors.map((error) => `${person.name}'s page: ${error}`));
    return [...(this.#failure === null ? [] : [this.#failure]), ...thrown];
  }

  /** Plays the round to its end, then ends the game; both pages show the podium. */
  async finish(): Promise<void> {
    this.#isOver = true;
    await this.#playing;
    if (this.#failure !== null) return;
    await this.desk.choose('End game');
    await this.desk.confirm('End game');
    for (const { person } of [this.desk, this.phone])
      await person.page.getByRole('list', { name: 'Podium' }).getByText(PLAYER).first().waitFor();
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await this.browser.close();
    await this.#playing;
  }

  /** A screenshot of each page; the files' paths. */
  async screenshots(): Promise<string> {
    const taken = await Promise.all([this.desk, this.phone].map(({ person }) => person.screenshot('kubernetes')));
    return taken.join('\n  ');
  }

  async #play(): Promise<void> {
    const { desk, phone } = this;
    while (!this.#isOver) {
      await this.#buzz();
      await this.#until('the verdict on the phone', desk.judge('Wrong'), phone.becomes('wrong'));
      // The verdict stays for a moment; then the same player may buzz again.
      await phone.becomes('armed');
      await this.#buzz();
      await this.#until('the verdict on the phone', desk.judge('Right'), phone.becomes('right'));
      if (this.#isOver) return;
      await phone.becomes('wait');
      await this.#until('the next question on the phone', desk.pickAny(), phone.becomes('armed'));
    }
  }

  #buzz(): Promise<void> {
    const { desk, phone } = this;
    return this.#until('the buzz on phone and desk', phone.buzz(), phone.becomes('first'), desk.first(PLAYER));
  }

  async #until(what: string, ...done: Promise<unknown>[]): Promise<void> {
    const from = Date.now();
    await Promise.all(done);
    this.#waits.push({ from, to: Date.now(), what });
  }
}
