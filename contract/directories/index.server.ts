/** The server sides of the calls of every declared directory. */
import { type AnyDirectory, ruleFor } from '../directory/directory.ts';
import type { Fields } from '../directory/fields.ts';
import { directoryServer } from '../directory/in.server.ts';
import type { ServerSide } from '../serverSide.ts';
import { type AnySetting, fieldsOf } from '../setting/setting.ts';
import { settings } from '../settings/index.ts';
import { directories } from './index.ts';

const all: readonly AnyDirectory[] = directories;

const refersTo = (name: string, fields: Fields): boolean =>
  Object.values(fields).some((field) => (field.kind === 'ref' || field.kind === 'refs') && field.to === name);

/** Rules of the directories and dated settings that refer to a directory: who may read them may choose from it. */
export const readersOf = (name: string): string[] => [
  ...all.filter(({ spec }) => refersTo(name, spec.fields)).map((directory) => ruleFor(directory, 'show')),
  ...(settings as readonly AnySetting[])
    .filter(({ spec }) => refersTo(name, fieldsOf(spec)))
    .map(({ spec }) => `${spec.rule}.show`),
];

export const directoryServers: Readonly<Record<string, ServerSide>> = Object.assign(
  {},
  ...all.map((directory) => directoryServer(directory, readersOf(directory.spec.name))),
);
