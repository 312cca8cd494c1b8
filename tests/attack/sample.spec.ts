import { describe, expect, it } from '@jest/globals';
import { type Route, ROUTES } from '@earworm/contracts';
import { Command } from '@earworm/rules';
import { sampleOf } from './sample.js';

const withBody = Object.entries<Route>(ROUTES).flatMap(([name, { body }]) =>
  body === undefined ? [] : [{ name, body }],
);

describe('valid samples that attacks modify', () => {
  it.each(withBody)('satisfy the route $name', ({ body }) => {
    expect(body.safeParse(sampleOf(body)).error).toBeUndefined();
  });

  it.each(Command.options.map((option) => ({ type: option.shape.type.value, option })))(
    'satisfy the command $type',
    ({ option }) => expect(option.safeParse(sampleOf(option)).error).toBeUndefined(),
  );
});
