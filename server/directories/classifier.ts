/** General reference lists: the code by which pages find a list never changes. */
import { classifier } from '../../contract/directories/classifier.ts';
import { countsOf } from '../directory/counts.ts';
import { serveDirectory } from '../directory/serve.ts';

serveDirectory(classifier, { extra: countsOf('values', 'classifier_value', 'classifier_id') });
