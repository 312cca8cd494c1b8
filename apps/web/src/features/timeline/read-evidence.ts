import { EVIDENCE_FORMAT, textOf } from '@earworm/rules';
import { http } from '../../platform/http/http.js';

/** The text of the evidence file of a game. */
export async function readEvidence(gameId: string): Promise<string> {
  const lines: string[] = [];
  for (let after = 0; ;) {
    const page = await http.call('gameEvidence', { params: { gameId }, query: { after } });
    lines.push(...page.lines);
    const { next, end, scores } = page;
    if (next === null) return textOf({ format: EVIDENCE_FORMAT, gameId, lines, end: end ?? '', scores });
    after = next;
  }
}
