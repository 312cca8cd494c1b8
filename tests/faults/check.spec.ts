import { beforeEach, describe, expect, it } from '@jest/globals';
import { check } from './check.js';
import { FAULTS, type Fault } from './findings.js';
import type { LoggedRow } from './logged.js';
import { playedGame } from './played-game.js';
import type { GivenCommand } from './record.js';

type Played = ReturnType<typeof playedGame>;

describe('the checker of a run', () => {
  let one: Played;
  let other: Played;
  beforeEach(() => {
    one = playedGame('one');
    other = playedGame('other');
  });

  const findings = () =>
    check([one.game, other.game], [...Object.values(one.records), ...Object.values(other.records)]);
  /** That kind is found, and described. */
  const expectFound = (fault: Fault) => {
    const found = findings();
    expect(found.counts[fault]).toBeGreaterThan(0);
    expect(found.descriptions.join('\n')).toContain(`${fault}: game`);
  };
  const rowOf = (type: string): LoggedRow => {
    const row = one.game.rows.find(({ event }) => event.type === type);
    if (!row) throw new Error(`no ${type}`);
    return row;
  };
  const commandOf = (commands: readonly GivenCommand[], type: string): GivenCommand => {
    const given = commands.find(({ command }) => command.type === type);
    if (!given) throw new Error(`no ${type}`);
    return given;
  };
  const remove = (row: LoggedRow) => one.game.rows.splice(one.game.rows.indexOf(row), 1);

  it('finds nothing in a run without fault', () => {
    expect(findings().descriptions).toEqual([]);
    expect(findings().total).toBe(0);
    expect(Object.keys(findings().counts)).toEqual([...FAULTS]);
  });

  it('calls a buzz lost that was accepted and is not in the log', () => {
    remove(one.game.rows.at(-1) as LoggedRow);
    expectFound('lost');
  });

  it('calls an answer lost that accepted a command without effect where it would have had one', () => {
    const again = one.records.leo.commands.findLast(({ command }) => command.type === 'buzz');
    const before = rowOf('questionSelected').version;
    again!.answer = { type: 'answer', id: again!.answer!.id, ok: true, version: before };
    expectFound('lost');
  });

  it('calls a game lost that is not in the log at all', () => {
    const found = check([other.game], Object.values(one.records));
    expect(found.counts.lost).toBeGreaterThan(0);
  });

  it('sees a verdict of a user who may not judge', () => {
    const verdict = rowOf('answerJudged');
    one.game.rows[one.game.rows.indexOf(verdict)] = { ...verdict, userId: one.records.leo.userId };
    expectFound('unauthorized');
  });

  it('sees a command that took effect twice', () => {
    const buzz = rowOf('playerBuzzed');
    one.game.rows.push({ ...buzz, version: one.game.rows.length + 1 });
    expectFound('doubled');
  });

  it('sees an event that a client was shown twice', () => {
    const { seen, at, snapshots } = one.records.ada;
    const last = seen.length - 1;
    seen.push(seen[last]!);
    at.push(at[last]!);
    snapshots.push(snapshots[last]!);
    expectFound('doubled');
  });

  it('sees a frame that a socket was sent twice, though the client dropped it', () => {
    one.records.ada.slips.push({ kind: 'doubled', what: 'version 3 came again' });
    expectFound('doubled');
  });

  it('sees a gap in the log', () => {
    remove(rowOf('questionSelected'));
    expectFound('disordered');
  });

  it('sees an older owner who wrote after a newer one', () => {
    const { rows } = one.game;
    rows[4] = { ...rows[4]!, epoch: 2 };
    expectFound('disordered');
  });

  it('sees events that a client was shown in the wrong order', () => {
    const { seen } = one.records.leo;
    [seen[2], seen[3]] = [seen[3]!, seen[2]!];
    expectFound('disordered');
  });

  it('reports an event that a client never received, unless a snapshot contained it', () => {
    const { seen, at, snapshots } = one.records.leo;
    for (const list of [seen, at, snapshots]) list.splice(3, 1);
    expectFound('disordered');
    for (let i = 3; i < snapshots.length; i++) snapshots[i] = 2;
    expect(findings().total).toBe(0);
  });

  it('sees another game’s event', () => {
    const { seen } = one.records.ada;
    const at = seen.findIndex(({ type }) => type === 'playerBuzzed');
    seen[at] = other.records.ada.seen[at]!;
    expectFound('foreign');
  });

  it('sees what was shown before it was committed', () => {
    const { at } = one.records.ada;
    at[4] = (one.game.rows[5]?.committedAt ?? 0) - 5;
    expectFound('early');
  });

  it('sees what was shown and never committed', () => {
    const { seen } = one.records.ada;
    const at = seen.findIndex(({ type }) => type === 'playerBuzzed');
    seen[at] = { ...seen[at]!, at: 1 };
    expectFound('early');
  });

  it('sees a snapshot that shows what is not in the log, or only later', () => {
    const { sent } = one.records.ada;
    const [first, second] = sent;
    sent[0] = { ...first!, view: second!.view };
    expectFound('early');
    sent[0] = { ...first!, seat: { ...first!.seat!, score: 1 } };
    expectFound('early');
    sent[0] = { ...first!, version: 99 };
    expectFound('early');
    sent[0] = first!;
    expect(findings().total).toBe(0);
  });

  it('sees a snapshot that was given before its version was committed', () => {
    const { sent } = one.records.leo;
    sent[1] = { ...sent[1]!, at: sent[1]!.at - 50 };
    expectFound('early');
  });

  it('sees an answer that was given before the commit', () => {
    const given = commandOf(one.records.ada.commands, 'buzz');
    given.answeredAt = given.givenAt + 1;
    expectFound('early');
  });

  it('sees a refusal whose command is in the log', () => {
    const given = commandOf(one.records.ada.commands, 'buzz');
    given.answer = { type: 'answer', id: given.answer!.id, ok: false, code: 'game-ended' };
    expectFound('contradicted');
  });

  it('reports a winner who buzzed after another player was answered', () => {
    const ada = one.records.ada.commands.findIndex(({ command }) => command.type === 'buzz');
    const given = one.records.ada.commands[ada]!;
    const leos = commandOf(one.records.leo.commands, 'buzz');
    // Ada stands first, yet gave her buzz when Leo already had his answer.
    one.records.ada.commands[ada] = { ...given, givenAt: (leos.answeredAt ?? 0) + 30, answeredAt: leos.givenAt + 90 };
    expectFound('wrongWinner');
  });

  it('reports a buzz that counts from a time at which no player gave it', () => {
    const given = commandOf(one.records.ada.commands, 'buzz');
    Object.assign(given, { givenAt: given.givenAt + 500, answeredAt: (given.answeredAt ?? 0) + 500 });
    expectFound('wrongWinner');
  });

  it('reports a verdict on a player who is not first', () => {
    const { rows } = one.game;
    const index = rows.findIndex(({ event }) => event.type === 'answerJudged');
    const row = rows[index]!;
    if (row.event.type === 'answerJudged')
      rows[index] = { ...row, event: { ...row.event, playerId: one.records.leo.userId as typeof row.event.playerId } };
    expectFound('wrongWinner');
  });

  it('sees a client that stands elsewhere than the log', () => {
    const { ada } = one.records;
    ada.final = { ...ada.final!, version: ada.final!.version - 1 };
    expectFound('differing');
  });

  it('sees a client whose view is not what the log makes', () => {
    const { leo } = one.records;
    leo.final = { ...leo.final!, view: { ...leo.final!.view!, playerCount: 7 } };
    expectFound('differing');
  });

  it('sees a player whose seat is not what the log makes', () => {
    const { leo } = one.records;
    leo.final = { ...leo.final!, seat: { ...leo.final!.seat!, score: 1 } };
    expectFound('differing');
  });
});
