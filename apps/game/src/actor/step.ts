import type { GameId } from '@earworm/rules';
import type { Span, SpanFields, Tracing } from '@earworm/service-kit/tracing';
import type { Envelope } from './mailbox.js';

/** One step of a command's way, in the trace it came with; undefined when it came with none. */
export function step(
  { around: { tracing }, gameId }: { readonly around: { readonly tracing: Tracing }; readonly gameId: GameId },
  name: 'decide' | 'append',
  { traceParent: parent, command }: Envelope,
  more?: SpanFields,
): Span | undefined {
  if (parent === undefined) return undefined;
  return tracing.start(name, { parent, fields: { 'game.id': gameId, 'command.type': command.type, ...more } });
}
