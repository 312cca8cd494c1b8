import { useRef, useState } from 'react';
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

  /** Right answers of the question in play: where all who are level answer, there may be several. */
  const right = useRef<readonly RightAnswer[]>([]);

  useGameEvents(client, (events) => {
    for (const seen of events) {
      const { type, playerId, gain } = seen;
      if (type === 'questionSelected' || type === 'verdictUndone') setResult(null);
      if (type === 'questionSelected') right.current = [];
      if (type === 'verdictUndone') right.current = right.current.filter((one) => one.playerId !== playerId);
      if (type === 'answerJudged' && seen.correct === true) {
        const name = nameWithTeam(client.state.view, String(seen.name), seen.team);
        right.current = [...right.current, { playerId: String(playerId), name, gain: Number(gain) }];
      }
      const isOver =
        type === 'answerJudged' ? (seen.over ?? seen.correct) === true : type === 'questionMarkedUnanswered';
      if (isOver) setResult(resultOf(client, String(seen.questionId), right.current.at(-1)?.gain ?? 0, right.current));
    }
  });
  useMissedVerdict(client, ({ questionId, correct, gain }) => {
    if (client.state.view?.current === null) setResult(resultOf(client, questionId, correct ? gain : 0));
  });
  return result;
}

interface RightAnswer {
  readonly playerId: string;
  readonly name: string;
  readonly gain: number;
}

function resultOf(
  { state }: GameClient,
  questionId: string,
  gain: number,
  right: readonly RightAnswer[] = [],
): Result | null {
  const question = state.view && findQuestion(state.view, questionId);
  if (!question) return null;
  const { id, answeredByName, secret } = question.question;
  const { answer = '', youtubeSongName = '' } = secret ?? {};
  const last = state.view?.lastVerdict;
  const team = last?.questionId === questionId ? last.team : undefined;
  const several = right.length > 1 ? right.map((one) => one.name).join(', ') : null;
  const name = answeredByName === null ? null : (several ?? nameWithTeam(state.view, answeredByName, team));
  return { questionId: id, name, gain, answer, songName: youtubeSongName };
}
