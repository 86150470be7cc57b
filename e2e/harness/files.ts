/** Files as people send them. */
import { type BranchPerson, SERVER } from './control.ts';

/** The smallest picture there is. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
  'base64',
);

/** Sends a picture in a form, under the name of its field; it must be taken. */
export const sendPicture = (person: BranchPerson, path: string, field?: string): Promise<void> =>
  sendFile(person, path, new File([PNG], 'surat.png', { type: 'image/png' }), field);

export async function sendFile({ token }: BranchPerson, path: string, file: File, field = 'file'): Promise<void> {
  const body = new FormData();
  body.set(field, file);
  const answer = await fetch(`${SERVER}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
}
