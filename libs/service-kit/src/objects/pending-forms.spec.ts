import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { PendingForms } from './folder-routes.js';

const ROOM = 10;
const aForm = () => new IncomingMessage(new Socket());

describe('pending upload forms', () => {
  it('holds every form up to the limit', () => {
    const [forms, held] = [new PendingForms(ROOM), Array.from({ length: ROOM }, aForm)];
    for (const form of held) forms.open(form, 'anybody');
    expect(held.filter(({ destroyed }) => destroyed)).toEqual([]);
  });

  it('keeps the forms of one caller, however many forms another caller opens', () => {
    const forms = new PendingForms(ROOM);
    const mine = [aForm(), aForm()];
    for (const form of mine) forms.open(form, 'me');
    const theirs = Array.from({ length: 100 * ROOM }, aForm);
    for (const form of theirs) forms.open(form, 'somebody else');
    expect(mine.map(({ destroyed }) => destroyed)).toEqual([false, false]);
    expect(theirs.filter(({ destroyed }) => !destroyed)).toEqual(theirs.slice(-(ROOM - mine.length)));
  });

  it('drops the oldest form for the newest when many callers have one each', () => {
    const forms = new PendingForms(ROOM);
    const all = Array.from({ length: ROOM + 1 }, aForm);
    all.forEach((form, at) => forms.open(form, `caller ${at}`));
    expect(all.map(({ destroyed }) => destroyed)).toEqual([true, ...Array<boolean>(ROOM).fill(false)]);
  });

  it('frees the place of a form that is signed, refused or closed, and counts it once', () => {
    const forms = new PendingForms(ROOM);
    for (let round = 0; round < 3; round++) {
      const held = Array.from({ length: ROOM }, aForm);
      for (const form of held) forms.open(form, 'me');
      expect(held.some(({ destroyed }) => destroyed)).toBe(false);
      for (const form of [...held, ...held]) forms.close(form, 'me');
    }
  });
});
