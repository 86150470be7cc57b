export function sourceHash(): string;
export function packedDemo(dist?: string): string | undefined;
