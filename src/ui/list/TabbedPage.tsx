/** Several declared directories and settings on one page, a tab each: the open one is in the address. */
import type { ComponentType } from 'react';
import { useAddress } from '../../app/address.ts';
import { useText } from '../../i18n/index.ts';
import { FilterChips } from '../FilterChips.tsx';
import { Lead } from './lead.tsx';

export function tabbedPage(names: readonly string[], pages: readonly ComponentType[]): ComponentType {
  return function TabbedPage() {
    const t = useText('directory');
    const [params, setAddress] = useAddress();
    const at = Math.max(0, names.indexOf(params.get('tab') ?? ''));
    const Page = pages[at] as ComponentType;
    const open = (name: string) =>
      setAddress(
        Object.fromEntries(
          [...params.keys()].map((key) => [key, null]).concat([['tab', name === names[0] ? null : name]]),
        ),
        { push: true },
      );
    return (
      <Lead
        value={
          <FilterChips
            label={t('tabs')}
            items={names.map((name) => ({ key: name, title: t(`tabs:${name}`) }))}
            value={names[at] as string}
            onChange={open}
          />
        }
      >
        <Page key={names[at]} />
      </Lead>
    );
  };
}
