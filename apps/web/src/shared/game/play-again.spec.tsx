import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import {
  addsTeams,
  changesSettings,
  completes,
  crewJoins,
  GAME_ID,
  joins,
  judges,
  marksUnanswered,
  playsAgain,
  buzzes,
  selects,
  START,
  starts,
  switchesTimeTrial,
} from '@earworm/rules/testing';
import { TemplateId } from '@earworm/contracts';
import type { GameId } from '@earworm/rules';
import { moderatorMark, playerMark } from '../../platform/storage/game-marks.js';
import { gateway } from '../../testing/fake-gateway.js';
import { click, given, happens, keys, openBuzzer, openDesk, sent } from '../../testing/game-screens.js';
// Imported so that the dialog does not wait for its own chunk.
import './play-again-dialog.js';

const PUBLIC = 'Anyone can see the answers in this template';
const NEXT = 'game-2' as GameId;
const over = [
  joins('ann', 'Ann'),
  starts(),
  selects('q100'),
  buzzes('ann', 'q100'),
  judges('ann', true, 'q100'),
  completes(),
];

const playAgain = async (choice?: string) => {
  await click(screen.getByRole('button', { name: 'Play again with the same people' }));
  if (choice !== undefined) await click(screen.getByRole('radio', { name: choice }));
  await click(screen.getByRole('button', { name: 'Create Game' }));
};

describe('the desk of a game that is over', () => {
  it('creates another game with the same board and leads all players into it', async () => {
    gateway.answer('createGame', { gameId: NEXT, gameCode: 'K7WQ4M' });
    await given(...over);
    await openDesk();
    await playAgain('The same board again');
    const [made] = gateway.inputsOf('createGame');
    const { requestId, moderatorName, copyOf } = made!.body;
    expect([moderatorName, copyOf]).toEqual(['Mo', { gameId: GAME_ID, questions: 'all' }]);
    expect(sent('playAgain')).toEqual([{ type: 'playAgain', requestId }]);
    expect(location.pathname).toBe(`/setup/${NEXT}`);
    expect(moderatorMark(NEXT)).toMatchObject({ gameCode: 'K7WQ4M', moderatorName: 'Mo' });
  });

  it('says that the crew comes along, and whose the next game is', async () => {
    await given(crewJoins('cem', ['judge', 'settings'], 'Cem'), ...over);
    await openDesk();
    await click(screen.getByRole('button', { name: 'Play again with the same people' }));
    expect(screen.getByText('The crew comes along, with the same tasks.')).toBeTruthy();
  });

  it('says that the teams come along, and creates the game with their settings', async () => {
    gateway.answer('createGame', { gameId: NEXT, gameCode: 'K7WQ4M' });
    await given(addsTeams('Foxes', 'Owls'), changesSettings({ teamChoice: 'moderator', teamSize: 4 }), ...over);
    await openDesk();
    await click(screen.getByRole('button', { name: 'Play again with the same people' }));
    expect(screen.getByText('The teams come along, with the same members.')).toBeTruthy();
    await click(screen.getByRole('button', { name: 'Create Game' }));
    expect(gateway.inputsOf('createGame')[0]!.body.settings).toMatchObject({ teamChoice: 'moderator', teamSize: 4 });
  });

  it('tells a co-host that the owner owns the next game, too', async () => {
    await given(crewJoins('cem', ['judge', 'settings'], 'Cem'), ...over);
    await openBuzzer('cem');
    await click(screen.getByRole('button', { name: 'Play again with the same people' }));
    expect(screen.getByText('The crew comes along, with the same tasks. Mo owns the next game, too.')).toBeTruthy();
  });

  it('plays on with the questions not yet played unless another choice is made', async () => {
    gateway.answer('createGame', { gameId: NEXT, gameCode: 'K7WQ4M' });
    await given(...over);
    await openDesk();
    await playAgain();
    const { copyOf } = gateway.inputsOf('createGame')[0]!.body;
    expect(copyOf).toEqual({ gameId: GAME_ID, questions: 'unplayed' });
    expect(sent('playAgain')).toHaveLength(1);
  });

  const template = {
    templateId: TemplateId.parse('11111111-1111-4111-8111-111111111111'),
    ...{ ownerName: 'Mo', title: 'Eighties', description: '', tags: [], language: null, mine: true, isHouse: false },
    ...{ categoryCount: 1, questionCount: 6, publishedAt: null, takenDown: null, useCount: 0 },
    ...{ createdAt: START, updatedAt: START },
  };
  /** Goes as far as the question whether to play it. */
  const pickTemplate = async (publishedAt: number | null = null) => {
    gateway.answer('myTemplates', { templates: [{ ...template, publishedAt }], total: 1 });
    await openDesk();
    await click(screen.getByRole('button', { name: 'Play again with the same people' }));
    await click(screen.getByRole('radio', { name: 'A template' }));
    await click(await screen.findByRole('button', { name: /Eighties/ }));
  };

  it('leads all players into a game from a template', async () => {
    gateway.answer('startTemplate', { gameId: NEXT, gameCode: 'K7WQ4M' });
    await given(...over);
    await pickTemplate();
    expect(screen.queryByText(PUBLIC)).toBeNull();
    await click(screen.getByRole('button', { name: 'Create Game' }));
    const [{ body } = { body: undefined }] = gateway.inputsOf('startTemplate');
    expect(body).toMatchObject({ moderatorName: 'Mo', settings: {} });
    expect(body).not.toHaveProperty('timeTrialMode');
    expect(sent('playAgain')).toEqual([{ type: 'playAgain', requestId: body!.requestId }]);
    expect(location.pathname).toBe(`/setup/${NEXT}`);
  });

  it('keeps the time trial in a game from a template', async () => {
    gateway.answer('startTemplate', { gameId: NEXT, gameCode: 'K7WQ4M' });
    await given(joins('ann', 'Ann'), switchesTimeTrial(true), starts(), completes());
    await pickTemplate();
    await click(screen.getByRole('button', { name: 'Create Game' }));
    expect(gateway.inputsOf('startTemplate')[0]?.body.timeTrialMode).toBe(true);
  });

  it('warns that the answers of a published template can be looked up, and offers a private copy', async () => {
    gateway.answer('copyTemplate', { templateId: template.templateId, version: 1 });
    await given(...over);
    await pickTemplate(START);
    screen.getByText(PUBLIC);
    expect(gateway.inputsOf('startTemplate')).toEqual([]);
    await click(screen.getByRole('button', { name: 'Make a private copy first' }));
    const [{ body } = { body: undefined }] = gateway.inputsOf('copyTemplate');
    expect(location.pathname).toBe(`/template/edit/${body?.copyId}`);
  });

  it('lets another template be chosen', async () => {
    await given(...over);
    await pickTemplate(START);
    await click(screen.getByRole('button', { name: 'Choose another template' }));
    await screen.findByRole('button', { name: /Eighties/ });
    expect(screen.queryByText(PUBLIC)).toBeNull();
  });

  it('offers no rest of the board when every question was played', async () => {
    gateway.answer('createGame', { gameId: NEXT, gameCode: 'K7WQ4M' });
    const all = ['q100', 'q200', 'q75', 'q300'].flatMap((question) => [selects(question), marksUnanswered(question)]);
    await given(joins('ann', 'Ann'), starts(), ...all, completes());
    await openDesk();
    await click(screen.getByRole('button', { name: 'Play again with the same people' }));
    expect(screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
      'A template',
      'The same board again',
    ]);
    expect((screen.getByRole('radio', { name: 'The same board again' }) as HTMLInputElement).checked).toBe(true);
    await click(screen.getByRole('button', { name: 'Create Game' }));
    expect(gateway.inputsOf('createGame')[0]!.body.copyOf).toEqual({ gameId: GAME_ID, questions: 'all' });
  });

  it('takes no keys of the game', async () => {
    await given(...over);
    await openDesk();
    await keys('te');
    expect(sent('switchTimeTrial')).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('keeps the time trial', async () => {
    gateway.answer('createGame', { gameId: NEXT, gameCode: 'K7WQ4M' });
    await given(joins('ann', 'Ann'), switchesTimeTrial(true), starts(), completes());
    await openDesk();
    await playAgain();
    expect(gateway.inputsOf('createGame')[0]?.body.timeTrialMode).toBe(true);
  });

  it('leads to the next game once there is one', async () => {
    await given(...over, playsAgain(NEXT));
    await openDesk();
    expect(screen.getByRole('link', { name: 'Go to the next game' }).getAttribute('href')).toBe(`/game/${NEXT}`);
    expect(screen.queryByRole('button', { name: 'Play again with the same people' })).toBeNull();
  });

  it('says why no other game could be created', async () => {
    gateway.refuse('createGame', 'limit-create', { n: 40 });
    await given(...over);
    await openDesk();
    await playAgain();
    await screen.findByText(/created too many games recently. Please wait 40 seconds/);
    expect(sent('playAgain')).toEqual([]);
  });
});

describe('the phone in a game that is over', () => {
  it('joins the next game with one tap, under the same name', async () => {
    await given(...over);
    await openBuzzer('ann');
    expect(screen.queryByRole('link', { name: 'Join the next game' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Play again with the same people' })).toBeNull();
    await happens(playsAgain(NEXT));
    screen.getByText('Mo has started another game with the same people.');
    await click(screen.getByRole('link', { name: 'Join the next game' }));
    expect(location.pathname).toBe(`/game/${NEXT}`);
    expect(playerMark(NEXT)).toMatchObject({ name: 'Ann' });
  });

  it('leads to the results, in German too', async () => {
    await given(...over);
    await openBuzzer('ann', 'de');
    const link = screen.getByRole('link', { name: 'Ergebnis' });
    expect(link.getAttribute('href')).toBe(`/game-history?game=${GAME_ID}`);
  });
});
