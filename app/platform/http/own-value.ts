/**
 * What an object of ours has under a key that came from outside: out of a form, a file, or a row that a file made.
 * Its own keys alone: `__proto__` and `constructor` are keys of every object.
 */
export function ownValue<Value>(values: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}
