import { STAFF_COMMANDS } from '@earworm/rules';
import { describe, expect, it } from '@jest/globals';
import { actAsStaff, RoomAct } from './room-acts.js';

const typesOf = ({
  options,
}: {
  readonly options: readonly { readonly shape: { readonly type: { value: string } } }[];
}) => options.map(({ shape }) => shape.type.value);

/** The steps of an advance, which the shows service does by itself. */
const STEPS = ['noteArrival', 'releaseSeat', 'reserveSeat', 'sendPlayers'];

describe('what operators do in games without being in the crew', () => {
  it('the call carries the commands that the rules accept from staff, and no others', () => {
    expect(typesOf(actAsStaff.request.shape.command).sort()).toEqual([...STAFF_COMMANDS].sort());
  });

  it('operators can ask for each of them, but for single steps of an advance', () => {
    const isAsked = (type: string) => typesOf(RoomAct).includes(type);
    expect(STAFF_COMMANDS.filter((type) => !isAsked(type)).sort()).toEqual(STEPS);
  });
});
