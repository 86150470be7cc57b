import type { SVGIconContainerProps, SVGIconProps } from '@blueprintjs/icons';
import { type ComponentType, createElement, forwardRef } from 'react';

const GRID = { viewBox: '0 0 16 16' };

/** An icon of Blueprint from its path on the grid of 16. */
export const bareIcon = (
  Container: ComponentType<SVGIconContainerProps<Element>>,
  iconName: SVGIconContainerProps<Element>['iconName'],
  paths: readonly string[],
) =>
  forwardRef<Element, SVGIconProps>((props, ref) =>
    createElement(
      Container,
      { iconName, ref, ...props, svgProps: { ...GRID, ...props.svgProps } } as SVGIconContainerProps<Element>,
      paths.map((d) => createElement('path', { key: d, d, fillRule: 'evenodd' })),
    ),
  );
