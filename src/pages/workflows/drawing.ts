/** A chart as it is drawn: boxes of states, arrows of transitions, and their words in lines. */
import type { ElkPoint } from 'elkjs/lib/elk-api';
import type { ChartState } from '../../../machines/kit/chart.ts';

/** CSS fonts of the drawing. */
export const FONTS = {
  title: '600 14px Inter, sans-serif',
  event: '500 12.5px Inter, sans-serif',
  inner: '400 12px Inter, sans-serif',
  small: '400 11.5px Inter, sans-serif',
};

export interface Line {
  readonly text: string;
  readonly font: keyof typeof FONTS;
}

export interface Row {
  readonly lines: readonly Line[];
  /** Index in the chart's transitions; undefined for what the state does by itself. */
  readonly transition: number | undefined;
}

export interface Box {
  readonly state: ChartState;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The state as a person calls it, in lines; its name in the definition where that is asked for. */
  readonly head: readonly Line[];
  readonly rows: readonly Row[];
  /** Where its words begin, and how much room they take: inside an outer state no line goes through it. */
  readonly words: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** It holds states that are not drawn: the chart would not fit into the page with letters that can be read. */
  readonly folded: boolean;
}

export interface Label {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Words of each transition of the arrow, one below another. */
  readonly parts: readonly { readonly transition: number; readonly lines: readonly Line[] }[];
}

/** One line between two states, with the words of every transition that goes that way. */
export interface Arrow {
  readonly transitions: readonly number[];
  readonly points: readonly ElkPoint[];
  readonly label: Label;
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** Outer ones before those inside them. */
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
  /** Arrows from the dot where a compound state begins. */
  readonly beginnings: readonly { readonly x: number; readonly y: number; readonly points: readonly ElkPoint[] }[];
}
