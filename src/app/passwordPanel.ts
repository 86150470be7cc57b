import { say } from '../i18n/index.ts';
import { toastError } from '../ui/toasts.ts';

/** Opens the panel of the own password; its workflow is fetched with it. */
export async function openPasswordPanel(): Promise<void> {
  try {
    const { passwordChange } = await import('./passwordChange.ts');
    passwordChange.send({ type: 'panel.open' });
  } catch {
    toastError(say('errors:network'));
  }
}
