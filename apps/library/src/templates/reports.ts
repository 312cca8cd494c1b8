import { RefusedError, type ReportedTemplate, TEMPLATE_LIMITS, type TemplateActor } from '@earworm/contracts';
import { cleanText } from '@earworm/rules';
import type { DataSource } from 'typeorm';
import { findTemplate } from './find.js';
import { summaryOf } from './read.js';
import { Template, TemplateReport } from './template.entity.js';

const SHOWN = 100;
type Report = Pick<ReportedTemplate['reports'][number], 'reason' | 'text'>;

/** One person's word on a template, the newer instead of the older. A template keeps at most 100; more say nothing new. */
export async function report(database: DataSource, actor: TemplateActor, templateId: string, said: Report) {
  const { manager } = database;
  await findTemplate(manager, templateId, actor);
  const own = { templateId, userId: actor.userId };
  const isFull = (await manager.countBy(TemplateReport, { templateId })) >= TEMPLATE_LIMITS.reportsPerTemplate;
  if (isFull && !(await manager.existsBy(TemplateReport, own))) return;
  const { reason, text } = said;
  await manager.upsert(TemplateReport, { ...own, reason, text: cleanText(text), at: Date.now() }, [
    'templateId',
    'userId',
  ]);
}

export async function reports(database: DataSource, actor: TemplateActor): Promise<ReportedTemplate[]> {
  if (!actor.isAdmin) throw new RefusedError('forbidden');
  const rows = await database.query<{ template_id: string; reports: ReportedTemplate['reports'] | null }[]>(
    `select template.template_id, (
        select json_agg(json_build_object('reason', reason, 'text', text, 'at', at) order by at desc)
        from template_report where template_report.template_id = template.template_id) as reports
      from template
      where taken_down is not null or exists (select from template_report r where r.template_id = template.template_id)
      order by (taken_down is not null),
        (select count(*) from template_report r where r.template_id = template.template_id) desc, template_id limit $1`,
    [SHOWN],
  );
  return Promise.all(
    rows.map(async (row) => ({
      template: summaryOf(await database.manager.findOneByOrFail(Template, { templateId: row.template_id }), actor),
      reports: row.reports ?? [],
    })),
  );
}

const WITHOUT_A_WORD = 'it was reported by others.';

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
    switch (verdict) {
      case 'takeDown':
        await manager.update(
          Template,
          { templateId },
          { publishedAt: null, takenDown: cleanText(note) || WITHOUT_A_WORD },
        );
        return;
      case 'dismiss':
        await manager.delete(TemplateReport, { templateId });
        return;
      case 'restore':
        await manager.update(Template, { templateId }, { takenDown: null });
        await manager.delete(TemplateReport, { templateId });
        return;
      default:
        return verdict satisfies never;
    }
  });
}
