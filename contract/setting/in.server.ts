/** The server sides of the calls of a dated setting, with the schemas of what they are sent. */
import * as z from 'zod/mini';
import { day, queryId } from '../common.ts';
import { type Field, optionsOf, sentName } from '../directory/fields.ts';
import { filterSchema, hasSecret, sentShape } from '../directory/in.server.ts';
import type { ServerSide } from '../serverSide.ts';
import { type AnySetting, addRule, fieldsOf, listScopeOf, planRule } from './setting.ts';

export function settingServer({ spec }: AnySetting): Record<string, ServerSide> {
  const { name } = spec;
  const show = { origin: 'extension', rule: `${spec.rule}.show` } as const;
  const edit = { origin: 'extension', rule: `${spec.rule}.edit` } as const;
  const event = (type: string) => ({ machine: 'settingRevision', type });
  const unprinted = hasSecret(spec.fields) ? ({ unprinted: true } as const) : {};
  const about = `dated setting "${name}"`;
  return {
    [`${name}Index`]: {
      ...show,
      ...(listScopeOf(spec) && { query: z.object({ organization_id: z.optional(queryId()) }) }),
      summary: `The ${about}: every ${
        spec.inherits === undefined ? 'subject' : `${spec.inherits} in the order of its tree`
      } with what is in force and what is planned${listScopeOf(spec) ? ', of one branch' : ''}.`,
    },
    [`${name}Revisions`]: {
      ...show,
      summary: `Every revision of one ${spec.inherits ?? 'subject'} of the ${about}, the latest day first; \`id\` is any of them.`,
    },
    [`${name}Notes`]: {
      ...show,
      query: z.object({
        ...Object.fromEntries(
          Object.entries<Field>(spec.subject).map(([of, field]) => {
            const schema = filterSchema(field);
            return [sentName(of, field), optionsOf(field).optional ? z.optional(schema) : schema];
          }),
        ),
        valid_from: day(),
        ...(spec.until && { last: z.optional(day()) }),
      }),
      summary: `What a revision of the ${about} from a day on would do to the other days of its subject, in words: it holds at once, takes the place of another, ends a period or holds only until the next; nothing of a day that is refused.`,
    },
    [`${name}Create`]: {
      ...edit,
      ...(spec.adds && { rule: `${addRule(spec)}|${edit.rule}` }),
      body: z.object({ ...sentShape(fieldsOf(spec)), valid_from: day() }),
      ...unprinted,
      summary: `Opens a revision of the ${about} as a draft${spec.adds ? '; a new subject needs the right to add' : ''}.`,
    },
    [`${name}Update`]: {
      ...edit,
      body: z.object({ ...sentShape(spec.fields), valid_from: day() }),
      ...unprinted,
      event: event('revision.update'),
      summary: `Changes the figures or the day of a draft of the ${about}.`,
    },
    [`${name}Plan`]: {
      origin: 'extension',
      rule: planRule(spec),
      event: event('revision.plan'),
      summary: `Settles a draft of the ${about}: it holds from its day on, at once when that has come; not in a closed month${
        spec.confirm ? '; not by who wrote it' : ''
      }.`,
    },
    [`${name}Drop`]: {
      ...edit,
      event: event('revision.drop'),
      summary: `Gives up a revision of the ${about} that is not valid yet.`,
    },
  };
}
