/** A client who comes to the desk, by PINFL, document or phone. */
import { Button } from '@blueprintjs/core';
import { useAllows } from '../../app/session.ts';
import { formatDate } from '../../format/dates.ts';
import { FindClient } from '../../ui/person/FindClient.tsx';

export function FindPayer({ onFound }: { onFound: (client: number) => void }) {
  const mayFind = useAllows('client.show');
  if (!mayFind) return null;
  return (
    <FindClient testId="payer-find" className="payers-found">
      {({ id, fullname, birth_date }, close) => (
        <>
          <Button
            variant="minimal"
            text={fullname}
            onClick={() => {
              close();
              onFound(id);
            }}
          />
          <span className="muted num">{formatDate(birth_date)}</span>
        </>
      )}
    </FindClient>
  );
}
