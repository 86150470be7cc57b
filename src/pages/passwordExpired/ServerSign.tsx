import { useEffect } from 'react';
import { tryNow, useNetwork } from '../../app/network.ts';
import { useText } from '../../i18n/index.ts';

/** Whether the server answers, shown before somebody types a password in vain. */
export function ServerSign() {
  const t = useText('session');
  const { reachable } = useNetwork();
  useEffect(() => {
    void tryNow();
  }, []);
  return (
    <span role="status" className={reachable ? 'row' : 'row red strong'}>
      <i className={reachable ? 'server-dot fam-green' : 'server-dot fam-red'} aria-hidden="true" />
      {t(reachable ? 'server.up' : 'server.down')}
    </span>
  );
}
