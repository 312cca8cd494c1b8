import { describe, expect, it } from '@jest/globals';
import type { ShowThresholds } from '@earworm/contracts';
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { draw, fill } from '../../testing/user-actions.js';
import { ThresholdsField } from './thresholds-field.js';

let now: ShowThresholds;

function Field({ first }: { first: ShowThresholds }) {
  const [value, setValue] = useState(first);
  return (
    <ThresholdsField
      value={value}
      onChange={(changed) => {
        now = changed;
        setValue(changed);
      }}
    />
  );
}
const placeholders = () => screen.getAllByRole<HTMLInputElement>('textbox').map(({ placeholder }) => placeholder);
const leave = (label: string) => act(async () => void fireEvent.blur(screen.getByLabelText(label)));
const valueIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

describe('when a room needs attention', () => {
  it('shows what applies where nothing is entered, in seconds', async () => {
    await draw(<Field first={{}} />);
    expect(placeholders()).toEqual(['60', '30', '20', '180', '10', '300', '600']);
    expect(valueIn('Buzz without a verdict')).toBe('');
  });

  it('changes the threshold that is entered, and no other', async () => {
    await draw(<Field first={{ crewAway: 90 }} />);
    await fill('Buzz without a verdict', '45');
    expect(now).toEqual({ crewAway: 90, buzz: 45 });
  });

  it('follows the product again once a field is emptied', async () => {
    await draw(<Field first={{ crewAway: 90, buzz: 45 }} />);
    await fill('Buzz without a verdict', '');
    expect(now).toEqual({ crewAway: 90 });
  });

  it('keeps within the bounds on leaving the field', async () => {
    await draw(<Field first={{}} />);
    await fill('Nothing happens', '99999');
    await leave('Nothing happens');
    expect(now).toEqual({ quiet: 3_600 });
    await fill('Nothing happens', '1');
    await leave('Nothing happens');
    expect(now).toEqual({ quiet: 5 });
  });
});
