/** What every declared document has beside its steps: comments and files with their log; its list and its choice. */
import { expect } from 'vitest';
import { fileDownload } from '../../contract/counting/acts.ts';
import { fileForm, PNG } from './lifecycles/countingAct.driver.ts';
import { PEOPLE, type PersonName, type Server } from './world.ts';

interface Declared {
  readonly calls: object;
  readonly attached?: object | undefined;
}
type Called = (call: string, sent: object) => Promise<{ data: Record<string, unknown>[] & Record<string, unknown> }>;

/** A comment and a file come and the file goes, a log line each, and neither version nor state changes. */
export async function expectAttached(on: Server, document: Declared, id: number, who: PersonName): Promise<void> {
  const all = { ...document.calls, ...document.attached } as Record<string, object>;
  const call: Called = (name, sent) => on.do(who, all[name] as never, sent as never) as never;
  const params = { id };
  const before = (await call('show', { params })).data;
  const comment = 'Mijoz bilan gaplashildi';
  await call('comment', { params, body: { comment } });
  const { data: comments } = await call('comments', { params });
  expect(comments[0]).toMatchObject({ comment, created_by: { id: PEOPLE[who].id } });
  const { length } = (await call('files', { params })).data;
  const { data: file } = await call('upload', { params, form: fileForm({}, new Uint8Array(PNG), 'qoʻshimcha.png') });
  expect((await call('files', { params })).data.map(({ name }) => name)).toContain('qoʻshimcha.png');
  expect((await on.call(who, fileDownload, { params: { id: file.id as number } })).status).toBe(200);
  await call('deleteFile', { params: { id: file.id } });
  expect((await call('files', { params })).data).toHaveLength(length);
  const { data: lines } = await call('history', { params });
  expect(lines.slice(0, 3).map(({ event, user }) => [event, (user as { id: number }).id])).toEqual(
    ['file.remove', 'file.add', 'comment.add'].map((event) => [event, PEOPLE[who].id]),
  );
  const after = (await call('show', { params })).data;
  expect([after.version, after.status]).toEqual([before.version, before.status]);
  const { data: listed } = await call('index', { query: { per_page: 100 } });
  expect(listed.map((one) => one.id)).toContain(id);
  const { data: offered } = await call('choices', { query: { per_page: 100 } });
  for (const one of offered) expect(listed.map((row) => row.id)).toContain(one.id);
}
