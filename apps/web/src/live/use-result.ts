import { useState } from 'react';
import type { GameClient } from '@earworm/client';
import { useGameEvents } from './use-game.js';
import { findQuestion } from './round.js';

/** How the last question ended. `name` and `gain` are null when nobody got it. */
export interface Result {
  readonly questionId: string;
  readonly name: string | null;
  readonly gain: number;
  readonly answer: string;
  readonly songName: string;
}

/** The last question's result, until the next one is selected. */
export function useResult(client: GameClient): Result | null {
  const [result, setResult] = useState<Result | null>(null);

  useGameEvents(client, (events) => {
    for (const seen of events) {
      const ended = (seen.type === 'answerJudged' && seen.correct === true) || seen.type === 'questionMarkedUnanswered';
      if (seen.type === 'questionSelected' || seen.type === 'verdictUndone') setResult(null);
      if (!ended || !client.state.view) continue;
      const asked = findQuestion(client.state.view, String(seen.questionId));
      if (!asked) continue;
      setResult({
        questionId: asked.question.id,
        name: asked.question.answeredByName,
        gain: Number(seen.gain ?? 0),
        answer: asked.question.secret?.answer ?? '',
        songName: asked.question.secret?.youtubeSongName ?? '',
      });
    }
  });
  return result;
}
