/** A photo for a record: from a file, from the camera, and what is said where there is no camera. */
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import words from '../../locales/uz/files.json' with { type: 'json' };
import { loadTexts } from '../../src/i18n/index.ts';
import { FilePicker } from '../../src/ui/files/FilePicker.tsx';

const stop = vi.fn();
const stream = { getTracks: () => [{ stop }] };

/** The browser's camera; `coarse`: of a phone. */
function device(open: (() => Promise<unknown>) | null, coarse = false): void {
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: open === null ? undefined : { getUserMedia: open },
  });
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: coarse && query === '(pointer: coarse)' }));
}
const failing = (name: string) => () => Promise.reject(new DOMException('', name));

beforeAll(() => loadTexts('files', 'common'));
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'mediaDevices');
  stop.mockClear();
});

const chosen = vi.fn();
const saved = vi.fn();
// what takes photos is fetched with the first of these fields
const show = () =>
  act(async () =>
    render(
      <form onSubmit={saved}>
        <FilePicker images value={null} onChange={chosen}>
          {words.chooseImage}
        </FilePicker>
      </form>,
    ),
  );
const open = async () => userEvent.click(await screen.findByTestId('camera-open'));

it('takes what the camera sees, as a file that is chosen, and lets the camera go', async () => {
  device(() => Promise.resolve(stream));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage() {} } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) =>
    done(new Blob(['x'], { type: 'image/jpeg' })),
  );
  await show();
  await open();
  const take = await screen.findByTestId<HTMLButtonElement>('camera-take');
  expect(take.disabled).toBe(true);
  fireEvent.playing(screen.getByLabelText(words.camera.seen));
  await userEvent.click(take);
  expect(chosen).toHaveBeenCalledWith(expect.objectContaining({ name: 'photo.jpg', type: 'image/jpeg' }));
  await waitFor(() => expect(stop).toHaveBeenCalled());
  // the form that asks for the photo is not sent with it
  expect(saved).not.toHaveBeenCalled();
});

it.each([
  ['NotFoundError', words.camera.none],
  ['NotAllowedError', words.camera.refused],
  ['NotReadableError', words.camera.taken],
])('%s is said in words, and may be tried again', async (name, sentence) => {
  const asked = vi.fn(failing(name));
  device(asked);
  await show();
  await open();
  expect((await screen.findByRole('alert')).textContent).toContain(sentence);
  await userEvent.click(screen.getByTestId('camera-again'));
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
});

it('an address that is not secure has no camera', async () => {
  device(null);
  await show();
  await open();
  expect((await screen.findByRole('alert')).textContent).toContain(words.camera.insecure);
});

it('a phone opens its own camera app, without the dialog', async () => {
  device(() => Promise.resolve(stream), true);
  const { container } = await show();
  const own = container.querySelector<HTMLInputElement>('input[capture]') as HTMLInputElement;
  const click = vi.spyOn(own, 'click');
  await open();
  expect(click).toHaveBeenCalled();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('a file that may be of any kind has no camera', () => {
  render(
    <FilePicker value={null} onChange={chosen}>
      {words.add}
    </FilePicker>,
  );
  expect(screen.queryByTestId('camera-open')).toBeNull();
});
