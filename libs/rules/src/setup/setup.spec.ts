import { describe, expect, it } from '@jest/globals';
import { type AnyCommand, Command } from '../commands.js';
import {
  CATEGORIES_MAX,
  QUESTION_BYTES,
  QUESTIONS_PER_CATEGORY_MAX,
  QUIZ_BYTES_MAX,
  QUIZ_COPY_BYTES_MAX,
} from '../constants.js';
import type { ClipId, Version } from '../ids.js';
import { GAME_ID, given, START } from '../testing/given-when-then.js';
import {
  category,
  changesSettings,
  completes,
  creates,
  createsAs,
  draft,
  joins,
  judges,
  leaves,
  marksUnanswered,
  MODERATOR,
  buzzes,
  question,
  selects,
  starts,
  step,
  switchesTimeTrial,
} from '../testing/steps.js';

const LINK = 'https://youtu.be/dQw4w9WgXcQ';
const mo = (command: AnyCommand) => step(MODERATOR, command);
const addsCategory = (id: string, name: string) => mo({ type: 'addCategory', categoryId: category(id), name });
const renames = (id: string, name: string, basedOn?: number) =>
  mo({ type: 'renameCategory', categoryId: category(id), name, basedOn: basedOn as Version });
const moves = (id: string, order: number) => mo({ type: 'moveCategory', categoryId: category(id), order });
const deletesCategory = (id: string) => mo({ type: 'deleteCategory', categoryId: category(id) });
const adds = (id: string, content = draft(100), to = 'tv') =>
  mo({ type: 'addQuestion', categoryId: category(to), questionId: question(id), question: content });
const updates = (id: string, content = draft(500), basedOn?: number) =>
  mo({
    type: 'updateQuestion',
    categoryId: category('tv'),
    questionId: question(id),
    question: content,
    basedOn: basedOn as Version,
  });
const deletes = (id: string, from = 'tv') =>
  mo({ type: 'deleteQuestion', categoryId: category(from), questionId: question(id) });
const movesQuestion = (id: string, order: number, to = 'tv', from = 'tv') =>
  mo({ type: 'moveQuestion', categoryId: category(from), questionId: question(id), toCategoryId: category(to), order });
const boardOf = (played: ReturnType<typeof given>) =>
  Object.fromEntries(played.game().categories.map(({ id, questions }) => [id, questions.map((one) => one.id)]));
const names = (played: ReturnType<typeof given>) => played.game().categories.map(({ name }) => name);

describe('Creating a game', () => {
  it('its creator is its moderator, and it is in setup', () => {
    expect(given(createsAs(' Mo ')).game()).toMatchObject({
      status: 'setup',
      gameId: GAME_ID,
      gameCode: 'ABC234',
      moderatorId: MODERATOR,
      moderatorName: 'Mo',
      moderatorLeft: false,
      deskDisconnected: false,
      createdAt: START + 1000,
      settings: { attempts: 'unlimited', musicOn: 'desk' },
      categories: [],
      players: [],
      timeTrialMode: false,
      lastAction: { type: 'gameCreated', by: MODERATOR },
      version: 1,
    });
  });

  it('takes categories with questions along', () => {
    const { question: of } = given(creates({ attempts: 'once' }));
    expect(of('q200')).toMatchObject({
      points: 200,
      answer: 'Answer 200',
      answered: false,
      answeredBy: null,
      attemptedBy: [],
    });
  });

  it("needs the moderator's name, of at most 20 characters", () => {
    expect(given().when(createsAs('  ')).refusal).toBe('name-required');
    expect(given().when(createsAs('x'.repeat(21))).refusal).toBe('name-too-long');
  });

  it('checks what it takes along and says of which thing it speaks', () => {
    const q = { ...draft(100), questionId: question('q') };
    const c = { categoryId: category('c'), name: 'C', questions: [q] };
    const refusal = (...categories: Parameters<typeof createsAs>[1] & object) =>
      given().when(createsAs('Mo', categories)).last;
    const refused = (code: string, id: string) => ({ ok: false, rejection: { code, params: { id } } });
    expect(refusal({ ...c, name: ' ' })).toEqual(refused('category-name-required', 'c'));
    expect(refusal(c, { ...c, questions: [] })).toEqual(refused('id-taken', 'c'));
    expect(refusal({ ...c, questions: [q, q] })).toEqual(refused('id-taken', 'q'));
    expect(refusal({ ...c, questions: [{ ...q, answer: '' }] })).toEqual(refused('answer-required', 'q'));
    expect(refusal({ ...c, questions: [{ ...q, youtubeLink: '' }] })).toEqual(refused('youtube-link-required', 'q'));
  });

  it('happens once', () => {
    expect(given(creates()).when(creates()).refusal).toBe('game-already-exists');
  });
});

describe('Categories', () => {
  it('appends, renames, moves and deletes categories', () => {
    const game = given(creates(), addsCategory('rock', ' Rock '), renames('tv', 'Series'), moves('rock', 0));
    expect(names(game)).toEqual(['Rock', 'Series', 'Film']);
    expect(
      game
        .when(deletesCategory('tv'))
        .game()
        .categories.map(({ name }) => name),
    ).toEqual(['Rock', 'Film']);
  });

  it('a place past the end is the last', () => {
    expect(names(given(creates(), moves('tv', 99)))).toEqual(['Film', 'TV']);
  });

  it('need a unique name and id', () => {
    expect(given(creates()).when(addsCategory('rock', ' ')).refusal).toBe('category-name-required');
    expect(given(creates()).when(renames('tv', '\u0000')).refusal).toBe('category-name-required');
    expect(given(creates()).when(addsCategory('tv', 'Again')).refusal).toBe('id-taken');
  });

  it('what changes nothing is accepted without an event', () => {
    expect(given(creates()).when(renames('tv', ' TV ')).events).toEqual([]);
    expect(given(creates()).when(moves('tv', 0)).events).toEqual([]);
    expect(given(creates()).when(changesSettings({ attempts: 'unlimited' })).events).toEqual([]);
  });

  it.each([
    renames('no', 'X'),
    moves('no', 0),
    deletesCategory('no'),
    adds('q1', draft(1), 'no'),
    deletes('q100', 'no'),
  ])('rejects a category that does not exist (%#)', (given_) => {
    const { last } = given(creates()).when(given_);
    expect(last).toEqual({ ok: false, rejection: { code: 'category-not-found', params: { id: 'no' } } });
  });

  it(`allows at most ${CATEGORIES_MAX} categories, of at most ${QUESTIONS_PER_CATEGORY_MAX} questions`, () => {
    const many = Array.from({ length: CATEGORIES_MAX - 2 }, (_, n) => addsCategory(`c${n}`, `C ${n}`));
    expect(given(creates(), ...many).when(addsCategory('one', 'Too many')).refusal).toBe('game-full');
    const questions = Array.from({ length: QUESTIONS_PER_CATEGORY_MAX - 3 }, (_, n) => adds(`x${n}`));
    expect(given(creates(), ...questions).when(adds('one')).refusal).toBe('game-full');
  });

  describe(`with more than ${QUIZ_BYTES_MAX} bytes`, () => {
    // 28 bytes of link, 400 of quotes with their backslashes, 400 of letters that take two bytes.
    const long = draft(100, { answer: '"'.repeat(200), youtubeSongName: 'é'.repeat(200), youtubeLink: LINK });
    const holding = (count: number) =>
      createsAs(
        'Mo',
        Array.from({ length: Math.ceil(count / 30) }, (_, c) => ({
          categoryId: category(c === 0 ? 'tv' : `c${c}`),
          name: `C ${c}`,
          questions: Array.from({ length: Math.min(30, count - c * 30) }, (_, q) => ({
            ...{ ...long, questionId: question(`q${c}-${q}`) },
          })),
        })),
      );
    const most = Math.floor(QUIZ_BYTES_MAX / (828 + QUESTION_BYTES));
    const plain = draft(100, { answer: 'x'.repeat(200), youtubeSongName: '', youtubeLink: LINK });
    const rewrites = (answer: string) => updates('q0-0', { ...long, answer });

    it('refuse another question and a longer text, but no shorter text and no removal', () => {
      const full = [holding(most), adds('plain', plain, 'c8')];
      expect(given(...full).when(adds('more', long, 'c8')).refusal).toBe('quiz-too-large');
      const longest = draft(100, { answer: 'あ'.repeat(200), youtubeSongName: 'あ'.repeat(200), youtubeLink: LINK });
      expect(given(...full).when(updates('q0-0', longest)).refusal).toBe('quiz-too-large');
      given(...full, rewrites('あ'.repeat(100)), deletes('q0-0'), adds('again', plain, 'tv'));
    });

    it('copies a larger game, whose edits may then make it smaller', () => {
      const larger = holding(2 * most);
      expect(given(larger).when(adds('more', plain, 'c17')).refusal).toBe('quiz-too-large');
      expect(given(larger).when(rewrites('あ'.repeat(200))).refusal).toBe('quiz-too-large');
      given(larger, rewrites('"'.repeat(100)), deletes('q0-1'));
    });

    it('rejects a copy that holds more than games ever could', () => {
      expect(given().when(holding(Math.floor(QUIZ_COPY_BYTES_MAX / 828) + 1)).refusal).toBe('quiz-too-large');
    });
  });
});

describe('Questions', () => {
  it('stores what was typed, trimmed, and reads the link', () => {
    const typed = draft(300, {
      youtubeLink: ' https://youtu.be/dQw4w9WgXcQ?t=43 ',
      answer: ' Rick ',
      youtubeSongName: ' Never ',
    });
    expect(given(creates(), adds('new', typed)).question('new')).toMatchObject({
      medium: {
        kind: 'youtube',
        youtubeLink: 'https://youtu.be/dQw4w9WgXcQ?t=43',
        videoId: 'dQw4w9WgXcQ',
        start: 43,
        end: null,
      },
      answer: 'Rick',
      youtubeSongName: 'Never',
      points: 300,
      answered: false,
    });
  });

  it('points default to 0 and the song name to empty', () => {
    const bare = { youtubeLink: 'dQw4w9WgXcQ', answer: 'A' };
    const added = Command.parse({ type: 'addQuestion', categoryId: 'tv', questionId: 'new', question: bare });
    expect(given(creates(), mo(added)).question('new')).toMatchObject({ points: 0, youtubeSongName: '' });
  });

  it('need a link or a clip, then a link that is one, then an answer', () => {
    const refusal = (change: Parameters<typeof draft>[1]) =>
      given(creates()).when(adds('new', draft(100, change))).refusal;
    expect(refusal({ youtubeLink: '', answer: '' })).toBe('youtube-link-required');
    expect(refusal({ youtubeLink: '   ', clipId: null })).toBe('youtube-link-required');
    expect(refusal({ youtubeLink: 'https://example.org/watch?v=dQw4w9WgXcQ', answer: '' })).toBe(
      'youtube-link-invalid',
    );
    expect(refusal({ answer: '  ' })).toBe('answer-required');
    expect(refusal({ youtubeLink: '', clipId: 'clip-1' as ClipId })).toBeNull();
  });

  it('accepts a clip instead of a link; a link takes precedence', () => {
    const clipId = 'clip-1' as ClipId;
    const clip = given(creates(), adds('new', draft(100, { youtubeLink: '', clipId })));
    expect(clip.question('new').medium).toEqual({ kind: 'clip', clipId });
    expect(given(creates(), adds('new', draft(100, { clipId }))).question('new').medium.kind).toBe('youtube');
  });

  it('need an id that is new in the whole game', () => {
    expect(given(creates()).when(adds('q300')).refusal).toBe('id-taken');
  });

  it('updates and deletes questions', () => {
    const game = given(creates(), updates('q100', draft(150, { answer: 'Other' })));
    expect(game.question('q100')).toMatchObject({ points: 150, answer: 'Other' });
    expect(
      game
        .when(deletes('q200'))
        .game()
        .categories[0]?.questions.map(({ id }) => id),
    ).toEqual(['q100', 'q75']);
    expect(game.when(updates('q100', draft(150, { answer: 'Other' }))).events).toEqual([]);
  });

  it('moves a question within its category; a place past the end is the last', () => {
    const moved = given(creates(), movesQuestion('q75', 0));
    expect(boardOf(moved)).toEqual({ tv: ['q75', 'q100', 'q200'], film: ['q300'] });
    expect(boardOf(given(creates(), movesQuestion('q100', 1)))['tv']).toEqual(['q200', 'q100', 'q75']);
    const last = given(creates()).when(movesQuestion('q100', 30));
    expect(last.events).toMatchObject([{ type: 'questionMoved', categoryId: 'tv', toCategoryId: 'tv', order: 2 }]);
  });

  it('moves a question to another category with all its content', () => {
    const moved = given(creates(), updates('q100', draft(150)), movesQuestion('q100', 0, 'film'));
    expect(boardOf(moved)).toEqual({ tv: ['q200', 'q75'], film: ['q100', 'q300'] });
    expect(moved.question('q100')).toMatchObject({ points: 150, changedAtVersion: 2 });
  });

  it('records no event for a move to the same place', () => {
    expect(given(creates()).when(movesQuestion('q100', 0)).events).toEqual([]);
    expect(given(creates()).when(movesQuestion('q75', 30)).events).toEqual([]);
  });

  it('moves a question only when both categories and the question exist, and there is room', () => {
    const refusal = (...[id, order, to, from]: Parameters<typeof movesQuestion>) =>
      given(creates()).when(movesQuestion(id, order, to, from)).last;
    const refused = (code: string, id: string) => ({ ok: false, rejection: { code, params: { id } } });
    expect(refusal('q100', 0, 'no')).toEqual(refused('category-not-found', 'no'));
    expect(refusal('q100', 0, 'film', 'no')).toEqual(refused('category-not-found', 'no'));
    expect(refusal('q300', 0, 'film')).toEqual(refused('question-not-found', 'q300'));
    const full = Array.from({ length: QUESTIONS_PER_CATEGORY_MAX - 1 }, (_, n) => adds(`x${n}`, draft(1), 'film'));
    expect(given(creates(), ...full).when(movesQuestion('q100', 0, 'film')).refusal).toBe('game-full');
    expect(given(creates(), ...full).when(movesQuestion('x3', 0, 'film', 'film')).refusal).toBeNull();
  });

  it('rejects changes of a question that does not exist', () => {
    expect(given(creates()).when(updates('no')).refusal).toBe('question-not-found');
    expect(given(creates()).when(deletes('q300')).refusal).toBe('question-not-found');
  });

  it('adds questions while the game is played', () => {
    expect(given(creates(), starts(), adds('new')).question('new').points).toBe(100);
  });

  it('stand while they are played, and so does their category', () => {
    const current = given(creates(), starts(), selects('q100'));
    expect(current.when(updates('q100')).refusal).toBe('question-in-play');
    expect(current.when(deletes('q100')).refusal).toBe('question-in-play');
    expect(current.when(movesQuestion('q100', 2)).refusal).toBe('question-in-play');
    expect(current.when(deletesCategory('tv')).refusal).toBe('question-in-play');
    expect(current.when(updates('q200')).refusal).toBeNull();
    expect(current.when(deletesCategory('film')).refusal).toBeNull();
  });

  it('stand once they are answered, and so does their category', () => {
    const answered = given(creates(), starts(), selects('q100'), marksUnanswered('q100'));
    expect(answered.when(updates('q100')).refusal).toBe('question-already-answered');
    expect(answered.when(deletes('q100')).refusal).toBe('question-already-answered');
    expect(answered.when(movesQuestion('q100', 2)).refusal).toBe('question-already-answered');
    expect(answered.when(deletesCategory('tv')).refusal).toBe('question-already-answered');
  });
});

describe('An edit made on an older version', () => {
  it('fails when that very thing has changed since', () => {
    const game = given(creates(), updates('q100', draft(150)), renames('tv', 'Series'));
    expect(game.when(updates('q100', draft(160), 1)).refusal).toBe('stale-edit');
    expect(game.when(updates('q100', draft(160), 2)).refusal).toBeNull();
    expect(game.when(renames('tv', 'Shows', 2)).refusal).toBe('stale-edit');
    expect(game.when(renames('tv', 'Shows', 3)).refusal).toBeNull();
  });

  it('succeeds when something else has changed, and when it names no version', () => {
    const game = given(creates(), updates('q100', draft(150)));
    expect(game.when(updates('q200', draft(160), 1)).refusal).toBeNull();
    expect(game.when(renames('tv', 'Shows', 1)).refusal).toBeNull();
    expect(game.when(updates('q100', draft(160))).refusal).toBeNull();
  });
});

describe('Starting and completing', () => {
  it('a started game is played, and the moderator picks first', () => {
    const started = given(creates(), starts());
    expect(started.playing()).toMatchObject({
      status: 'playing',
      nextSelectorId: MODERATOR,
      current: null,
      startedAt: started.now,
    });
    expect(started.when(starts()).refusal).toBe('not-in-setup');
  });

  it('an empty game starts, as questions can be added later', () => {
    expect(given(createsAs('Mo'), starts()).playing().current).toBeNull();
  });

  it('a completed game has no current question, queue or selector, and keeps scores', () => {
    const played = given(
      creates(),
      joins('ann'),
      starts(),
      selects('q100'),
      buzzes('ann', 'q100'),
      judges('ann', true, 'q100'),
      selects('q200'),
      buzzes('ann', 'q200'),
    );
    const done = played.when(completes());
    expect(done.game()).toMatchObject({ status: 'completed', completedAt: done.now });
    expect(done.game()).not.toHaveProperty('current');
    expect(done.game()).not.toHaveProperty('nextSelectorId');
    expect(done.player('ann').score).toBe(100);
  });

  it('completes a game before it was started', () => {
    expect(given(creates(), completes()).game()).toMatchObject({ status: 'completed', startedAt: null });
  });

  it.each([
    starts(),
    completes(),
    selects('q100'),
    adds('n'),
    leaves('ann'),
    buzzes('ann', 'q100'),
    switchesTimeTrial(true),
  ])('after the end nothing happens any more (%#)', (any) => {
    expect(given(creates(), joins('ann'), starts(), completes()).when(any).refusal).toBe('game-ended');
  });
});

describe('Settings', () => {
  it('changes settings one by one', () => {
    expect(given(creates(), changesSettings({ attempts: 'once' })).game().settings).toEqual({
      attempts: 'once',
      musicOn: 'desk',
    });
  });

  it('records nothing for a setting that already holds', () => {
    expect(given(creates()).when(changesSettings({ musicAfterWrong: 'plays' })).events).toEqual([]);
    const waits = given(creates(), changesSettings({ musicAfterWrong: 'waits' }));
    expect(waits.game().settings.musicAfterWrong).toBe('waits');
    expect(waits.when(changesSettings({ musicAfterWrong: 'waits' })).events).toEqual([]);
    expect(waits.when(changesSettings({ musicAfterWrong: 'plays' })).events).toHaveLength(1);
  });

  it('who may try again does not change in the middle of a question; where the music plays may', () => {
    const current = given(creates(), starts(), selects('q100'));
    expect(current.when(changesSettings({ attempts: 'once' })).refusal).toBe('question-in-play');
    expect(current.when(changesSettings({ musicOn: 'players' })).game().settings.musicOn).toBe('players');
  });
});
