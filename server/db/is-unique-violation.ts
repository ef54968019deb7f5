const UNIQUE_VIOLATION = '23505'

/** Another transaction wrote this value a moment before. This transaction is lost; a retry sees the other value. */
export const isUniqueViolation = (error: unknown): boolean => Object(error).code === UNIQUE_VIOLATION
