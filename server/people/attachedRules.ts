/** Who holds a rule, and how: the other way round than the rules of one person. */
import { type RawBuilder, sql } from 'kysely';
import { type AttachedRule, type TitledRule, userRuleAttached } from '../../contract/rights.ts';
import { keysAre, uzbekOrder } from '../db/search.ts';
import { titleIn } from '../directory/targets.ts';
import { person } from '../documents/documents.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { answerComputed } from '../lists/computed.ts';
import { stillHolds } from './holders.ts';
import { titledRule } from './ruleTitles.ts';

/** Rules by person: from the position unless taken, and what is added; a rule of the own that is over is none. */
const attached: RawBuilder<unknown> = sql`(
  SELECT u.id AS user_id, g.resource, g.action, CASE WHEN t.user_id IS NULL THEN 'position' ELSE 'taken' END AS origin,
    CASE WHEN t.user_id IS NULL THEN g.since ELSE t.since END AS since, t.until
  FROM app_user u JOIN position_rule g ON g.position_id = u.position_id
  LEFT JOIN user_rule t ON t.user_id = u.id AND t.resource = g.resource AND t.action = g.action AND NOT t.granted
    AND ${stillHolds('t')}
  WHERE u.active AND NOT EXISTS (SELECT 1 FROM user_rule a WHERE a.user_id = u.id AND a.resource = g.resource
    AND a.action = g.action AND a.granted AND ${stillHolds('a')})
  UNION ALL
  SELECT u.id, a.resource, a.action, 'added', a.since, a.until
  FROM app_user u JOIN user_rule a ON a.user_id = u.id AND a.granted AND ${stillHolds('a')} WHERE u.active)`;

interface Row {
  rule: TitledRule;
  user_id: number;
  fullname: string;
  position: string;
  organization: string;
  origin: AttachedRule['origin'];
  since: Date | null;
  until: string | null;
}

export const attachedRuleCalls: Implementation[] = [
  implement(userRuleAttached, {
    async handle({ db, user, query, language }) {
      const { rule_id, user_id, position_id, organization_id, origin } = query;
      const words = query.search?.trim();
      const conditions = [
        sql`${user.office} OR u.organization_id = ${user.organizationId}`,
        ...(rule_id === undefined ? [] : [sql`r.id = ${rule_id}`]),
        ...(user_id === undefined ? [] : [sql`u.id = ${user_id}`]),
        ...(position_id === undefined ? [] : [sql`u.position_id = ${position_id}`]),
        ...(organization_id === undefined ? [] : [sql`u.organization_id = ${organization_id}`]),
        ...(origin === undefined ? [] : [sql`x.origin = ${origin}`]),
        ...(words ? [sql`${keysAre('u.search_key', words)} OR ${keysAre('r.search_key', words)}`] : []),
        // everything that everybody holds is the matrix
        ...(rule_id === undefined && user_id === undefined ? [sql`x.origin <> 'position'`] : []),
      ].map((condition) => sql`(${condition})`);
      const from = sql`${attached} x JOIN rule r USING (resource, action) JOIN app_user u ON u.id = x.user_id
        JOIN position p ON p.id = u.position_id JOIN organization o ON o.id = u.organization_id
        WHERE ${sql.join(conditions, sql` AND `)}`;
      const sort = query.sort ?? 'person';
      const title = language === 'ru' ? sql`r.title_ru_order` : sql`r.title_uz_order`;
      const by = { person: uzbekOrder('u.fullname'), rule: title, until: sql`x.until` };
      const column = by[sort.replace('-', '') as keyof typeof by];
      return answerComputed(query, {
        async figures() {
          const { rows } = await sql<{ n: number }>`SELECT count(*)::integer AS n FROM ${from}`.execute(db);
          return { total: rows[0]?.n ?? 0 };
        },
        async rows(limit, offset) {
          const { rows } = await sql<Row>`
            SELECT ${titledRule('r', language)} AS rule, u.id AS user_id, u.fullname, x.origin, x.since, x.until,
              ${titleIn('position', 'p', language)} AS position, o.name AS organization
            FROM ${from} ORDER BY ${column} ${sort.startsWith('-') ? sql`DESC` : sql`ASC`} NULLS LAST, u.id, r.id
            LIMIT ${limit} OFFSET ${offset}`.execute(db);
          return rows.map(({ user_id: id, fullname, since, ...row }) => ({
            ...row,
            id: `${row.rule.id}-${id}`,
            person: person(id, fullname),
            since: since === null ? null : new Date(since).toISOString(),
          }));
        },
      });
    },
  }),
];
