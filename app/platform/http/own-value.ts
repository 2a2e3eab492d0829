/**
 * Reads an object by a key that came from outside: from a form, a file, or a row that was imported from a file. Only
 * own keys count: every object has `__proto__` and `constructor`.
 */
export function ownValue<Value>(values: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}
