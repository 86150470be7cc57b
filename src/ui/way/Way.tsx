/** "How do I get there?": a button among those of a document's window, and beside the window the way to an end. */
import { Button } from '@blueprintjs/core';
import { FlagIcon } from '@blueprintjs/icons';
import { lazy, Suspense } from 'react';
import { useAddress } from '../../app/address.ts';
import { type KeyGroup, useKeys } from '../../app/keys.ts';
import { useShownDocument } from '../../app/shownDocument.ts';
import { useLetterKey } from '../../app/useLetterKey.ts';
import { useText } from '../../i18n/index.ts';
import { WAY } from './address.ts';
import './way.css';

const WayPane = lazy(() => import('./WayPane.tsx').then((module) => ({ default: module.WayPane })));

// texts: keys way.title, way.open
const KEYS: KeyGroup = { space: 'keys', title: 'way.title', rows: [['way.open', 'Y']] };

/** Of a way that was just opened no end is chosen yet. */
const OPENED = 'on';

interface WayButtonProps {
  /** The window types every letter into a field of its own: no key opens the way. */
  typesLetters?: boolean;
}

export function WayButton({ typesLetters = false }: WayButtonProps) {
  const t = useText('common');
  const [params, setAddress] = useAddress();
  const isOpen = params.get(WAY) !== null;
  useKeys(typesLetters ? null : KEYS);
  const open = () => setAddress({ [WAY]: isOpen ? null : OPENED }, { push: !isOpen });
  useLetterKey('KeyY', typesLetters ? null : open);
  return (
    <Button
      icon={<FlagIcon size={14} />}
      text={t('way')}
      active={isOpen}
      aria-pressed={isOpen}
      onClick={open}
      data-testid="way-open"
    />
  );
}

interface WayProps {
  /** The lifecycle of the document, by name. */
  machine: string;
  id: number;
  /** Whatever of the document a step changes: the way is read again with it. */
  read: string | number;
}

/** Nothing while no way is asked for. */
export function Way({ machine, id, read }: WayProps) {
  useShownDocument(machine, id);
  const [params] = useAddress();
  const goal = params.get(WAY);
  return goal === null ? null : (
    <Suspense fallback={null}>
      <WayPane machine={machine} id={id} read={read} goal={goal} />
    </Suspense>
  );
}
