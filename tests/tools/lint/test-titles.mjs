/** With these a title continues the sentence of its `describe`. */
const OPENINGS =
  'is are was were be has have had do does did can cannot may must goes stays not that which because as ' +
  'of to with without and or but from in on at for by';
const CONTINUES = new RegExp(`^(${OPENINGS.replaceAll(' ', '|')})(?![\\w-])`);

const rootOf = (node) =>
  node.type === 'CallExpression'
    ? rootOf(node.callee)
    : node.type === 'TaggedTemplateExpression'
      ? rootOf(node.tag)
      : node.type === 'MemberExpression'
        ? rootOf(node.object)
        : node;
const textOf = (node) =>
  node?.type === 'TemplateLiteral' ? node.quasis[0].value.cooked : typeof node?.value === 'string' ? node.value : '';
const uncapitalised = (text) => text.slice(0, 1).toLowerCase() + text.slice(1);

/** Forbids titles of `it` and `test`, also of their `each`, that only make sense behind their `describe`. */
export const testTitles = {
  meta: { type: 'suggestion', schema: [] },
  create: (context) => ({
    CallExpression(node) {
      const [title, body] = node.arguments;
      if (body === undefined || !/^(it|test)$/.test(rootOf(node.callee).name)) return;
      const [opening] = CONTINUES.exec(uncapitalised(textOf(title))) ?? [];
      if (opening === undefined) return;
      const message = `A title that begins with “${opening}” continues its describe. Say what the thing does: it('rejects …').`;
      context.report({ node: title, message });
    },
  }),
};
