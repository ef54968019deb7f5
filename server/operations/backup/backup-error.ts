/** Of a file that anyone may have written, no more than this reaches a terminal or a log. */
const LONGEST_MESSAGE = 1_000

/**
 * The operator can act on the message; nothing else of the error matters to them. A message may
 * quote the file, whose control characters would act on the operator's terminal.
 */
export class BackupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message.slice(0, LONGEST_MESSAGE).replaceAll(/[^\P{C}\n]/gu, '�'), options)
  }
}

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
