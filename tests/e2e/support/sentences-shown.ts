/// <reference lib="dom" />
import { isErrorCode, messageOf } from '@earworm/contracts';
import type { BrowserContext } from 'playwright-core';

declare global {
  interface Window {
    sentenceShown?: (sentence: string) => Promise<void>;
  }
}

/** `{n}` is any number, `{id}` any word. A whole sentence may be followed by another, such as what helps. */
export function patternOf(sentence: string): RegExp {
  const escaped = sentence.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  const followed = sentence.endsWith('.') ? '( .+)?' : '';
  return new RegExp(`^${escaped.replace('{n}', '\\d+').replace('{id}', '\\S+')}${followed}$`);
}

export interface Sentences {
  /** On a screen, however short. */
  readonly shown: Set<string>;
  /** Refused with by the server, whatever the screen made of it. */
  readonly answered: Set<string>;
}

/** Records each of the sentences that a person's pages show or receive. Call it before their first page. */
export async function noteSentences(context: BrowserContext, sentences: readonly string[], into: Sentences) {
  await context.exposeBinding('sentenceShown', (_, sentence: string) => void into.shown.add(sentence));
  await context.addInitScript(
    (all) => {
      const patterns = all.map(([sentence, source]) => [sentence, new RegExp(source)] as const);
      const look = (element: Element | null) => {
        const text = element?.textContent.replace(/\s+/g, ' ').trim() ?? '';
        if (text.length > 200) return;
        for (const [sentence, pattern] of patterns) if (pattern.test(text)) void window.sentenceShown?.(sentence);
      };
      new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes) {
          look(target instanceof Element ? target : target.parentElement);
          for (const node of addedNodes) {
            if (!(node instanceof Element)) continue;
            look(node);
            node.querySelectorAll('*').forEach(look);
          }
        }
      }).observe(document, { subtree: true, childList: true, characterData: true });
    },
    sentences.map((sentence) => [sentence, patternOf(sentence).source] as const),
  );
  context.on('response', (response) => {
    if (response.status() < 400) return;
    void response
      .json()
      .then((body: { code?: string } | null) => {
        if (body?.code !== undefined && isErrorCode(body.code)) {
          into.answered.add(messageOf(body.code, { n: '{n}', id: '{id}' }));
        }
      })
      .catch(() => undefined);
  });
}
