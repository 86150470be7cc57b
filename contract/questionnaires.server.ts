/** What only the server needs of the calls of `questionnaires.ts`. */
import { serverSide } from './serverSide.ts';

const origin = 'extension' as const;

export const questionnairesServer = serverSide({
  questionnaireResult: {
    origin,
    rule: 'questionnaire.show|questionnaire.allshow',
    summary: 'The client as an application was decided on, what its run came to, and the contract signed on it.',
  },
  questionnaireAgain: {
    origin,
    rule: 'questionnaire.add',
    summary: 'A new draft of an earlier application, with the terms that were offered.',
  },
});
