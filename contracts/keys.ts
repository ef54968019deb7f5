/**
 * The keys of a table, in its order.
 *
 * Safe: a literal table has exactly the keys of its type.
 */
export const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] =>
  Object.keys(table) as Key[]
