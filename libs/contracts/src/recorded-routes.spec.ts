import { describe, expect, it } from '@jest/globals';
import { AUDIT_ACTS } from './calls/audit.js';
import { OBSERVED, recordedOf, type Route, ROUTES } from './routes.js';

const routes = Object.entries<Route>(ROUTES);
const ofAdmins = routes.filter(([, { access }]) => access === 'admin');
const recorded = routes.flatMap(([name, route]) => {
  const declared = recordedOf(route);
  return declared === null ? [] : [{ name, route, declared }];
});
/** Every field of a request, with the schema that checks it. */
const fieldsOf = ({ params, query, body }: Route) => ({ ...params?.shape, ...query?.shape, ...body?.shape });

describe('what the audit log keeps of the routes', () => {
  it.each(ofAdmins)('%s, a route for administrators, declares an act or says why none is recorded', (_, { audit }) => {
    if (audit !== undefined && 'none' in audit) expect(audit.none).toMatch(/\w+ \w+/);
    else expect(AUDIT_ACTS).toContain(audit?.act);
  });

  it.each(ofAdmins.filter(([, { method }]) => method === 'POST'))(
    '%s, by which an administrator changes or saves something, declares an act',
    (_, route) => {
      expect(recordedOf(route)).not.toBeNull();
    },
  );

  it.each(recorded)('$name declares fields that its requests have', ({ route, declared }) => {
    const { on, reason, details = [] } = declared;
    const declaredFields = [
      ...(on === undefined ? [] : [on[1]]),
      ...(reason === undefined ? [] : [reason]),
      ...details,
    ];
    for (const field of declaredFields) expect(Object.keys(fieldsOf(route))).toContain(field);
  });

  it.each(['giveAdmin', 'takeAdmin', 'disableAccount', 'enableAccount', 'endAccountSessions'] as const)(
    '%s asks for a reason that is not blank',
    (name) => {
      const { audit, body } = ROUTES[name];
      expect(audit.reason).toBe('reason');
      for (const given of [{}, { reason: '' }, { reason: ' \n' }]) expect(body.safeParse(given).success).toBe(false);
      expect(body.safeParse({ reason: 'Spam' }).success).toBe(true);
    },
  );

  it('every act of the closed list is declared somewhere', () => {
    // `person-erased` is recorded by the function of the database that erases a person from the log.
    const declared = new Set<string>([OBSERVED.act, 'person-erased', ...recorded.map((each) => each.declared.act)]);
    expect(AUDIT_ACTS.filter((act) => !declared.has(act))).toEqual([]);
  });
});
