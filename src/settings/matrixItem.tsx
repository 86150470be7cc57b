/** The assortment matrix is a grid of its own. */
export { default } from '../pages/matrix/MatrixPage.tsx';
