import { describe, expect, it } from '@jest/globals';
import { GameEvent } from '../events.js';
import { UserId } from '../ids.js';
import recorded from '../testing/recorded/rules-7.json' with { type: 'json' };
import { TimelineRow, timelineRow } from './row.js';

const ANN = UserId.parse('ann');

describe('a row of the timeline', () => {
  it.each(recorded.log.map((event) => [event.type, GameEvent.parse(event)] as const))(
    'tells %s in members that the schema names',
    (_, event) => {
      const row = timelineRow(7, ANN, event);
      expect(TimelineRow.parse(row)).toEqual(row);
      const user = event.type === 'nameReported' ? null : ANN;
      expect(row).toMatchObject({ version: 7, type: event.type, at: event.at, user });
    },
  );

  it('leaves out who reported a name', () => {
    const [playerId, by] = [UserId.parse('bob'), UserId.parse('ann')];
    const row = timelineRow(1, by, { type: 'nameReported', at: 5, playerId, by });
    expect(row).toEqual({ version: 1, type: 'nameReported', at: 5, user: null, playerId });
  });

  it('tells the points of questions, and neither contents nor secrets of seats', () => {
    const rows = recorded.log.map((event) => timelineRow(1, null, GameEvent.parse(event)));
    const [created] = rows;
    expect(created?.board?.[0]?.questions[0]).toEqual({ id: expect.any(String), points: expect.any(Number) });
    expect(JSON.stringify(rows)).not.toMatch(/answer"|youtube|medium|seatHash|deviceHash|deskId|gameCode/i);
  });
});
