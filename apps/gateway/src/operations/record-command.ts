import type { Answer } from '@earworm/contracts';
import type { Kit } from '@earworm/service-kit/bootstrap';
import { outcomeOf } from '@earworm/service-kit/bus';
import { traceIdsOf } from '@earworm/service-kit/log';
import type { Span } from '@earworm/service-kit/tracing';
import type { CommandRequest } from '../commands/send-command.js';
import type { GatewayMetrics } from '../gateway.metrics.js';
import type { Figures } from './figures.js';

/** Records an answered command in log, metrics and figures. Ends its span, but that of an accepted buzz. */
export type RecordCommand = (request: CommandRequest, answer: Answer, span: Span | undefined) => void;

export interface RecordCommandDependencies {
  readonly kit: Pick<Kit, 'log'>;
  readonly metrics: Pick<GatewayMetrics, 'commands' | 'refusals'>;
  readonly figures: Pick<Figures, 'joined' | 'refused'>;
}

export const recordCommands =
  ({ kit: { log }, metrics, figures }: RecordCommandDependencies): RecordCommand =>
  ({ id, command: { type }, gameId, principal, receivedAt }, answer, span) => {
    // Keep buzzes free of logging work.
    if (log.isLevelEnabled('debug')) {
      const ids = { ...traceIdsOf(span?.traceParent), requestId: id, gameId, userId: principal.userId };
      log.debug({ ...ids, command: type, code: answer.ok ? undefined : answer.code }, 'command answered');
    }
    const outcome = answer.ok ? 'ok' : outcomeOf(answer.code);
    metrics.commands.observe({ command: type, outcome }, (performance.now() - receivedAt) / 1_000);
    if (!answer.ok) {
      metrics.refusals.inc({ code: answer.code });
      figures.refused(answer.code);
      return span?.end(answer.code);
    }
    if (type === 'joinGame' || type === 'rejoinGame') figures.joined();
    if (type !== 'buzz') span?.end();
  };
