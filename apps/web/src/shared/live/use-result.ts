import { useState } from 'react';
import type { GameClient } from '@earworm/client';
import { useGameEvents } from './use-game.js';
import { useMissedVerdict } from './use-missed-verdict.js';
import { nameWithTeam } from './standing.js';
import { findQuestion } from './round.js';

/** `name` and `gain` are null when no answer was correct. */
export interface Result {
  readonly questionId: string;
  readonly name: string | null;
  readonly gain: number;
  readonly answer: string;
  readonly songName: string;
}

export function useResult(client: GameClient): Result | null {
  const [result, setResult] = useState<Result | null>(null);

  useGameEvents(client, (events) => {
    for (const seen of events) {
      const ended = (seen.type === 'answerJudged' && seen.correct === true) || seen.type === 'questionMarkedUnanswered';
      if (seen.type === 'questionSelected' || seen.type === 'verdictUndone') setResult(null);
      if (ended) setResult(resultOf(client, String(seen.questionId), Number(seen.gain ?? 0)));
    }
  });
  useMissedVerdict(client, ({ questionId, playerId, correct, gain }) => {
    if (playerId === null || correct) setResult(resultOf(client, questionId, gain));
  });
  return result;
}

function resultOf({ state }: GameClient, questionId: string, gain: number): Result | null {
  const question = state.view && findQuestion(state.view, questionId);
  if (!question) return null;
  const { id, answeredByName, secret } = question.question;
  const { answer = '', youtubeSongName = '' } = secret ?? {};
  const last = state.view?.lastVerdict;
  const team = last?.questionId === questionId ? last.team : undefined;
  const name = answeredByName === null ? null : nameWithTeam(state.view, answeredByName, team);
  return { questionId: id, name, gain, answer, songName: youtubeSongName };
}
