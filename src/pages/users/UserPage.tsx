/** An employee by an address of the own (decision 50): the record stands beside the list. */
import { Redirect, useParams } from 'wouter';
import { pathOf, withQuery } from '../../routes/registry.ts';

export default function UserPage() {
  const { userId = '' } = useParams<{ userId: string }>();
  return <Redirect to={withQuery(pathOf('users'), { row: userId })} replace />;
}
