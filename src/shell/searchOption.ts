/** What every option of the search dialog shares. */
import type { MouseEvent, PointerEvent } from 'react';
import { search } from './searchActor.ts';

export const choose = (option: string) => search.send({ type: 'option.choose', option });

/** What every option has beside its role; `name` is its id in the page. */
export const optionProps = (option: string, name: string, active: boolean) => ({
  id: name,
  'aria-selected': active,
  // a list that moves under a pointer at rest activates nothing
  onPointerMove: ({ movementX, movementY }: PointerEvent) => {
    if (!active && (movementX !== 0 || movementY !== 0)) search.send({ type: 'option.point', option });
  },
  // the focus stays in the field
  onMouseDown: (event: MouseEvent) => event.preventDefault(),
});

export interface OptionProps<Row> {
  row: Row;
  name: string;
  active: boolean;
}

export interface ListProps {
  nameOf: (option: string) => string;
  active: string | null;
}
