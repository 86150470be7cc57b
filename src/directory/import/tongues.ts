/** The words of a directory's file in both languages, the reader's first. */
import ru from '../../../locales/ru/directory.json' with { type: 'json' };
import uz from '../../../locales/uz/directory.json' with { type: 'json' };
import { LANGUAGES, type Language } from '../../i18n/index.ts';
import { more } from '../../i18n/more.ts';
import type { Tongue } from '../sheet/words.ts';

const SHARED = { uz, ru } as const;

export async function tonguesOf(name: string, first: Language): Promise<[Tongue, ...Tongue[]]> {
  const order = [first, ...LANGUAGES.filter((one) => one !== first)];
  const tongues = order.map(async (language): Promise<Tongue> => {
    const own = await more[`../../locales/${language}/directories/${name}.json`]?.();
    return { language, own: (own ?? {}) as Tongue['own'], shared: SHARED[language] as unknown as Tongue['shared'] };
  });
  return (await Promise.all(tongues)) as [Tongue, ...Tongue[]];
}
