/** The server sides of the calls of every declared directory. */
import { type AnyDirectory, ruleFor } from '../directory/directory.ts';
import { directoryServer } from '../directory/in.server.ts';
import type { ServerSide } from '../serverSide.ts';
import { directories } from './index.ts';

const all: readonly AnyDirectory[] = directories;

/** Rules of the directories whose records refer to a directory: who may read them may choose from it. */
export const readersOf = (name: string): string[] =>
  all
    .filter(({ spec }) =>
      Object.values(spec.fields).some((field) => (field.kind === 'ref' || field.kind === 'refs') && field.to === name),
    )
    .map((directory) => ruleFor(directory, 'show'));

export const directoryServers: Readonly<Record<string, ServerSide>> = Object.assign(
  {},
  ...all.map((directory) => directoryServer(directory, readersOf(directory.spec.name))),
);
