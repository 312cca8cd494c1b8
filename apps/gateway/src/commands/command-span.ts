import type { Span, Tracing } from '@earworm/service-kit/tracing';
import type { GivenCommand } from './send-command.js';

/** Begins the trace of a command that came in by a socket. Its id is the request's, the same at every attempt. */
export function startCommandSpan(
  tracing: Tracing,
  { id, command, gameId, role, principal }: GivenCommand,
): Span | undefined {
  if (!tracing.isOn) return undefined;
  return tracing.start(`command ${command.type}`, {
    kind: 'server',
    parent: null,
    fields: { 'request.id': id, 'game.id': gameId, 'user.id': principal.userId, 'user.role': role },
  });
}
