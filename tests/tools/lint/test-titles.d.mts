export const testTitles: import('eslint').Rule.RuleModule;
