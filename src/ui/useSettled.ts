import { useEffect, useState } from 'react';

/** A value that follows another one after it has been at rest: select search waits 500 ms (decision 52). */
export function useSettled<T>(value: T, wait = 500): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), wait);
    return () => clearTimeout(timer);
  }, [value, wait]);
  return settled;
}
