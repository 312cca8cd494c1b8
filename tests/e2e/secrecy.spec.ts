import { createGameClient, newId, type GameClient } from '@earworm/client';
import { CategoryId, QuestionId, type Command, type Role, type Settings } from '@earworm/rules';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { describe, expect, it } from '@jest/globals';
import { signInGuest, type Guest } from '../load/guests.js';
import { socketUrl } from '../load/sockets.js';
import { FrameRecorder } from './support/frame-recorder.js';
import { sharedServers } from './support/shared-servers.js';

/** Strings that occur nowhere but in one question. */
const planted = (n: number) => ({
  link: `https://youtu.be/${`planted${n}`.padEnd(11, 'x')}?t=${77_000 + n}`,
  videoId: `planted${n}`.padEnd(11, 'x'),
  song: `Song-Kumquat-${n}-${n}`,
  answer: `Answer-Walnut-${n}-${n}`,
});
const QUESTIONS = [0, 1, 2, 3].map((n) => ({ id: QuestionId.parse(`question${n}`), secret: planted(n), n }));
const CATEGORIES = [0, 1].map((c) => ({
  categoryId: CategoryId.parse(`category${c}`),
  name: `Category ${c}`,
  questions: QUESTIONS.filter(({ n }) => n % 2 === c).map(({ id, secret }) => ({
    questionId: id,
    youtubeLink: secret.link,
    clipId: null,
    youtubeSongName: secret.song,
    answer: secret.answer,
    points: 100,
  })),
}));

const until = (client: GameClient, holds: (state: GameClient['state']) => boolean): Promise<void> =>
  eventually(() => {
    if (!holds(client.state)) throw new Error(`never true: ${holds.toString()}`);
  });

describe('secrecy of questions', () => {
  /** A game on real sockets, of which every frame is recorded from the first one on. */
  async function playing(settings: Partial<Settings>, body: (table: Table) => Promise<void>): Promise<void> {
    const { url: serverUrl } = sharedServers();
    const clients: GameClient[] = [];
    const enter = (gameId: string, as: Role, guest: Guest, recorder: FrameRecorder) => {
      const url = socketUrl(serverUrl);
      const client = createGameClient({ url, gameId, as, token: guest.token, WebSocket: recorder.Socket });
      clients.push(client);
      return client;
    };
    try {
      const ruth = await signInGuest(serverUrl);
      const created = { requestId: newId(), moderatorName: 'Ruth', settings, categories: CATEGORIES };
      const { gameId } = await ruth.http.call('createGame', { body: created });
      const recorders = { ada: new FrameRecorder(), leo: new FrameRecorder(), stage: new FrameRecorder() };
      const deskEar = new FrameRecorder();
      const desk = enter(gameId, 'moderator', ruth, deskEar);
      const stage = enter(gameId, 'stage', ruth, recorders.stage);
      const ada = enter(gameId, 'player', await signInGuest(serverUrl), recorders.ada);
      const leo = enter(gameId, 'player', await signInGuest(serverUrl), recorders.leo);
      await body({ gameId, desk, stage, ada, leo, recorders, enter });
      // The moderator receives everything: the planted strings do cross the wire as they were planted.
      for (const { secret } of QUESTIONS) {
        for (const text of Object.values(secret)) expect(deskEar.everything).toContain(text);
      }
    } finally {
      for (const client of clients) client.close();
    }
  }

  it('sends players and the stage neither song nor answer nor link of a question that is not answered', async () => {
    await playing({}, async ({ gameId, desk, stage, ada, leo, recorders, enter }) => {
      const answered = new Set<number>();
      const all = [desk, stage, ada, leo];
      const give = async (client: GameClient, command: Command) => {
        const answer = await client.send(command);
        expect(answer).toMatchObject({ ok: true });
        if (answer.ok) await Promise.all(all.map((one) => until(one, (state) => state.version >= answer.version)));
        nothingLeaked(recorders, answered);
      };

      await give(ada, { type: 'joinGame', name: 'Ada' });
      await give(leo, { type: 'joinGame', name: 'Leo' });
      // An edit in the setup reaches the moderator alone, too.
      const [first, second, third, last] = QUESTIONS as [Quiz, Quiz, Quiz, Quiz];
      const where = { categoryId: CATEGORIES[0]!.categoryId, questionId: first.id };
      const { questionId: _id, ...draft } = CATEGORIES[0]!.questions[0]!;
      await give(desk, { type: 'updateQuestion', ...where, question: { ...draft, points: 300 } });
      await give(desk, { type: 'startGame' });

      const select = ({ id, n }: Quiz) =>
        give(desk, { type: 'selectQuestion', categoryId: CATEGORIES[n % 2]!.categoryId, questionId: id });
      const judge = (player: GameClient, { id, n }: Quiz, correct: boolean) => {
        if (correct) answered.add(n);
        return give(desk, { type: 'judgeAnswer', questionId: id, playerId: player.state.seat!.id, correct });
      };

      await select(first);
      await give(ada, { type: 'buzz', questionId: first.id });
      await give(leo, { type: 'buzz', questionId: first.id });
      await judge(ada, first, false);
      await judge(leo, first, true);
      for (const recorder of Object.values(recorders)) expect(recorder.everything).toContain(first.secret.answer);

      await select(second);
      await give(desk, { type: 'pauseMusic', questionId: second.id, paused: true });
      answered.add(second.n);
      await give(desk, { type: 'markUnanswered', questionId: second.id });

      await give(desk, { type: 'switchTimeTrial', on: true });
      await select(third);
      await give(ada, { type: 'buzz', questionId: third.id });
      // A client that connects in the middle gets a snapshot instead of events.
      const late = new FrameRecorder();
      const tom = enter(gameId, 'player', await signInGuest(sharedServers().url), late);
      await until(tom, (state) => state.view !== null);
      nothingLeaked({ ...recorders, late }, answered);
      await judge(ada, third, true);

      await give(leo, { type: 'leaveGame' });
      await give(leo, { type: 'rejoinGame' });
      await give(desk, { type: 'completeGame' });
      expect(answered.has(last.n)).toBe(false);
      nothingLeaked({ ...recorders, late }, answered);
      for (const recorder of Object.values(recorders)) expect(recorder.frames).toBeGreaterThan(10);
    });
  });

  it('sends players whose devices play the music the link of the current question, and never its name', async () => {
    await playing({ musicOn: 'players' }, async ({ desk, stage, ada, recorders }) => {
      await ada.send({ type: 'joinGame', name: 'Ada' });
      await desk.send({ type: 'startGame' });
      const [first, second] = QUESTIONS as [Quiz, Quiz];
      await desk.send({ type: 'selectQuestion', categoryId: CATEGORIES[0]!.categoryId, questionId: first.id });
      await until(ada, (state) => state.view?.current?.medium !== null && state.view?.current !== null);
      await until(stage, (state) => state.view?.current !== null);
      expect(recorders.ada.everything).toContain(first.secret.videoId);
      for (const secret of [first.secret.song, first.secret.answer, ...Object.values(second.secret)]) {
        expect(recorders.ada.everything).not.toContain(secret);
      }
      for (const secret of Object.values(first.secret)) expect(recorders.stage.everything).not.toContain(secret);
    });
  });
});

type Quiz = (typeof QUESTIONS)[number];
interface Table {
  readonly gameId: string;
  readonly desk: GameClient;
  readonly stage: GameClient;
  readonly ada: GameClient;
  readonly leo: GameClient;
  readonly recorders: Readonly<Record<'ada' | 'leo' | 'stage', FrameRecorder>>;
  enter(gameId: string, as: Role, guest: Guest, recorder: FrameRecorder): GameClient;
}

function nothingLeaked(recorders: Readonly<Record<string, FrameRecorder>>, answered: ReadonlySet<number>): void {
  for (const [who, recorder] of Object.entries(recorders)) {
    const received = recorder.everything;
    for (const { n, secret } of QUESTIONS) {
      if (answered.has(n)) continue;
      const leaked = Object.values(secret).filter((text) => received.includes(text));
      expect({ who, question: n, leaked }).toEqual({ who, question: n, leaked: [] });
    }
  }
}
