import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { type ProductOptions, startProduct } from '../../harness/product.js';
import { storedTokens, type Member, newGuest, newRegisteredUser } from './members.js';
import { moderatorOf, type Moderator } from './moderator.js';
import { type ArrivalOptions, Person } from './person.js';
import { playerOf, type Player } from './player.js';
import { type GameOptions, PreparedGame, type Seat } from './prepared-game.js';
import { RESULTS, sharedServers } from './shared-servers.js';

/** Only against a hanging test: a wait by condition ends earlier and names its condition. */
const TEST_WITHIN_MS = 120_000;
const START_WITHIN_MS = 120_000;

/** The product under test. */
export interface TestedProduct {
  readonly url: string;
  readonly dataDir: string;
  readonly logFile?: string | undefined;
}

/** What a browser test works with. Its people leave when it ends. */
export interface Scene {
  readonly product: TestedProduct;
  readonly browser: Browser;
  /** A person with a new browser profile, signed in or not. */
  arrive(name: string, options?: ArrivalOptions & { readonly signedInAs?: Member }): Promise<Person>;
  /** A new guest who is signed in. */
  guest(name: string, options?: ArrivalOptions): Promise<Person>;
  registered(name: string, options?: ArrivalOptions): Promise<Person>;
  /** A game without a browser: started, on two categories, without players, unless the options say otherwise. */
  game(options?: GameOptions): Promise<PreparedGame>;
  /** The moderator at the desk, or in the setup of a game that has not started. */
  desk(game: PreparedGame, options?: ArrivalOptions): Promise<Moderator>;
  setup(game: PreparedGame, options?: ArrivalOptions): Promise<Moderator>;
  /** A seated player with the buzzer open. */
  phone(game: PreparedGame, name: string, options?: ArrivalOptions): Promise<Player>;
  /** The stage, opened by the moderator on another computer. */
  stage(game: PreparedGame, options?: ArrivalOptions): Promise<Person>;
  /** Errors that a page throws fail a test at its end, except after this. */
  expectPageErrors(): void;
}

type Body = (scene: Scene) => Promise<void>;

declare global {
  /** From this project's Jest environment; the same connection for every test of a file. */
  var connectToBrowser: (endpoint: string) => Promise<Browser>;
}
const sharedBrowser = () => globalThis.connectToBrowser(sharedServers().browserEndpoint);

/**
 * A test in a browser against the product that this worker's specs share. When it fails, the error names a screenshot of
 * every person and the server's log.
 */
export const test = testOn(sharedServers);

/** As `test`, against another product or in another browser. */
export function testOn(product: () => TestedProduct, browser: () => Browser | Promise<Browser> = sharedBrowser) {
  return (title: string, body: Body, withinMs = TEST_WITHIN_MS): void =>
    it(title, async () => run(title, body, product(), await browser()), withinMs);
}

/** Starts a product before the specs of this `describe` and stops it after them. For specs that need a configuration. */
export function useProduct(options: ProductOptions = {}): () => TestedProduct {
  let product: Awaited<ReturnType<typeof startProduct>> | undefined;
  beforeAll(async () => {
    product = await startProduct({ logFile: join(RESULTS, `server-${randomUUID()}.log`), ...options });
  }, START_WITHIN_MS);
  afterAll(async () => {
    await product?.stop();
  }, START_WITHIN_MS);
  return () => {
    if (!product) throw new Error('The product has not been started');
    return product;
  };
}

async function run(title: string, body: Body, product: TestedProduct, browser: Browser): Promise<void> {
  const people: Person[] = [];
  const games: PreparedGame[] = [];
  let errorsExpected = false;
  const arrive: Scene['arrive'] = async (name, { signedInAs, ...options } = {}) => {
    const localStorage = { ...(signedInAs ? storedTokens(signedInAs) : {}), ...options.localStorage };
    const person = await Person.arrive(browser, name, options.url ?? product.url, { ...options, localStorage });
    people.push(person);
    return person;
  };
  const seated = (game: PreparedGame, { name, member, marks }: Seat, options: ArrivalOptions = {}) =>
    arrive(name, { ...options, signedInAs: member, localStorage: { ...marks, ...options.localStorage } });
  const moderate = async (game: PreparedGame, path: string, options?: ArrivalOptions): Promise<Moderator> => {
    game.disconnect(game.moderator);
    const moderator = moderatorOf(await seated(game, game.moderator, options));
    await moderator.person.page.goto(`${path}/${game.gameId}`);
    return moderator;
  };
  const scene: Scene = {
    product,
    browser,
    arrive,
    guest: async (name, options) => arrive(name, { ...options, signedInAs: await newGuest(product.url) }),
    registered: async (name, options) =>
      arrive(name, { ...options, signedInAs: await newRegisteredUser(product.url, name) }),
    game: async (options) => {
      const game = await PreparedGame.create(product.url, options);
      games.push(game);
      return game;
    },
    desk: (game, options) => moderate(game, '/game', options),
    setup: (game, options) => moderate(game, '/setup', options),
    phone: async (game, name, options) => {
      const seat = game.seat(name);
      game.disconnect(seat);
      const player = playerOf(await seated(game, seat, options));
      await player.person.page.goto(`/game/${game.gameId}`);
      await player.buzzer.waitFor();
      return player;
    },
    stage: async (game, options) => {
      const { member, marks } = game.moderator;
      const projector = await arrive('Stage', {
        viewport: { width: 1280, height: 720 },
        ...options,
        signedInAs: member,
        localStorage: { ...marks, ...options?.localStorage },
      });
      await projector.page.goto(`/stage/${game.gameId}`);
      await projector.page.getByTestId('stage').waitFor();
      return projector;
    },
    expectPageErrors: () => void (errorsExpected = true),
  };
  try {
    await body(scene);
    const errors = people.flatMap(({ name, errors }) => errors.map((error) => `${name}: ${error}`));
    if (errors.length > 0 && !errorsExpected) throw new Error(`Errors in pages:\n${errors.join('\n')}`);
  } catch (error) {
    const pictures = await Promise.all(people.map((person) => person.screenshot(fileNameOf(title))));
    const network = people.map(({ name, network }) => `${name}: ${network.trouble().join('\n    ') || 'none'}`);
    const where = `\n\nScreenshots:\n  ${pictures.join('\n  ')}\nTrouble in the network:\n  ${network.join('\n  ')}\nServer log: ${product.logFile ?? 'none'}\n`;
    // The driver's errors are not instances of Jest's Error. Jest prints the stack, which begins with the message.
    if (Error.isError(error)) error.stack = `${error.stack ?? error.message}${where}`;
    throw error;
  } finally {
    for (const game of games) game.disconnect();
    await Promise.all(people.map((person) => person.leave()));
  }
}

const fileNameOf = (title: string) => title.replace(/\W+/g, '-').slice(0, 60);
