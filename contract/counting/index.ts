/** Every call of counting acts, once. */
import {
  actCancel,
  actComplete,
  actCreate,
  actForm,
  actHistory,
  actIndex,
  actShow,
  actUpdate,
  actUploadFile,
  fileDownload,
  loadResidues,
} from './acts.ts';
import { addCommentary, commentaryIndex, editCommentary } from './comments.ts';
import {
  counterCreate,
  counterDelete,
  counterIndex,
  counterRelease,
  counterShow,
  counterStart,
  counterUpdate,
} from './counters.ts';
import { counterProducts, listedProducts, saveEntries, submitList } from './entries.ts';
import { addManually, downloadExcel, productInformation, resolveMoved, rowsShow } from './matrix.ts';

export const countingCalls = [
  actIndex,
  actShow,
  actHistory,
  actCreate,
  actUpdate,
  counterIndex,
  counterCreate,
  counterUpdate,
  counterDelete,
  loadResidues,
  rowsShow,
  counterStart,
  submitList,
  actComplete,
  listedProducts,
  addManually,
  productInformation,
  downloadExcel,
  addCommentary,
  editCommentary,
  commentaryIndex,
  actForm,
  actUploadFile,
  actCancel,
  counterRelease,
  counterShow,
  saveEntries,
  counterProducts,
  resolveMoved,
  fileDownload,
] as const;
