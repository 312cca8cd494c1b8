import { expect, it, jest } from '@jest/globals';
import { savedFiles } from '../../testing/saved-files.js';
import { draw, pass, press } from '../../testing/user-actions.js';
import { ExportButton } from './export-button.js';

it('an exported file is named for the day where the viewer is', async () => {
  const { DateTimeFormat } = Intl;
  const zone = jest
    .spyOn(Intl, 'DateTimeFormat')
    .mockImplementation(
      (locales, options) => new DateTimeFormat(locales, { timeZone: 'Pacific/Kiritimati', ...options }),
    );
  await draw(
    <ExportButton label="Export" fileName="feedback" read={async () => ({ text: '', saved: 'Saved' })} failed="" />,
  );
  // 12:00 in UTC, 2:00 the next day there.
  await press('Export');
  await pass();
  expect((await savedFiles()).map(({ name }) => name)).toEqual(['feedback-2026-05-02.csv']);
  zone.mockRestore();
});
