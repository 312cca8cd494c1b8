import { storedTokens, newRegisteredUser } from '../../e2e/support/members.js';
import type { Person } from '../../e2e/support/person.js';
import { prepareTemplate } from '../../e2e/support/prepared-template.js';
import { templateEditorOf } from '../../e2e/support/template-editor.js';
import { median } from '../../load/percentiles.js';
import type { Benchmark } from '../benchmark.js';
import { typed } from '../browser/keys.js';
import { boardOf } from '../browser/large-game.js';
import { type Opened, withBrowser } from '../browser/open-page.js';
import { visibleRatio, interleave } from '../interleaved-runs.js';

const LARGE = 45;
const SMALL = 5;
const WORDS = ['twent', 'y let', 'ters ', 'typed'];

/** A user in the form of the first question of a template of this size. */
async function author({ product, arrive }: Opened, categories: number): Promise<Person> {
  const member = await newRegisteredUser(product.url, 'Mara');
  const { paths } = await prepareTemplate(member, { board: boardOf(categories) });
  const person = await arrive('Mara', { viewport: { width: 1280, height: 800 }, localStorage: storedTokens(member) });
  const editor = templateEditorOf(person);
  await editor.open(paths.editor);
  await (await editor.edit(100)).click();
  return person;
}

export const benchmark: Benchmark = {
  what: `keys typed into a template of ${LARGE} categories × 30 questions`,
  run: () =>
    withBrowser({}, async (opened) => {
      const small = await author(opened, SMALL);
      const large = await author(opened, LARGE);
      const typedBy = (person: Person) => (turn: number) => typed(person.page, WORDS[turn] ?? '');
      const keys = await interleave(WORDS.length, typedBy(small), typedBy(large));
      if (keys.large.length !== WORDS.join('').length) throw new Error(`${keys.large.length} keys were measured`);
      return {
        ratio: visibleRatio(keys),
        target: 1.5,
        reference: `the same in a template of ${SMALL} categories`,
        figures: { keyMs: median(keys.large), smallKeyMs: median(keys.small) },
      };
    }),
};
