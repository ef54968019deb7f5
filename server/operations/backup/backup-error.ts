/** The operator can act on the message; nothing else of the error matters to them. */
export class BackupError extends Error {}

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
