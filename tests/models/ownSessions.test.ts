import { expect } from 'vitest';
import { ownSessionsModel } from '../../machines/ownSessions/ownSessions.model.ts';
import { runModelLayer } from './kit.ts';

runModelLayer('ownSessions', ownSessionsModel, {
  states: {
    listed(snapshot, { event }) {
      const { failure, message } = snapshot.context;
      expect(snapshot.hasTag('busy')).toBe(false);
      if (event?.type === 'xstate.done.actor.end') {
        expect([failure, message]).toEqual([null, 'Seans tugatildi']);
      } else if (event !== undefined) {
        expect(message).toBeNull();
        expect(failure).toMatchObject({ status: 503, message: 'Server band', requestId: '7f3a-91c2' });
      }
    },
    ending(snapshot, { inputOf, event }) {
      expect(snapshot.context).toEqual({ failure: null, message: null });
      expect(inputOf('end')).toEqual({ id: event?.type === 'session.end' ? 12 : null });
      // one action at a time
      expect(snapshot.can({ type: 'others.end' })).toBe(false);
    },
  },
});
