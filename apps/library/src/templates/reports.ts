import { RefusedError, type ReportedTemplate, TEMPLATE_LIMITS, type TemplateActor } from '@earworm/contracts';
import { cleanText } from '@earworm/rules';
import type { DataSource, EntityManager } from 'typeorm';
import { findTemplate, summaryOf } from './read.js';
import { Template, TemplateReport } from './template.entity.js';
import { COUNT_OF_REPORTS, IS_REPORTED, LOCK_TEMPLATE, REPORTS_OF_TEMPLATE } from './templates.sql.js';

const SHOWN_MAX = 100;
const NO_NOTE = 'it was reported by others.';
type Report = Pick<ReportedTemplate['reports'][number], 'reason' | 'text'>;

/** Replaces the user's earlier report. Ignored when the template has as many reports as are stored. */
export async function report(database: DataSource, actor: TemplateActor, templateId: string, { reason, text }: Report) {
  await database.transaction(async (manager) => {
    await manager.query(LOCK_TEMPLATE, [templateId]);
    await findTemplate(manager, templateId, actor);
    const key = { templateId, userId: actor.userId };
    const isFull = (await manager.countBy(TemplateReport, { templateId })) >= TEMPLATE_LIMITS.reportsPerTemplate;
    if (isFull && !(await manager.existsBy(TemplateReport, key))) return;
    const row = { ...key, reason, text: cleanText(text), at: Date.now() };
    await manager.upsert(TemplateReport, row, ['templateId', 'userId']);
  });
}

export async function reports(manager: EntityManager, actor: TemplateActor): Promise<ReportedTemplate[]> {
  if (!actor.isAdmin) throw new RefusedError('forbidden');
  const { entities, raw } = await manager
    .createQueryBuilder(Template, 't')
    .addSelect(REPORTS_OF_TEMPLATE, 'reports')
    .addSelect(COUNT_OF_REPORTS, 'report_count')
    .addSelect('t.takenDown is not null', 'is_taken_down')
    .where(IS_REPORTED)
    .orderBy('is_taken_down')
    .addOrderBy('report_count', 'DESC')
    .addOrderBy('t.templateId')
    .limit(SHOWN_MAX)
    .getRawAndEntities<{ reports: ReportedTemplate['reports'] | null }>();
  return entities.map((template, i) => ({ template: summaryOf(template, actor), reports: raw[i]?.reports ?? [] }));
}

export async function settle(
  database: DataSource,
  actor: TemplateActor,
  templateId: string,
  verdict: 'takeDown' | 'dismiss' | 'restore',
  note: string,
): Promise<void> {
  if (!actor.isAdmin) throw new RefusedError('forbidden');
  await database.transaction(async (manager) => {
    await findTemplate(manager, templateId, actor);
    if (verdict === 'takeDown') {
      await manager.update(Template, { templateId }, { publishedAt: null, takenDown: cleanText(note) || NO_NOTE });
      return;
    }
    if (verdict === 'restore') await manager.update(Template, { templateId }, { takenDown: null });
    await manager.delete(TemplateReport, { templateId });
  });
}
