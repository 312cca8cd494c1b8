import { describe, expect, it } from '@jest/globals';
import { placeOfTip } from './tip-place.js';

const TIP = { width: 280, height: 120 };
const PHONE = { width: 360, height: 740 };
const DESK = { width: 1440, height: 900 };
const field = { left: 20, top: 300, width: 320, height: 80 };

describe('a tip', () => {
  it('stands below what it speaks of when nothing is there', () => {
    expect(placeOfTip(TIP, field, [], PHONE)).toEqual({ ...TIP, left: 40, top: 392 });
  });

  it('stands above it when there is a form below', () => {
    const button = { left: 20, top: 400, width: 320, height: 50 };
    expect(placeOfTip(TIP, field, [button], PHONE).top).toBe(168);
  });

  it('stands at its side on a wide screen with controls above and below', () => {
    const inTheMiddle = { ...field, left: 560 };
    const controls = [200, 400].map((top) => ({ ...inTheMiddle, top, height: 50 }));
    expect(placeOfTip(TIP, inTheMiddle, controls, DESK).left).toBe(892);
  });

  it('goes to the edge of a narrow screen with controls all around', () => {
    const controls = [200, 400].map((top) => ({ ...field, top, height: 90 }));
    expect(placeOfTip(TIP, field, controls, PHONE).top).toBe(608);
  });

  it('is never out of sight, even where what it speaks of fills the screen', () => {
    const { top, left } = placeOfTip(TIP, { left: 0, top: 60, width: 360, height: 680 }, [], PHONE);
    expect(top).toBeGreaterThanOrEqual(0);
    expect(top + TIP.height).toBeLessThanOrEqual(PHONE.height);
    expect(left).toBe(40);
  });
});
