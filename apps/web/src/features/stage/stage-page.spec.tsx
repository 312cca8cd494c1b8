import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { GameId } from '@earworm/rules';
import {
  addsTeams,
  changesSettings,
  category,
  choosesTeam,
  completes,
  creates,
  deskDisconnects,
  deskReconnects,
  draft,
  holdsStart,
  joins,
  isPlaced,
  ROOM,
  judges,
  later,
  leaves,
  locksJoining,
  marksUnanswered,
  MODERATOR,
  moderatorLeaves,
  notesSong,
  playsAgain,
  pausesGame,
  pausesMusic,
  buzzes,
  buzzesLate,
  ordersBuzzes,
  proposes,
  question,
  releasesStart,
  resumesGame,
  selects,
  setsCaptain,
  starts,
  step,
  switchesTimeTrial,
  undoes,
} from '@earworm/rules/testing';
import {
  advance,
  click,
  given,
  happens,
  keys,
  meanwhile,
  openStage,
  server,
  shownText,
  youtube,
} from '../../testing/game-screens.js';
import { gateway } from '../../testing/fake-gateway.js';
import { A_LOGO } from '../../testing/shows.js';

const stage = () => screen.getByTestId('stage');
const heading = () => screen.queryByRole('heading')?.textContent;
/** What the room looks at in the middle. */
const middle = () => document.querySelector('.middle')?.textContent;
const picks = () => document.querySelector('.picks')?.textContent;
const scores = () => within(document.querySelector<HTMLElement>('.scores')!).queryAllByRole('listitem').map(shownText);
const wave = () => Number(screen.getByRole('progressbar').getAttribute('aria-valuenow'));

const seated = [joins('ann', 'Ann'), joins('leo', 'Leo')];
const started = [...seated, starts()];
const inRound = [...started, selects('q100')];

/** Below the place of announcements. */
const howMany = () => screen.getAllByRole('status').at(-1)?.textContent;

describe('the stage while buzzes are held', () => {
  it('shows that a player buzzed, and a name once the order is settled', async () => {
    const corrected = changesSettings({ buzzOrder: { mode: 'corrected', holdMs: 80, creditMs: 150 } });
    await given(joins('ann', 'Ann'), joins('leo', 'Leo'), corrected, starts(), selects('q100'));
    await openStage();
    await happens(buzzesLate('leo', 'q100', 0), { ...buzzesLate('ann', 'q100', 140), after: 20 });
    expect([heading(), middle()]).toEqual(['Buzz!', expect.not.stringMatching(/Ann|Leo/)]);
    await happens({ ...ordersBuzzes(server.playing().current?.hold?.version ?? 0), after: 60 });
    expect([heading(), middle()]).toEqual(['Ann', expect.stringContaining('Leo')]);
  });

  it('shows who is level and answers, too, and at the end all who were right', async () => {
    const ties = changesSettings({ buzzOrder: { mode: 'level', holdMs: 80, creditMs: 150, ties: 'allAnswer' } });
    await given(...seated, ties, starts(), selects('q100'));
    await openStage();
    await happens({ ...buzzesLate('leo', 'q100', 0), seed: 5 }, { ...buzzesLate('ann', 'q100', 0), after: 5 });
    await happens({ ...ordersBuzzes(server.playing().current?.hold?.version ?? 0), after: 60 });
    const [one, other] = server.playing().current?.answerQueue.map(({ playerId }) => playerId) ?? [];
    const nameOf = (id: string | undefined) => (id === 'leo' ? 'Leo' : 'Ann');
    expect(heading()).toBe(nameOf(one));
    expect(middle()).toContain(`${nameOf(other)} level, answers too`);
    await happens(judges(`${one}`, true, 'q100'));
    expect(middle()).toBe(`Right!${nameOf(one)}+100`);
    await advance(3_000);
    expect(heading()).toBe(nameOf(other));
    await happens(judges(`${other}`, true, 'q100'));
    expect(middle()).toBe(`Right!${nameOf(one)}, ${nameOf(other)}+100It wasAnswer 100Song 100`);
  });

  it('keeps the question for the one who was right when the one who was level is wrong', async () => {
    const ties = changesSettings({ buzzOrder: { mode: 'level', holdMs: 80, creditMs: 150, ties: 'allAnswer' } });
    await given(...seated, ties, starts(), selects('q100'));
    await openStage();
    await happens({ ...buzzesLate('leo', 'q100', 0), seed: 5 }, { ...buzzesLate('ann', 'q100', 0), after: 5 });
    await happens({ ...ordersBuzzes(server.playing().current?.hold?.version ?? 0), after: 60 });
    const [one, other] = server.playing().current?.answerQueue.map(({ playerId }) => playerId) ?? [];
    await happens(judges(`${one}`, true, 'q100'), judges(`${other}`, false, 'q100'));
    expect(middle()).toBe(`Right!${one === 'leo' ? 'Leo' : 'Ann'}+100It wasAnswer 100Song 100`);
  });

  it('leaves out what a right answer gained that was given before it was opened', async () => {
    const ties = changesSettings({ buzzOrder: { mode: 'level', holdMs: 80, creditMs: 150, ties: 'allAnswer' } });
    await given(...seated, ties, starts(), selects('q100'));
    await happens({ ...buzzesLate('leo', 'q100', 0), seed: 5 }, { ...buzzesLate('ann', 'q100', 0), after: 5 });
    await happens({ ...ordersBuzzes(server.playing().current?.hold?.version ?? 0), after: 60 });
    const [one, other] = server.playing().current?.answerQueue.map(({ playerId }) => playerId) ?? [];
    const name = one === 'leo' ? 'Leo' : 'Ann';
    await happens(judges(`${one}`, true, 'q100'));
    await openStage();
    await happens(judges(`${other}`, false, 'q100'));
    expect(middle()).toBe(`Right!${name}It wasAnswer 100Song 100`);
    await advance(7_000);
    expect(picks()).toContain(`It was Answer 100 ${name}`);
    expect(picks()).not.toContain('+');
  });
});

describe('the stage before the start', () => {
  it('shows the code, its QR code and who is in', async () => {
    await given();
    await openStage();
    expect(heading()).toBe('Grab your phone');
    expect(screen.getByRole('img', { name: /QR code that opens .*code=ABC234/ })).toBeTruthy();
    expect(screen.getByText('Game code A B C 2 3 4')).toBeTruthy();
    expect(howMany()).toBe('Scan the code or enter it on your phone');
    await happens(...seated, joins('eve', 'Eve'), leaves('ann'));
    expect(howMany()).toBe('2 players have joined');
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Eve', 'Leo']);
  });

  it('shows name and code of the room of an event, also in the QR code', async () => {
    await given(isPlaced('Hall B, table 12', ROOM, 'ROOM22'));
    await openStage();
    expect(stage().textContent).toContain('Hall B, table 12');
    screen.getByText('Game code R O O M 2 2');
    screen.getByRole('img', { name: /QR code that opens .*code=ROOM22/ });
  });

  it('shows the event in its colours before, during and after the game, and the product outside of events', async () => {
    gateway.answer('showBrand', {
      name: 'Company night',
      colours: { text: '#ffffff', background: '#102030' },
      logo: null,
    });
    await given(...seated, isPlaced('Hall B, table 12'));
    await openStage();
    const band = () => {
      const { color, backgroundColor } = screen.getByText('Company night').style;
      return [color, backgroundColor];
    };
    expect(band()).toEqual(['rgb(255, 255, 255)', 'rgb(16, 32, 48)']);
    await happens(starts());
    expect(band()).toEqual(['rgb(255, 255, 255)', 'rgb(16, 32, 48)']);
    await happens(completes());
    expect(band()).toEqual(['rgb(255, 255, 255)', 'rgb(16, 32, 48)']);
    expect(gateway.inputsOf('showBrand')[0]?.params).toEqual({ showId: ROOM.showId });
    expect(shownText(stage())).not.toContain('earworm');
  });

  it('shows the logo of the event beside its name', async () => {
    gateway.answer('showBrand', { name: 'Company night', colours: null, logo: A_LOGO });
    await given(...seated, isPlaced('Hall B, table 12'));
    await openStage();
    expect(screen.getByText('Company night').querySelector('img')?.getAttribute('src')).toBe(A_LOGO.path);
  });

  it('shows the product instead of an event that was deleted', async () => {
    gateway.refuse('showBrand', 'event-not-found');
    await given(...seated, isPlaced('Hall B, table 12'));
    await openStage();
    expect(shownText(stage())).toContain('earworm');
    expect(shownText(stage())).toContain('Hall B, table 12');
  });

  it('says that the organisers start the games while they hold the start', async () => {
    await given(...seated, isPlaced('Hall B, table 12'), holdsStart());
    await openStage();
    screen.getByText('The game starts soon.');
    await happens(releasesStart());
    expect(screen.queryByText('The game starts soon.')).toBeNull();
  });

  it('says that joining is closed instead of showing how to join, also while the game is played', async () => {
    await given(...seated);
    await openStage();
    await happens(locksJoining(true));
    expect(heading()).toBe('Joining is closed');
    expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull();
    expect(screen.queryByText('Game code A B C 2 3 4')).toBeNull();
    await happens(starts());
    screen.getByText('Joining is closed');
    expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull();
    await happens(locksJoining(false));
    screen.getByRole('img', { name: /QR code/ });
  });

  it('speaks German', async () => {
    await given(...seated);
    await openStage('de');
    expect(howMany()).toBe('2 Spieler sind dabei');
  });
});

describe('the stage between questions', () => {
  it('shows the board, the scores and who picks next', async () => {
    await given(...started);
    await openStage();
    expect(screen.getByRole('img', { name: 'Board' }).textContent).toBe('TV10020075Film300');
    expect(screen.getByText('Question 1 of 4')).toBeTruthy();
    expect(picks()).toBe('Mo picks next');
    expect(scores()).toEqual(['1Ann0', '1Leo0']);
    expect(screen.getAllByText('Place 1')).toHaveLength(2);
  });

  it('applauds a right answer, then shows the board with who got it', async () => {
    await given(...inRound);
    await openStage();
    await happens(buzzes('leo', 'q100'), judges('leo', true, 'q100'));
    expect(middle()).toBe('Right!Leo+100It wasAnswer 100Song 100');
    // The next round has begun, and this is how the one before it ended.
    expect(screen.queryByText(/^Question/)).toBeNull();
    expect(scores()).toEqual(['1Leo100', '2Ann0']);
    await advance(7_000);
    expect(screen.getByRole('img', { name: 'Board' }).textContent).toBe('TVLeo20075Film300');
    expect(picks()).toBe('Leo picks nextIt was Answer 100 Leo +100');
    expect(screen.getByText('Question 2 of 4')).toBeTruthy();
  });

  it('reports a question without a correct answer, and its answer', async () => {
    await given(...inRound);
    await openStage();
    await happens(marksUnanswered('q100'));
    expect(middle()).toBe('Nobody got itIt wasAnswer 100Song 100');
    await advance(7_000);
    expect(screen.getByRole('img', { name: 'Board' }).textContent).toBe('TV—20075Film300');
    expect(picks()).toBe('Mo picks nextIt was Answer 100');
  });

  it('shows a verdict that was given while it was disconnected', async () => {
    await given(...inRound, buzzes('leo', 'q100'));
    await openStage();
    await meanwhile((of) => of.cut());
    await happens(judges('leo', true, 'q100'));
    server.forgetEvents();
    server.mend();
    await advance(8_000);
    expect(middle()).toBe('Right!Leo+100It wasAnswer 100Song 100');
  });

  it.each([
    [
      'the next question was selected',
      () => [selects('q200'), buzzes('ann', 'q200')],
      'q200',
      '+200It wasAnswer 200Song 200',
    ],
    [
      'the verdict was undone',
      () => [undoes(server.playing().lastVerdict!.version), judges('leo', false, 'q100'), buzzes('ann', 'q100')],
      'q100',
      '+100It wasAnswer 100Song 100',
    ],
  ] as const)(
    'shows who is right now, and no one who was before, if %s while it was disconnected',
    async (_what, missed, id, shown) => {
      await given(...inRound, buzzes('leo', 'q100'));
      await openStage();
      await happens(judges('leo', true, 'q100'));
      await meanwhile((of) => of.cut());
      await happens(...missed());
      server.forgetEvents();
      server.mend();
      await advance(8_000);
      await happens(judges('ann', true, id));
      expect(middle()).toBe(`Right!Ann${shown}`);
    },
  );

  it('shows what the player who picks would like', async () => {
    await given(...inRound, buzzes('leo', 'q100'), judges('leo', true, 'q100'));
    await openStage();
    await happens(proposes('leo', 'q300'));
    expect(picks()).toBe('Leo would like Film for 300');
    expect(document.querySelector('[data-proposed]')?.textContent).toBe('300');
  });

  it('ends the applause when the next question is picked', async () => {
    await given(...inRound);
    await openStage();
    await happens(buzzes('leo', 'q100'), judges('leo', true, 'q100'), selects('q200'));
    expect(heading()).toBe('Who knows it?');
  });

  it('shows that the moderator is disconnected, and that the question was the last', async () => {
    const all = ['q100', 'q200', 'q75', 'q300'].flatMap((id) => [selects(id), marksUnanswered(id)]);
    await given(...started, ...all);
    await openStage();
    expect(picks()).toBe('That was the last question');
    await happens(moderatorLeaves());
    expect(picks()).toBe('Waiting for Mo to return');
  });
});

describe('the stage of a paused game', () => {
  it('says so with its song standing, also beside who is first, until the game is resumed', async () => {
    await given(...inRound);
    await openStage();
    await happens(pausesGame());
    expect(middle()).toBe('The game is pausedIt will continue soon.');
    const standing = wave();
    await advance(10_000);
    expect(wave()).toBe(standing);
    await happens(resumesGame());
    expect(heading()).toBe('Who knows it?');
    await happens(buzzes('leo', 'q100'), pausesGame());
    expect(middle()).toBe('First on the buzzerLeoThe game is paused');
  });

  it('says so below the board between questions', async () => {
    await given(...started, pausesGame());
    await openStage();
    expect(picks()).toBe('The game is paused');
    await happens(resumesGame());
    expect(picks()).toBe('Mo picks next');
  });
});

describe('the stage while no desk is connected', () => {
  it('says who is missing and that buzzes still count, and shows the song standing', async () => {
    await given(...inRound);
    await openStage();
    await happens(deskDisconnects(Date.now()));
    expect(middle()).toBe('Waiting for MoMusic paused. You can still buzz.');
    const standing = wave();
    await advance(10_000);
    expect(wave()).toBe(standing);
    await happens(buzzes('leo', 'q100'));
    expect(middle()).toBe('First on the buzzerLeoMusic paused. You can still buzz.');
    await happens(deskReconnects());
    expect(middle()).toBe('First on the buzzerLeo');
  });

  it('says in time trial that the clock is paused as well', async () => {
    await given(...seated, starts(), switchesTimeTrial(true), selects('q100'));
    await openStage();
    await happens(deskDisconnects(Date.now()));
    const points = () => within(screen.getByRole('banner')).getByText(/^\d+$/).textContent;
    const before = points();
    expect(middle()).toBe('Waiting for MoMusic and timer paused. You can still buzz.');
    await advance(10_000);
    expect(points()).toBe(before);
  });

  it('says so below the board between questions', async () => {
    await given(...started, deskDisconnects(0));
    await openStage();
    expect(picks()).toBe('Waiting for Mo to return');
  });
});

describe('the stage in a round', () => {
  it('shows the category and the points, asks who knows it, and plays nothing', async () => {
    await given(...inRound);
    await openStage();
    expect(heading()).toBe('Who knows it?');
    expect(middle()).toContain('First to buzz gets to answer');
    expect(within(screen.getByRole('banner')).getByText('TV')).toBeTruthy();
    expect(within(screen.getByRole('banner')).getByText('100')).toBeTruthy();
    expect(stage().textContent).not.toContain('Answer 100');
    expect(youtube.log).toEqual([]);
  });

  it('shows who was first and who came after', async () => {
    await given(...inRound);
    await openStage();
    await happens(buzzes('leo', 'q100'), buzzes('ann', 'q100'));
    expect(heading()).toBe('Leo');
    expect(middle()).toMatch(/^First on the buzzerLeothenAnn \+1\.\d\d s$/);
    expect(document.querySelector('[data-now] .name')?.textContent).toBe('Leo');
  });

  it('shows a wrong answer for a moment, then the next in line', async () => {
    await given(...inRound, buzzes('leo', 'q100'), buzzes('ann', 'q100'));
    await openStage();
    await happens(judges('leo', false, 'q100'));
    expect(middle()).toBe('WrongLeo−50');
    await advance(2_400);
    expect(heading()).toBe('Ann');
    expect(scores()).toEqual(['1Ann0', '2Leo−50']);
  });

  it('says that no points were lost when half of the points is none', async () => {
    const free = step(MODERATOR, {
      type: 'addQuestion',
      categoryId: category('tv'),
      questionId: question('q1'),
      question: draft(1),
    });
    await given(creates(), free, ...started, selects('q1'), buzzes('leo', 'q1'));
    await openStage();
    await happens(judges('leo', false, 'q1'));
    expect(middle()).toBe('WrongLeoNo points lost');
  });

  it('says that the music is paused, and that buzzing still counts', async () => {
    await given(...inRound);
    await openStage();
    await happens(pausesMusic(true, 'q100'));
    expect(middle()).toContain('Music paused. You can still buzz.');
  });

  it('shows the progress of the song, and pauses it during an answer', async () => {
    await given(...inRound, notesSong('q100', 20_000, 1_000));
    await openStage();
    await advance(8_000);
    const before = wave();
    expect(before).toBeGreaterThan(40);
    await happens(later(0, buzzes('leo', 'q100')));
    const stood = wave();
    await advance(4_000);
    expect(wave()).toBe(stood);
    await happens(judges('leo', false, 'q100'));
    await advance(20_000);
    expect(wave()).toBe(100);
    await happens(notesSong('q100', 20_000, 0));
    expect(wave()).toBeLessThan(10);
  });

  it('shows the points fall in a time trial', async () => {
    await given(...started, switchesTimeTrial(true), selects('q200'));
    await openStage();
    const worth = () => Number(document.querySelector('.points')?.textContent);
    const before = worth();
    await advance(4_000);
    expect(worth()).toBe(before - 20);
  });

  it('shows names of markup as letters, and names from right to left by themselves', async () => {
    const markup = '<img src onerror=a>';
    await given(joins('ann', markup), joins('omer', 'עומר'), starts(), selects('q100'));
    await openStage();
    await happens(buzzes('ann', 'q100'), buzzes('omer', 'q100'));
    expect(heading()).toBe(markup);
    expect(document.querySelector('.then bdi')?.textContent).toBe('עומר');
    expect(document.querySelector('img[onerror]')).toBeNull();
  });

  it('shows the best seven of more than eight players, and how many more there are', async () => {
    const joined = Array.from({ length: 10 }, (_, i) => joins(`p${i}`, `Player ${i}`));
    await given(...joined, starts());
    await openStage();
    expect(scores()).toHaveLength(7);
    expect(stage().textContent).toContain('and 3 more');
  });
});

describe('the end on the stage', () => {
  const crowd = [...seated, ...['eve', 'kim'].map((who) => joins(who, who))];
  /** All questions are worth what makes these scores. */
  const scored = [selects('q100'), buzzes('leo', 'q100'), judges('leo', true, 'q100')];
  const tied = [selects('q200'), buzzes('ann', 'q200'), judges('ann', false, 'q200'), buzzes('ann', 'q200')];
  const sharedFirst = [...scored, ...tied, judges('ann', true, 'q200')];
  /** What is in sight of these lists, as jsdom knows no style sheets. */
  const places = () =>
    [...document.querySelectorAll('.podium > li, .others > li')]
      .filter((place) => !place.hasAttribute('data-hidden'))
      .map(({ textContent }) => textContent);
  const awards = () => screen.queryByRole('list', { name: /Awards|Auszeichnungen/ });
  const spoken = () => document.querySelector('[aria-live="polite"]')?.textContent;
  const { matchMedia } = window;
  const allowMotion = () => {
    window.matchMedia = (query) => Object.assign(matchMedia(query), { matches: false });
    // jsdom draws nothing, and confetti falls.
    const nothing = new Proxy({}, { get: () => () => undefined, set: () => true }) as never;
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(nothing);
  };
  afterEach(() => {
    window.matchMedia = matchMedia;
    jest.restoreAllMocks();
  });

  it('names the winner above the podium, and shows the next five below, at once with reduced motion', async () => {
    await given(...crowd, starts(), ...scored);
    await openStage();
    await happens(completes());
    expect(heading()).toBe('Leo wins');
    expect(places()).toEqual(['Ann02', 'Leo1001', 'eve02', '2 kim 0']);
    expect(spoken()).toBe(
      'Leo wins. 1st Leo, 100 points. 2nd Ann, 0 points. 2nd eve, 0 points. 2nd kim, 0 points. Fastest buzz: Leo (1.0 s).',
    );
  });

  it('names the fastest buzz and the longest streak below the places, once all places are shown', async () => {
    allowMotion();
    const answers = (who: string, question: string) => [
      selects(question),
      buzzes(who, question),
      judges(who, true, question),
    ];
    await given(...started, ...scored, ...answers('leo', 'q200'), ...answers('leo', 'q75'));
    await openStage();
    await happens(completes());
    expect(awards()?.hasAttribute('data-hidden')).toBe(true);
    await click(stage());
    expect(awards()?.hasAttribute('data-hidden')).toBe(false);
    expect(within(awards()!).getAllByRole('listitem').map(shownText)).toEqual([
      'Fastest buzz: Leo (1.0 s)',
      'Longest streak: Leo (3 in a row)',
    ]);
    expect(spoken()).toMatch(/Fastest buzz: Leo \(1\.0 s\)\. Longest streak: Leo \(3 in a row\)\.$/);
  });

  it('names both players who were equally fast, in German', async () => {
    await given(...started, ...scored, selects('q200'), buzzes('ann', 'q200'), judges('ann', true, 'q200'));
    await openStage('de');
    await happens(completes());
    expect(shownText(awards()!)).toBe('Schnellster Buzzer: Leo und Ann (1,0 s)');
  });

  it('shows no awards when nobody was right', async () => {
    await given(...started);
    await openStage();
    await happens(completes());
    expect(awards()).toBeNull();
  });

  it('names all who share the first place', async () => {
    await given(...started, ...sharedFirst);
    await openStage('de');
    await happens(completes());
    expect(heading()).toBe('Ann und Leo teilen sich den ersten Platz');
  });

  it('the result is shown at once when nobody scored or played', async () => {
    allowMotion();
    await given(...started);
    await openStage();
    await happens(completes());
    expect(heading()).toBe('Nobody won any points');
    expect(places()).toEqual(['Leo01', 'Ann01']);
  });

  it('shows one place after the other, the last of the podium first, and says the result once when all are shown', async () => {
    allowMotion();
    await given(...crowd, starts(), ...scored, selects('q200'), buzzes('ann', 'q200'), judges('ann', true, 'q200'));
    await openStage();
    await happens(selects('q75'), buzzes('eve', 'q75'), judges('eve', true, 'q75'), completes());
    expect([heading(), places()]).toEqual(['Final scores', ['4 kim 0']]);
    await advance(1_000);
    expect(places()).toEqual(['eve753', '4 kim 0']);
    await advance(1_600);
    expect(places()).toEqual(['Leo1002', 'eve753', '4 kim 0']);
    await advance(1_600);
    expect([heading(), spoken()]).toEqual(['Final scores', '']);
    await advance(800);
    expect([heading(), places()]).toEqual(['Ann wins', ['Leo1002', 'Ann2001', 'eve753', '4 kim 0']]);
    expect(spoken()).toMatch(/^Ann wins\. 1st Ann, 200 points\. 2nd Leo, 100 points\. 3rd eve/);
  });

  it('shows equal places together', async () => {
    allowMotion();
    await given(...crowd, starts(), ...sharedFirst);
    await openStage();
    await happens(completes());
    await advance(1_000);
    expect(places()).toEqual(['eve03', '3 kim 0']);
    await advance(2_400);
    expect(places()).toEqual(['Leo1001', 'Ann1001', 'eve03', '3 kim 0']);
  });

  it.each(['{Enter}', ' ', '{Escape}', '{ArrowRight}', '{PageDown}'])(
    'shows all places at once after %s',
    async (key) => {
      allowMotion();
      await given(...started, ...scored);
      await openStage();
      await happens(completes());
      await keys('{Tab}');
      expect(places()).toEqual([]);
      act(() => (document.activeElement as HTMLElement).blur());
      await keys(key);
      expect(heading()).toBe('Leo wins');
      expect(spoken()).toMatch(/^Leo wins\./);
    },
  );

  it('shows all places at once after a click, unless that was on a control', async () => {
    allowMotion();
    await given(...started, ...scored);
    await openStage();
    await happens(completes());
    await click(screen.getByRole('button', { name: 'Full screen' }));
    expect(heading()).toBe('Final scores');
    await click(stage());
    expect(heading()).toBe('Leo wins');
  });

  it('shows all places at once, and announces none, when it is opened after the end', async () => {
    allowMotion();
    await given(...started, ...scored, completes());
    await advance(60_000);
    await openStage();
    expect([heading(), places()]).toEqual(['Leo wins', ['Ann02', 'Leo1001']]);
    expect(spoken()).toBe('');
  });

  it('continues with the next place when the page is reloaded in between', async () => {
    allowMotion();
    await given(...started, ...scored, completes());
    await advance(1_500);
    await openStage();
    expect([heading(), places()]).toEqual(['Final scores', ['Ann02']]);
  });
});

describe('the stage of a game that is over', () => {
  const KEY = 'k'.repeat(32);

  it('moves on to the next game of the same people with the key that it has', async () => {
    await given(...started, completes());
    await openStage('en', `#key=${KEY}`);
    await happens(playsAgain(GameId.parse('game-2')));
    expect(`${location.pathname}${location.hash}`).toBe(`/stage/game-2#key=${KEY}`);
  });
});

describe('the stage and its connection', () => {
  it('says that it is reconnecting, and catches up', async () => {
    await given(...inRound);
    await openStage();
    await meanwhile((game) => game.cut());
    expect(screen.getByText('Reconnecting…')).toBeTruthy();
    await happens(buzzes('leo', 'q100'));
    server.mend();
    await advance(8_000);
    expect(heading()).toBe('Leo');
    expect(screen.queryByText('Reconnecting…')).toBeNull();
  });

  it('says where the link comes from to someone who has an address without its key', async () => {
    await given(...inRound);
    await openStage();
    await meanwhile((game) => game.sendBye('forbidden'));
    expect(screen.getByRole('alert').textContent).toBe(
      'You cannot see this stage, or no longer. Ask the moderator for a link to it.',
    );
  });

  it('says that there is no such game', async () => {
    await openStage();
    expect(screen.getByRole('alert').textContent).toBe('Game not found');
  });
});

describe('the stage of a game of teams', () => {
  const chosen = [...seated, addsTeams('Foxes', 'Owls'), choosesTeam('ann', 1), choosesTeam('leo', 2)];

  it('shows the teams filling up instead of the players', async () => {
    await given(...chosen);
    await openStage();
    const teams = within(screen.getByRole('list', { name: 'Teams' })).getAllByRole('listitem');
    expect(teams.map(shownText)).toEqual(['Foxes1Ann', 'Owls1Leo']);
    await happens(joins('kim', 'Kim'), choosesTeam('kim', 2));
    expect(teams.map(shownText)).toEqual(['Foxes1Ann', 'Owls2Leo and Kim']);
  });

  it('names two members of a larger team, the captain first, and stand-ins for names that are checked', async () => {
    const more = ['kim', 'zoe', 'max'].flatMap((who) => [joins(who, who.toUpperCase()), choosesTeam(who, 2)]);
    await given(...chosen, ...more, setsCaptain(2, 'zoe'), changesSettings({ nameReview: 'on' }), joins('eva', 'Eva'));
    await openStage();
    await happens(choosesTeam('eva', 1));
    const teams = within(screen.getByRole('list', { name: 'Teams' })).getAllByRole('listitem');
    expect(teams.map(shownText)).toEqual(['Foxes2Ann and Player 6', 'Owls4ZOE, Leo, and 2 more']);
  });

  it('names no members where there are many teams', async () => {
    await given(...seated, addsTeams('A', 'B', 'C', 'D', 'E', 'F', 'G'), choosesTeam('ann', 1));
    await openStage();
    const [first] = within(screen.getByRole('list', { name: 'Teams' })).getAllByRole('listitem');
    expect(shownText(first!)).toBe('A1');
  });

  it('names members on the podium', async () => {
    await given(...chosen, starts(), selects('q100'), buzzes('leo', 'q100'), judges('leo', true, 'q100'), completes());
    await openStage();
    expect(document.querySelector('[data-step="1"]')?.textContent).toBe('OwlsLeo1001');
  });

  it('puts the team first and the player under it, and ranks the teams', async () => {
    await given(...chosen, starts(), selects('q100'), buzzes('leo', 'q100'));
    await openStage();
    expect(heading()).toBe('Owls');
    expect(middle()).toContain('Leo answers');
    await happens(judges('leo', true, 'q100'));
    expect(middle()).toContain('Owls · Leo');
    expect(scores()).toEqual(['1Owls100', '2Foxes0']);
  });

  it('names the team that was wrong', async () => {
    await given(...chosen, starts(), selects('q100'), buzzes('leo', 'q100'));
    await openStage();
    await happens(judges('leo', false, 'q100'));
    expect(middle()).toContain('Owls · Leo');
  });
});
