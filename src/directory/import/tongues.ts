/** The words of a file in both languages, the reader's first. */

import { type Sheet, VALID_FROM } from '../../../contract/sheet.ts';
import ru from '../../../locales/ru/directory.json' with { type: 'json' };
import ruSetting from '../../../locales/ru/setting.json' with { type: 'json' };
import uz from '../../../locales/uz/directory.json' with { type: 'json' };
import uzSetting from '../../../locales/uz/setting.json' with { type: 'json' };
import { LANGUAGES, type Language } from '../../i18n/index.ts';
import { list as moreRu } from '../../i18n/ru/more.ts';
import { list as moreUz } from '../../i18n/uz/more.ts';
import type { Tongue } from '../sheet/words.ts';

/** The columns of a dated setting beside its fields are words of all settings. */
const withDated = (shared: object, { from, source, planned }: typeof uzSetting) =>
  ({ ...shared, fields: { [VALID_FROM]: from }, source, planned }) as unknown as Tongue['shared'];
const SHARED = { uz: withDated(uz, uzSetting), ru: withDated(ru, ruSetting as unknown as typeof uzSetting) } as const;
const MORE = { uz: moreUz, ru: moreRu } as const;

export async function tonguesOf({ name, texts }: Sheet, first: Language): Promise<[Tongue, ...Tongue[]]> {
  const order = [first, ...LANGUAGES.filter((one) => one !== first)];
  const tongues = order.map(async (language): Promise<Tongue> => {
    const own = await MORE[language][`/locales/${language}/${texts}/${name}.json`]?.();
    return { language, own: (own ?? {}) as Tongue['own'], shared: SHARED[language] };
  });
  return (await Promise.all(tongues)) as [Tongue, ...Tongue[]];
}
