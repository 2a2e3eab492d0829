export function beginCopy(primary: D1Database, copy: D1Database): Promise<void>;
