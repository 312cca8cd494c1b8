import type { GameClient } from '@earworm/client';
import type { Answer, Command } from '@earworm/contracts';

/** How often a refused command is retried. */
const ATTEMPTS = 3;

type JudgeAnswer = Extract<Command, { type: 'judgeAnswer' }>;

/** The desks of one game: its moderator's, and perhaps that of a co-host with all rights. */
export class Desks {
  #coHost: GameClient | null = null;
  /** How often one has taken over from the other. */
  takeOvers = 0;

  constructor(private readonly moderator: GameClient) {}

  get clients(): GameClient[] {
    return this.#coHost === null ? [this.moderator] : [this.moderator, this.#coHost];
  }

  add(coHost: GameClient): void {
    this.#coHost = coHost;
  }

  /** Throws unless it is accepted. */
  async command(command: Command, desk: GameClient = this.moderator): Promise<void> {
    let answer = await sendUnlessPaused(desk, command);
    for (let attempt = 1; attempt < ATTEMPTS && isGivenUp(answer); attempt++) {
      answer = await sendUnlessPaused(desk, command);
      // Given up after a minute, it may have been done all the same; then there is nothing left to do.
      if (!answer.ok && !isGivenUp(answer)) return;
    }
    if (!answer.ok) throw new Error(`the moderator's ${command.type} was refused: ${answer.code}`);
  }

  /**
   * With two desks, both judge this buzz while one takes over from the other: one verdict is accepted. Then the desk is given
   * back, and the next time the other one takes over.
   */
  async judge(command: JudgeAnswer): Promise<void> {
    if (this.#coHost === null) return this.command(command);
    const [taker, other] = this.takeOvers % 2 === 0 ? [this.#coHost, this.moderator] : [this.moderator, this.#coHost];
    const [verdict, taken, late] = await Promise.all([
      other.send(command),
      taker.send({ type: 'takeOver', deskId: null }),
      taker.send(command),
    ]);
    if (verdict.ok && late.ok) throw new Error('both desks judged the same buzz');
    // Neither, when both were refused or given up: the take-over may have come between.
    if (!verdict.ok && !late.ok && !isGivenUp(verdict) && !isGivenUp(late)) await this.command(command, taker);
    await this.command({ type: 'giveBack' }, taker);
    if (taken.ok) this.takeOvers++;
  }
}

/** Sends again what an operator's pause has refused, once the game goes on. */
async function sendUnlessPaused(desk: GameClient, command: Command): Promise<Answer> {
  const answer = await desk.send(command);
  if (answer.ok || answer.code !== 'paused') return answer;
  await new Promise<void>((resolve) => {
    const look = () => {
      if (desk.state.view?.paused !== undefined) return;
      stop();
      resolve();
    };
    const stop = desk.subscribe(look);
    look();
  });
  return sendUnlessPaused(desk, command);
}

/** No answer for as long as the client retries. */
const isGivenUp = (answer: Answer): boolean => !answer.ok && answer.code === 'retry';
