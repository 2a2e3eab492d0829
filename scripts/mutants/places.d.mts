export interface Place {
  file: string;
  kind: string;
  line: number;
  from: string;
  to: string;
}

export interface Reasoned {
  file: string;
  kind: string;
  from: string;
  to: string;
  why: string;
}

export const REASONED: readonly Reasoned[];
export function isPlanted(file: string): boolean;
export function placesIn(file: string, text: string): Place[];
