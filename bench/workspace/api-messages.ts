/** SQL as sent; the values arrive as JSON. */
export type Statement = { text: string; values: unknown[] }

export type ToApi = { ask: 'note' } | { ask: 'statements' }

export type FromApi =
  | { kind: 'ready'; address: string; tokens: string[] }
  | { kind: 'statements'; statements: Statement[] }
