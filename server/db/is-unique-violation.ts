const UNIQUE_VIOLATION = '23505'

/** Somebody else wrote this value a moment before. The transaction is lost; another try sees what they wrote. */
export const isUniqueViolation = (error: unknown): boolean => Object(error).code === UNIQUE_VIOLATION
