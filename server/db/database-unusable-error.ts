/** The configured PostgreSQL is unreachable, refuses us, or is too old. An operator has to fix it, so the log omits the stack. */
export class DatabaseUnusableError extends Error {}
