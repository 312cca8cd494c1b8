import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { draw } from '../../testing/user-actions.js';
import { aView } from '../../testing/views.js';
import { ScoreSheet } from './score-sheet.js';
import { UndoCard } from './undo-card.js';

const [category] = aView().categories;
const verdict = { version: 9, playerId: 'leo', name: 'Leo', correct: true, gain: 1_500 };
const view = aView({
  lastVerdict: { ...verdict, questionId: 'q0' },
  categories: [
    { ...category, questions: [{ ...category!.questions[0], points: 1_500, answered: true, verdicts: [verdict] }] },
  ],
});
const nothing = () => undefined;

describe('a judged question on the desk', () => {
  it.each([
    ['en' as const, '80s anthems for 1,500'],
    ['de' as const, '80s anthems für 1.500'],
  ])('groups the digits of its points as the language %s does', async (language, text) => {
    await draw(
      <>
        <UndoCard view={view} onUndo={nothing} onSheet={nothing} />
        <ScoreSheet view={view} give={async () => true} onClose={nothing} />
      </>,
      { language },
    );
    expect(screen.getAllByText(text)).toHaveLength(2);
  });
});
