import { useRef, useState } from 'react';
import type { GameClient } from '@earworm/client';
import { useGameEvents } from './use-game.js';
import { useMissedVerdict } from './use-missed-verdict.js';
import { nameWithTeam } from './standing.js';
import { findQuestion } from './round.js';

/** `name` and `gain` are null when no answer was correct; `gain` also where this page did not see it. */
export interface Result {
  readonly questionId: string;
  readonly name: string | null;
  readonly gain: number | null;
  readonly answer: string;
  readonly songName: string;
}

export function useResult(client: GameClient): Result | null {
  const [result, setResult] = useState<Result | null>(null);

  /** Right answers that were seen: where all who are level answer, a question may have several. */
  const right = useRef<readonly RightAnswer[]>([]);

  useGameEvents(client, (events) => {
    for (const seen of events) {
      const { type, playerId, gain } = seen;
      const questionId = String(seen.questionId);
      const { snapshots } = client.state.counters;
      if (type === 'questionSelected' || type === 'verdictUndone') setResult(null);
      if (type === 'verdictUndone') right.current = right.current.filter((one) => one.playerId !== playerId);
      if (type === 'answerJudged' && seen.correct === true) {
        const name = nameWithTeam(client.state.view, String(seen.name), seen.team);
        const added = { questionId, snapshots, playerId: String(playerId), name, gain: Number(gain) };
        right.current = [...right.current.filter((one) => one.playerId !== added.playerId), added];
      }
      const isOver =
        type === 'answerJudged' ? (seen.over ?? seen.correct) === true : type === 'questionMarkedUnanswered';
      if (isOver) {
        const answers = right.current.filter(isOf(questionId, snapshots));
        setResult(resultOf(client, questionId, answers.at(-1)?.gain ?? null, answers));
      }
    }
  });
  useMissedVerdict(client, ({ questionId, correct, gain }) => {
    if (client.state.view?.current === null) setResult(resultOf(client, questionId, correct ? gain : null));
  });
  return result;
}

interface RightAnswer {
  readonly questionId: string;
  /** How many snapshots the client had: one may have passed over the next question, or over an undo. */
  readonly snapshots: number;
  readonly playerId: string;
  readonly name: string;
  readonly gain: number;
}

/** Whether an answer was to this question, and nothing since was missed. */
const isOf = (questionId: string, snapshots: number) => (one: RightAnswer) =>
  one.questionId === questionId && one.snapshots === snapshots;

function resultOf(
  { state }: GameClient,
  questionId: string,
  gain: number | null,
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
