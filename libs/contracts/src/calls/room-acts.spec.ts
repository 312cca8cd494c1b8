import { STAFF_COMMANDS } from '@earworm/rules';
import { describe, expect, it } from '@jest/globals';
import { actAsStaff, RoomAct } from './room-acts.js';

const typesOf = ({
  options,
}: {
  readonly options: readonly { readonly shape: { readonly type: { value: string } } }[];
}) => options.map(({ shape }) => shape.type.value);

describe('what operators do in games without being in the crew', () => {
  it('the call carries the commands that the rules accept from staff, and no others', () => {
    expect(typesOf(actAsStaff.request.shape.command).sort()).toEqual([...STAFF_COMMANDS].sort());
  });

  it('operators can ask for each of them', () => {
    expect(typesOf(RoomAct)).toEqual(expect.arrayContaining([...STAFF_COMMANDS]));
  });
});
