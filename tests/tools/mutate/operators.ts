import ts from 'typescript';

export type Kind = 'guard' | 'comparison' | 'call';

/** One change to a source file. */
export interface Mutant {
  readonly kind: Kind;
  /** From the root of the repository. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

const SWAPPED = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
]);
/** Names of calls that notify another object. */
const TELLS = /^(publish|emit|send|notify|announce|broadcast|dispatch|invalidate|enqueue|post|tell|push)/i;
const LOGS = /(^|\.)#?(log|logger|console)\b/;
/** Appearance, which no spec covers. */
const STYLES =
  /^(style|styles|className|classNames|variant|color|c|size|gap|[mp][txybrl]?|fz|fw|aria-label|title|label)$/;

/** Every mutant of a file, in the order of the text. Each is one that the TypeScript parser takes. */
export function mutantsOf(file: string, text: string): Mutant[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const mutants: Mutant[] = [];
  const add = (mutated: Kind, node: ts.Node, after: string) => {
    const start = node.getStart(source);
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    mutants.push({ kind: mutated, file, line, start, end: node.end, before: text.slice(start, node.end), after });
  };
  const visit = (node: ts.Node): void => {
    if (isLogged(node, source) || isStyle(node, source)) return;
    if (isGuard(node)) add('guard', node, '{}');
    else if (ts.isBinaryExpression(node)) {
      const after = swapped(node, source);
      if (after !== null) add('comparison', node, after);
    } else if (ts.isExpressionStatement(node) && isDroppable(node.expression, source)) add('call', node, ';');
    else if (isDecisionWithEvents(node, source)) {
      const last = node.arguments.at(-1)!;
      add('call', node, `accepted(${text.slice(node.arguments.pos, last.pos).replace(/,\s*$/, '')})`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return mutants;
}

/** The text with the mutant in it. */
export const applied = (text: string, { start, end, after }: Mutant): string =>
  text.slice(0, start) + after + text.slice(end);

/** The text without the mutant again. */
export const reverted = (text: string, { start, before, after }: Mutant): string =>
  text.slice(0, start) + before + text.slice(start + after.length);

/** `if (…) return …` or `if (…) throw …` without an else, among other statements. */
function isGuard(node: ts.Node): boolean {
  if (!ts.isIfStatement(node) || node.elseStatement !== undefined) return false;
  if (!ts.isBlock(node.parent) && !ts.isSourceFile(node.parent) && !ts.isCaseOrDefaultClause(node.parent)) return false;
  const then = node.thenStatement;
  const only = ts.isBlock(then) && then.statements.length === 1 ? then.statements[0]! : then;
  return ts.isReturnStatement(only) || ts.isThrowStatement(only);
}

function swapped({ left, operatorToken, right, parent }: ts.BinaryExpression, source: ts.SourceFile): string | null {
  const operator = SWAPPED.get(operatorToken.kind);
  if (operator === undefined) return null;
  // `a ?? b || c` does not parse, and comparing the type of a value serves the compiler.
  const mixed = [left, right, parent].some(
    (node) => ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken,
  );
  if (mixed || ts.isTypeOfExpression(left)) return null;
  // In brackets, so that the operands stay what they are.
  return `(${operand(left, source)} ${operator} ${operand(right, source)})`;
}

const operand = (node: ts.Expression, source: ts.SourceFile): string =>
  ts.isBinaryExpression(node) ? `(${node.getText(source)})` : node.getText(source);

/** A call that is awaited, or that notifies another object. */
function isDroppable(expression: ts.Expression, source: ts.SourceFile): boolean {
  if (ts.isAwaitExpression(expression)) return ts.isCallExpression(expression.expression);
  const call = ts.isVoidExpression(expression) ? expression.expression : expression;
  if (!ts.isCallExpression(call)) return false;
  // A constructor without super(…) does not run at all.
  if (call.expression.kind === ts.SyntaxKind.SuperKeyword) return false;
  const name = call.expression.getText(source).split('.').at(-1)!.replace(/^#/, '');
  return TELLS.test(name);
}

/** `accepted(event, …)`: what a command of the rules leads to. */
const isDecisionWithEvents = (node: ts.Node, source: ts.SourceFile): node is ts.CallExpression =>
  ts.isCallExpression(node) &&
  node.expression.getText(source) === 'accepted' &&
  node.arguments.length > 0 &&
  !node.arguments.some(ts.isSpreadElement);

const isLogged = (node: ts.Node, source: ts.SourceFile): boolean =>
  ts.isExpressionStatement(node) &&
  ts.isCallExpression(node.expression) &&
  LOGS.test(node.expression.expression.getText(source));

const isStyle = (node: ts.Node, source: ts.SourceFile): boolean =>
  ts.isJsxAttribute(node) && STYLES.test(node.name.getText(source));
