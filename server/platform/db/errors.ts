/** Operators fix these themselves: the message is shown unchanged, without a stack. */
export class LocalPostgresError extends Error {}

/** Another product process works on the folder. Two of them would do everything twice. */
export class DatabaseInUseError extends LocalPostgresError {
  constructor(dataDir: string, holder: string) {
    super(
      `${dataDir} is in use by ${holder}. Stop that process, or choose another folder: DATA_DIR=.data-2`,
    )
  }
}

/**
 * The configured PostgreSQL is unreachable, refuses us, or is too old. An operator has to fix it,
 * so the log omits the stack.
 */
export class DatabaseUnusableError extends Error {}

const UNIQUE_VIOLATION = '23505'

/**
 * Another transaction wrote this value a moment before. This transaction is lost; a retry sees the
 * other value.
 */
export const isUniqueViolation = (error: unknown): boolean =>
  Object(error).code === UNIQUE_VIOLATION
